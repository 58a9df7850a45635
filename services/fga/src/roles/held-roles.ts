import type { Tx } from '@platform/kit/database';
import { listAssignmentsOfAll } from './assignment-store.ts';
import type { AssignedPrincipal, AssignmentRow } from './assignment-store.ts';
import { rolesByKey } from './effective-roles.ts';
import type { GrantedRole } from './effective-roles.ts';

/** A principal, where it is logged in, and the keys of the roles that it has from elsewhere. */
export interface Holder {
  principal: AssignedPrincipal;
  organizationId?: string | undefined;
  given: readonly string[];
}

/** A scope that is held for a time, until `expiresAt`. */
export interface TimedScope {
  scope: string;
  activationId: string;
  expiresAt: Date;
}

/** What a principal holds: for good, and for a time. */
export interface Held {
  roles: GrantedRole[];
  elevations: TimedScope[];
  elevatedRoles: { role: GrantedRole; expiresAt: Date }[];
}

/** The active elevations of users, in their order: those of no organization, and those of the one that is named. */
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

/** Of users; clients are not elevated. */
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

/** What principals hold, in their order, by as many statements for many as for one. */
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
