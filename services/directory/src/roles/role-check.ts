import type { Principal } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** The roles of one request field, with its pointer: a list or a single role. */
export type NamedRoles =
  { roles: readonly string[] | undefined; pointer: string } | { role: string; pointer: string };

const pointed = (named: NamedRoles): { key: string; pointer: string }[] =>
  'role' in named
    ? [{ key: named.role, pointer: named.pointer }]
    : (named.roles ?? []).map((key, i) => ({ key, pointer: `${named.pointer}/${i}` }));

/** The caller who assigns roles, whose permissions limit them. */
export interface RoleGranter extends Pick<Principal, 'tenantId' | 'type' | 'id'> {
  scopes: Iterable<string>;
}

/**
 * Checks with the access service that roles exist and that this caller may assign them.
 * @throws 422 `unknown_role`; 403 `insufficient_scope` naming the missing permissions; 503 without
 * an answer
 */
export type CheckRoles = (granter: RoleGranter, named: readonly NamedRoles[]) => Promise<void>;

const deadlineMs = 3_000;

const validated = async (
  fga: () => RpcPeer,
  { tenantId, type, id, scopes }: RoleGranter,
  keys: readonly string[],
) => {
  const { roles } = await fga()
    .service('platform.fga.v1.Roles')
    .ValidateRoles(
      { tenantId, keys: [...keys], granter: { type, id, scopes: [...scopes] } },
      { deadlineMs, repeatable: true },
    )
    .catch((cause: unknown) => {
      throw problem('upstream_unavailable', {
        detail: 'Roles cannot be checked at the moment',
        headers: { 'Retry-After': '5' },
        cause,
      });
    });
  return roles;
};

/** The roles that exist. @throws 503 without an answer */
export type KnownRoles = (
  principal: RoleGranter,
  keys: readonly string[],
) => Promise<ReadonlySet<string>>;

export const roleKnowledge =
  (fga: () => RpcPeer): KnownRoles =>
  async (principal, keys) => {
    if (keys.length === 0) return new Set();
    const roles = await validated(fga, principal, keys);
    return new Set(roles.filter((role) => role.exists).map((role) => role.key));
  };

/** Does not call the access service if no role is named. */
export const roleCheck =
  (fga: () => RpcPeer): CheckRoles =>
  async (principal, named) => {
    const all = named.flatMap(pointed);
    if (all.length === 0) return;
    const told = await validated(fga, principal, [...new Set(all.map((role) => role.key))]);
    const known = new Map(told.map((role) => [role.key, role]));
    const unknown = all.filter(({ key }) => !known.get(key)?.exists);
    if (unknown.length > 0) {
      throw problem('validation_failed', {
        detail: `Unknown roles: ${unknown.map(({ key }) => key).join(', ')}`,
        errors: unknown.map(({ key, pointer }) => ({
          pointer,
          code: 'unknown_role',
          detail: `"${key}" is not a role of the tenant`,
        })),
      });
    }
    const refused = told.filter((role) => !role.assignable);
    if (refused.length === 0) return;
    const missing = [...new Set(refused.flatMap((role) => role.missingScopes))].sort();
    throw problem('insufficient_scope', {
      detail: `A token can grant only scopes that it has; missing: ${missing.join(' ')}`,
      errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
    });
  };
