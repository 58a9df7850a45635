import type { CapabilityFamilies } from '@platform/contracts';
import { batched } from '@platform/kit/cache';
import type { Database } from '@platform/kit/database';
import type { Entitlements } from '../entitlements/entitlements.ts';
import { isLiveUser, rolesIn } from '../people/people.ts';
import type { People } from '../people/people.ts';
import type { AssignedPrincipal } from './assignment-store.ts';
import { entitledScopes, permissionOwners, permissionsFor, scopesFor } from './effective-roles.ts';
import type { PermissionOwner, PermissionUser } from './effective-roles.ts';
import { heldBy } from './held-roles.ts';
import type { ElevationsOf, Held, Holder, TimedScope } from './held-roles.ts';

/** A temporary scope. */
export interface HeldScope {
  scope: string;
  activationId: string;
  expiresAt: string;
}

/** A temporary role, with its custom permissions. */
export interface HeldRole {
  key: string;
  permissions: string[];
  expiresAt: string;
}

/** The principal, and the organization it is logged into. */
export interface AccessHolder {
  principal: AssignedPrincipal;
  organizationId?: string | undefined;
}

/** The principal, the organization it is logged into, the application it uses, and the API that its token is for. */
export interface PrincipalAccessQuestion extends AccessHolder {
  tenantId: string;
  clientId?: string | undefined;
  apiResourceId?: string | undefined;
}

/** The current access of a principal. */
export interface PrincipalAccess {
  roles: string[];
  permissions: string[];
  scopes: string[];
  elevated: HeldScope[];
  /** Temporary roles, which are not among `roles`. */
  elevatedRoles: HeldRole[];
  families: string[];
  /** False for a user who is unknown, suspended or deactivated: nothing is granted. */
  isActive: boolean;
}

/** The `tenant:` scopes that a user has now: permanent and temporary. */
export type UserScopes = Pick<PrincipalAccess, 'scopes' | 'elevated'>;

export interface PrincipalAccessOptions {
  db: Database;
  people: People;
  entitled: Pick<Entitlements, 'find' | 'of'>;
  families: CapabilityFamilies;
  elevations: ElevationsOf;
}

const actor = { type: 'system', id: 'fga' } as const;

/** Returns the current access of a principal. Concurrent calls for one tenant are batched. */
export type AccessOf = (question: PrincipalAccessQuestion) => Promise<PrincipalAccess>;

/**
 * Returns the current scopes of users of a tenant, in order; of the permanent ones, only those
 * among `wanted`.
 */
export type UserScopesOf = (
  tenantId: string,
  users: readonly AccessHolder[],
  wanted: ReadonlySet<string>,
) => Promise<UserScopes[]>;

/** The grants of principals; undefined for users without access. */
interface Looked {
  held: (Held | undefined)[];
  /** Families that are on. */
  on: ReadonlySet<string>;
  /** The owners of custom permissions. */
  owners: ReadonlyMap<string, PermissionOwner>;
}

/** Computes the access of principals from assignments and, for users, the roles in directory. */
export function principalAccess(options: PrincipalAccessOptions): {
  accessOf: AccessOf;
  scopesOf: UserScopesOf;
} {
  const { families } = options;
  return {
    accessOf: batched({
      async work(questions: readonly PrincipalAccessQuestion[]) {
        const looked = await look(options, questions[0]!.tenantId, questions);
        return questions.map(({ principal, clientId, apiResourceId }, i) =>
          accessWith(families, looked, looked.held[i], {
            type: principal.type,
            user: { clientId, apiResourceId },
          }),
        );
      },
      nameOf: ({ tenantId }) => tenantId,
    }),
    async scopesOf(tenantId, users, wanted) {
      const { held, on } = await look(options, tenantId, users, { withPermissions: false });
      return held.map((one) => ({
        scopes: one ? scopesFor(one.roles, on, families, wanted) : [],
        elevated: one ? elevatedIn(one.elevations, on, families) : [],
      }));
    },
  };
}

/** Looks up several principals in one transaction. */
async function look(
  { db, people, entitled, elevations }: PrincipalAccessOptions,
  tenantId: string,
  asked: readonly AccessHolder[],
  { withPermissions = true }: { withPermissions?: boolean } = {},
): Promise<Looked> {
  const holders = await Promise.all(asked.map((one) => holderOf(people, tenantId, one)));
  const live = holders.filter((one) => one !== undefined);
  const { set, held, owners } = await db.read({ tenantId, actor }, async (tx) => {
    const [set, held] = await Promise.all([entitled.find(tx), heldBy(tx, live, elevations)]);
    const roles = held.flatMap((one) => [
      ...one.roles,
      ...one.elevatedRoles.map(({ role }) => role),
    ]);
    const owners = withPermissions ? await permissionOwners(tx, roles) : new Map();
    return { set, held, owners };
  });
  const { entitlements } = set ?? (await entitled.of(tenantId));
  const byHolder = new Map(live.map((holder, i) => [holder, held[i]]));
  return {
    held: holders.map((holder) => holder && byHolder.get(holder)),
    on: new Set(entitlements.filter((e) => e.entitled).map((e) => e.family)),
    owners,
  };
}

/** Adds the role keys from directory; undefined for a user without access. */
async function holderOf(
  people: People,
  tenantId: string,
  { principal, organizationId }: AccessHolder,
): Promise<Holder | undefined> {
  if (principal.type !== 'user') return { principal, organizationId, given: [] };
  const person = await people.find(tenantId, principal.id);
  return isLiveUser(person)
    ? { principal, organizationId, given: rolesIn(person, organizationId) }
    : undefined;
}

const elevatedIn = (
  elevations: readonly TimedScope[],
  on: ReadonlySet<string>,
  families: CapabilityFamilies,
): HeldScope[] =>
  elevations
    .filter(({ scope }) => entitledScopes([scope], on, families).length > 0)
    .map(({ scope, activationId, expiresAt }) => ({
      scope,
      activationId,
      expiresAt: expiresAt.toISOString(),
    }));

function accessWith(
  families: CapabilityFamilies,
  { on, owners }: Looked,
  held: Held | undefined,
  { type, user }: { type: AssignedPrincipal['type']; user: PermissionUser },
): PrincipalAccess {
  const { roles = [], elevations = [], elevatedRoles = [] } = held ?? {};
  return {
    roles: roles.map((role) => role.key),
    permissions: permissionsFor(roles, owners, user),
    // A client's scopes are those of its registration.
    scopes: type === 'user' ? scopesFor(roles, on, families) : [],
    elevated: elevatedIn(elevations, on, families),
    elevatedRoles: elevatedRoles.map(({ role, expiresAt }) => ({
      key: role.key,
      expiresAt: expiresAt.toISOString(),
      permissions: permissionsFor([role], owners, user),
    })),
    families: [...on],
    isActive: held !== undefined,
  };
}
