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

/** Answers what a principal may do now. */
export type AccessOf = (question: PrincipalAccessQuestion) => Promise<PrincipalAccess>;

/** Answers what a principal may do: assignments here, and for people what the directory gives them. */
export const principalAccess =
  (options: PrincipalAccessOptions): AccessOf =>
  async (question) => {
    const [{ entitlements }, given] = await Promise.all([
      options.entitled.of(question.tenantId),
      rolesGiven(options.people, question),
    ]);
    const families = entitlements.filter((e) => e.entitled).map((e) => e.family);
    if (given === undefined) return noAccess(families);
    return options.db.read({ tenantId: question.tenantId, actor }, (tx) =>
      accessWith(options, tx, question, { given, on: new Set(families) }),
    );
  };

/** Role keys that the directory gives; undefined for a person who may nothing. */
async function rolesGiven(
  people: People,
  { tenantId, principal, organizationId }: PrincipalAccessQuestion,
): Promise<string[] | undefined> {
  if (principal.type !== 'user') return [];
  const person = await people.find(tenantId, principal.id);
  return isLiveUser(person) ? rolesIn(person, organizationId) : undefined;
}

const noAccess = (families: string[]): PrincipalAccess => ({
  roles: [],
  permissions: [],
  scopes: [],
  elevated: [],
  elevatedRoles: [],
  families,
  isActive: false,
});

async function accessWith(
  { families, elevations = async () => [], elevatedRoles = async () => [] }: PrincipalAccessOptions,
  tx: Tx,
  { principal, clientId, organizationId }: PrincipalAccessQuestion,
  { given, on }: { given: readonly string[]; on: ReadonlySet<string> },
): Promise<PrincipalAccess> {
  const isUser = principal.type === 'user';
  const [assigned, active, held] = await Promise.all([
    listAssignmentsOf(tx, principal),
    isUser ? elevations(tx, principal.id, organizationId) : [],
    isUser ? elevatedRoles(tx, principal.id, organizationId) : [],
  ]);
  const roles = await rolesByKey(tx, [...given, ...assigned.map((a) => a.roleKey)]);
  return {
    roles: roles.map((role) => role.key),
    permissions: await permissionsFor(tx, roles, clientId),
    // A client's scopes are those it is registered with.
    scopes: isUser ? scopesFor(roles, on, families) : [],
    elevated: active.filter(({ scope }) => entitledScopes([scope], on, families).length > 0),
    elevatedRoles: await heldRoles(tx, held, clientId),
    families: [...on],
    isActive: true,
  };
}

/** Roles that are held for a time, those that exist. */
async function heldRoles(
  tx: Tx,
  held: readonly { role: string; expiresAt: string }[],
  clientId: string | undefined,
): Promise<HeldRole[]> {
  if (held.length === 0) return [];
  const keys = held.map((h) => h.role);
  const roles = new Map((await rolesByKey(tx, keys)).map((role) => [role.key, role]));
  return Promise.all(
    held.flatMap(({ role: key, expiresAt }) => {
      const role = roles.get(key);
      if (!role) return [];
      return permissionsFor(tx, [role], clientId).then((permissions) => ({
        key,
        expiresAt,
        permissions,
      }));
    }),
  );
}
