import type { ProvisionAction, ProvisionUserRequest } from '@platform/protos';
import type { Logger } from '@platform/kit/telemetry';
import type { KnownRoles } from '../../roles/role-check.ts';

/** Whether a tenant has a role. */
export type HasRole = (role: string) => boolean;

export interface RuleRoleOptions {
  knownRoles: KnownRoles;
  log: Pick<Logger, 'warn'>;
}

const rolesGiven = (actions: readonly ProvisionAction[]): string[] => [
  ...new Set(
    actions.flatMap(({ join, assignRole }) => [
      ...(join?.roles ?? []),
      ...(assignRole ? [assignRole.role] : []),
    ]),
  ),
];

/**
 * The roles of rules that the tenant has. Operators may write rules before the roles exist, and a
 * role that is created later under the same key must not have been assigned by then. The sign-in
 * always continues: while the access service is unavailable, roles are given unchecked, since one
 * that does not exist grants nothing.
 */
export async function rolesOfRules(
  { tenantId, actions, loginId }: ProvisionUserRequest,
  { knownRoles, log }: RuleRoleOptions,
): Promise<HasRole> {
  const roles = rolesGiven(actions);
  const rules = { tenantId, type: 'service', id: 'hub', scopes: [] } as const;
  const known = await knownRoles(rules, roles).catch(() => undefined);
  const unknown = roles.filter((role) => known && !known.has(role));
  if (unknown.length > 0)
    log.warn(
      { tenantId, loginId, roles: unknown },
      'just-in-time rules name roles that the tenant does not have',
    );
  return (role) => !unknown.includes(role);
}
