import type { CapabilityFamilies, UserAccessResource, UserRoleResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { listAssignmentsOf } from './assignment-store.ts';
import { entitledScopes, rolesByKey } from './effective-roles.ts';

/** A role that directory gives to a user; empty texts are absent. */
interface GivenRole {
  role: string;
  organizationId: string;
  directoryId: string;
  groupId: string;
  mappingId: string;
}

/** An activation that counts now. */
export interface RunningActivation {
  id: string;
  roleKey: string | null;
  scopes: readonly string[];
  organizationId: string | null;
  endsAt: Date;
}

/** Where a user's roles and scopes come from. */
interface AccessSources {
  given: readonly GivenRole[];
  activations: readonly RunningActivation[];
}

/** The families that are on, and the areas that they gate. */
interface Entitled {
  on: ReadonlySet<string>;
  families: CapabilityFamilies;
}

const noSource = {
  organizationId: null,
  assignmentId: null,
  directoryId: null,
  groupId: null,
  mappingId: null,
  activationId: null,
  expiresAt: null,
};

type SourcedRole = Omit<UserRoleResource, 'scopes'>;

const givenRole = (given: GivenRole): SourcedRole => ({
  ...noSource,
  role: given.role,
  source: given.groupId === '' ? 'organization' : 'group',
  organizationId: given.organizationId || null,
  directoryId: given.directoryId || null,
  groupId: given.groupId || null,
  mappingId: given.mappingId || null,
});

async function assignedRoles(tx: Tx, userId: string): Promise<SourcedRole[]> {
  const assignments = await listAssignmentsOf(tx, { type: 'user', id: userId });
  return assignments.map(({ id, roleKey, expiresAt }) => ({
    ...noSource,
    role: roleKey,
    source: 'direct' as const,
    assignmentId: id,
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
}

const elevation = ({ id, organizationId, endsAt }: RunningActivation) => ({
  source: 'elevation' as const,
  organizationId,
  activationId: id,
  expiresAt: endsAt.toISOString(),
});

/** The scopes of roles, each with the roles and activations that grant it. */
function sourcedScopes(
  roles: readonly UserRoleResource[],
  activations: readonly (RunningActivation & { granted: readonly string[] })[],
): UserAccessResource['scopes'] {
  const grants = [
    ...roles
      .filter(({ source }) => source !== 'elevation')
      .flatMap(({ scopes, role, source, organizationId, activationId, expiresAt }) =>
        scopes.map((scope) => ({
          scope,
          from: { source, role, organizationId, activationId, expiresAt },
        })),
      ),
    ...activations.flatMap((one) =>
      one.granted.map((scope) => ({ scope, from: { ...elevation(one), role: one.roleKey } })),
    ),
  ];
  const scopes = [...new Set(grants.map(({ scope }) => scope))].sort();
  return scopes.map((scope) => ({
    scope,
    sources: grants.filter((grant) => grant.scope === scope).map(({ from }) => from),
  }));
}

/**
 * The roles and scopes of a user in all organizations, with the source of each. A role that has shrunk
 * since an activation grants less; one that has grown grants no more.
 */
export async function userAccess(
  tx: Tx,
  userId: string,
  { given, activations }: AccessSources,
  { on, families }: Entitled,
): Promise<Pick<UserAccessResource, 'roles' | 'scopes'>> {
  const elevated = activations.filter(({ roleKey }) => roleKey !== null);
  const sourced: SourcedRole[] = [
    ...(await assignedRoles(tx, userId)),
    ...given.map(givenRole),
    ...elevated.map((one) => ({ ...noSource, ...elevation(one), role: one.roleKey as string })),
  ];
  const known = await rolesByKey(
    tx,
    sourced.map(({ role }) => role),
  );
  const scopesOf = (key: string): string[] =>
    entitledScopes(
      (known.find((role) => role.key === key)?.permissions ?? []).filter(isSystemPermission),
      on,
      families,
    );
  const running = activations.map((one) => ({
    ...one,
    granted: entitledScopes(
      one.roleKey === null
        ? one.scopes
        : one.scopes.filter((scope) => scopesOf(one.roleKey as string).includes(scope)),
      on,
      families,
    ),
  }));
  const roles = sourced.map((role) => ({
    ...role,
    scopes: running.find(({ id }) => id === role.activationId)?.granted ?? scopesOf(role.role),
  }));
  return { roles, scopes: sourcedScopes(roles, running) };
}
