import type { Tx } from '@platform/kit/database';
import { listAssignmentsOfAll } from './assignment-store.ts';
import type { AssignedPrincipal, AssignmentRow } from './assignment-store.ts';
import { rolesByKey } from './effective-roles.ts';
import type { GrantedRole } from './effective-roles.ts';

/**
 * A principal, the organization it is logged into, and the keys of its roles from other sources.
 */
export interface Holder {
  principal: AssignedPrincipal;
  organizationId?: string | undefined;
  given: readonly string[];
}

/** A scope that is granted until `expiresAt`. */
export interface TimedScope {
  scope: string;
  activationId: string;
  expiresAt: Date;
}

/** The permanent and temporary grants of a principal. */
export interface Held {
  roles: GrantedRole[];
  elevations: TimedScope[];
  elevatedRoles: { role: GrantedRole; expiresAt: Date }[];
}

/**
 * The active elevations of users, in the order of the users: those of no organization, and those of
 * the given one.
 */
export type ElevationsOf = (
  tx: Tx,
  users: readonly { userId: string; organizationId: string | null }[],
) => Promise<{ elevations: TimedScope[]; roles: { role: string; expiresAt: Date }[] }[]>;

const idsOf = (holders: readonly Holder[], type: AssignedPrincipal['type']): string[] => [
  ...new Set(holders.filter((h) => h.principal.type === type).map((h) => h.principal.id)),
];

async function assignmentsOf(tx: Tx, holders: readonly Holder[]): Promise<AssignmentRow[]> {
  const lists = (['user', 'client'] as const).map(async (type) => {
    const ids = idsOf(holders, type);
    return ids.length === 0 ? [] : listAssignmentsOfAll(tx, type, ids);
  });
  return (await Promise.all(lists)).flat();
}

/** Only users can be elevated. */
async function elevationsOf(tx: Tx, holders: readonly Holder[], elevations: ElevationsOf) {
  const users = holders.filter(({ principal }) => principal.type === 'user');
  if (users.length === 0) return new Map<Holder, never>();
  const found = await elevations(
    tx,
    users.map(({ principal, organizationId }) => ({
      userId: principal.id,
      organizationId: organizationId ?? null,
    })),
  );
  return new Map(users.map((user, i) => [user, found[i]!]));
}

/**
 * The grants of principals, in order. The number of statements does not depend on the number of
 * principals.
 */
export async function heldBy(
  tx: Tx,
  holders: readonly Holder[],
  elevations: ElevationsOf,
): Promise<Held[]> {
  const [assignments, elevated] = await Promise.all([
    assignmentsOf(tx, holders),
    elevationsOf(tx, holders, elevations),
  ]);
  const keysOf = ({ principal: { type, id }, given }: Holder): string[] => [
    ...given,
    ...assignments
      .filter((a) => a.principalType === type && a.principalId === id)
      .map((a) => a.roleKey),
  ];
  const keys = holders.map(keysOf);
  const timed = [...elevated.values()].flatMap(({ roles }) => roles.map(({ role }) => role));
  const all = await rolesByKey(tx, [...keys.flat(), ...timed]);
  return holders.map((holder, i) => {
    const own = new Set(keys[i]);
    const { elevations: scopes = [], roles = [] } = elevated.get(holder) ?? {};
    return {
      roles: all.filter(({ key }) => own.has(key)),
      elevations: scopes,
      elevatedRoles: roles.flatMap(({ role: key, expiresAt }) => {
        const role = all.find((known) => known.key === key);
        return role ? [{ role, expiresAt }] : [];
      }),
    };
  });
}
