import type { CapabilityFamilies } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import type { Entitlements } from '../entitlements/entitlements.ts';
import { isLiveUser, rolesIn } from '../people/people.ts';
import type { People } from '../people/people.ts';
import { listAssignmentsOf } from './assignment-store.ts';
import type { AssignedPrincipal } from './assignment-store.ts';
import { entitledScopes, permissionsFor, rolesByKey, scopesFor } from './effective-roles.ts';

/** A scope that is held for a time. */
export interface HeldScope {
  scope: string;
  activationId: string;
  expiresAt: string;
}

/** A role that is held for a time, with the custom permissions that it gives. */
export interface HeldRole {
  key: string;
  permissions: string[];
  expiresAt: string;
}

/** Who is asked about, where they are logged in, and through which application. */
export interface PrincipalAccessQuestion {
  tenantId: string;
  principal: AssignedPrincipal;
  clientId?: string | undefined;
  organizationId?: string | undefined;
}

/** What a principal may do now. */
export interface PrincipalAccess {
  roles: string[];
  permissions: string[];
  scopes: string[];
  elevated: HeldScope[];
  /** Held for a time; not among `roles`. */
  elevatedRoles: HeldRole[];
  families: string[];
  /** False for a person who is unknown, suspended or deactivated: nothing is granted. */
  isActive: boolean;
}

/** What {@link principalAccess} needs. `elevations` tells the active ones of a user: of no organization, or of the given one. */
export interface PrincipalAccessOptions {
  db: Database;
  people: People;
  entitled: Entitlements;
  families: CapabilityFamilies;
  elevations?: (tx: Tx, userId: string, organizationId: string | undefined) => Promise<HeldScope[]>;
  /** The same of roles. */
  elevatedRoles?: (
    tx: Tx,
    userId: string,
    organizationId: string | undefined,
  ) => Promise<{ role: string; expiresAt: string }[]>;
}

const actor = { type: 'system', id: 'fga' } as const;

/** Answers what a principal may do: assignments here, and for people what the directory gives them. */
export function principalAccess({
  db,
  people,
  entitled,
  families,
  elevations = async () => [],
  elevatedRoles = async () => [],
}: PrincipalAccessOptions) {
  /** Role keys that the directory gives; undefined for a person who may nothing. */
  async function rolesOfPerson(
    tenantId: string,
    userId: string,
    organizationId: string | undefined,
  ): Promise<string[] | undefined> {
    const person = await people.find(tenantId, userId);
    return isLiveUser(person) ? rolesIn(person, organizationId) : undefined;
  }

  async function rolesForNow(
    tx: Tx,
    userId: string,
    { clientId, organizationId }: Pick<PrincipalAccessQuestion, 'clientId' | 'organizationId'>,
  ): Promise<HeldRole[]> {
    const held = await elevatedRoles(tx, userId, organizationId);
    const granted = new Map(
      (held.length > 0
        ? await rolesByKey(
            tx,
            held.map((h) => h.role),
          )
        : []
      ).map((role) => [role.key, role]),
    );
    return Promise.all(
      held
        .filter((h) => granted.has(h.role))
        .map(async ({ role, expiresAt }) => ({
          key: role,
          expiresAt,
          permissions: await permissionsFor(tx, [granted.get(role)!], clientId),
        })),
    );
  }

  return async function accessOf({
    tenantId,
    principal,
    clientId,
    organizationId,
  }: PrincipalAccessQuestion): Promise<PrincipalAccess> {
    const isUser = principal.type === 'user';
    const [{ entitlements: all }, given] = await Promise.all([
      entitled.of(tenantId),
      isUser ? rolesOfPerson(tenantId, principal.id, organizationId) : [],
    ]);
    const on = all.filter((e) => e.entitled).map((e) => e.family);
    if (given === undefined)
      return {
        roles: [],
        permissions: [],
        scopes: [],
        elevated: [],
        elevatedRoles: [],
        families: on,
        isActive: false,
      };
    const onSet = new Set(on);
    return db.read({ tenantId, actor }, async (tx) => {
      const assigned = await listAssignmentsOf(tx, principal);
      const roles = await rolesByKey(tx, [...given, ...assigned.map((a) => a.roleKey)]);
      const active = isUser ? await elevations(tx, principal.id, organizationId) : [];
      return {
        roles: roles.map((role) => role.key),
        permissions: await permissionsFor(tx, roles, clientId),
        // A client's scopes are those it is registered with.
        scopes: isUser ? scopesFor(roles, onSet, families) : [],
        elevated: active.filter(({ scope }) => entitledScopes([scope], onSet, families).length > 0),
        elevatedRoles: isUser
          ? await rolesForNow(tx, principal.id, { clientId, organizationId })
          : [],
        families: on,
        isActive: true,
      };
    });
  };
}

/** See {@link principalAccess}. */
export type AccessOf = ReturnType<typeof principalAccess>;
