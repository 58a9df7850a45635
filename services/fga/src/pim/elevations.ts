import type { Tx } from '@platform/kit/database';
import { listWindows } from './activation-store.ts';
import type { ActivationWindow } from './activation-store.ts';
import type { RoleSource } from '../roles/role-source.ts';

/** The activations of a user that count now, in every organization. */
export const runningActivations = async (tx: Tx, userId: string): Promise<ActivationWindow[]> =>
  (await listWindows(tx, [userId])).filter(({ isNow }) => isNow);

/** A scope that a user has temporarily. */
export interface Elevation {
  scope: string;
  activationId: string;
  role: string | null;
  organizationId: string | null;
  expiresAt: Date;
}

/** The grants of a user's activations. */
export interface Elevations {
  active: Elevation[];
  nextChangeAt: Date | null;
}

type Roles = Pick<RoleSource, 'scopes'>;

/** Elevations of an organization count only within it. */
const within = (
  windows: readonly ActivationWindow[],
  organizationId: string | null,
): ActivationWindow[] =>
  windows.filter((w) => w.organizationId === null || w.organizationId === organizationId);

async function elevationsIn(
  roles: Roles,
  tx: Tx,
  windows: readonly ActivationWindow[],
): Promise<Elevation[]> {
  const active: Elevation[] = [];
  for (const { id, roleKey: role, scopes, organizationId, endsAt } of windows.filter(
    (w) => w.isNow,
  )) {
    const granted = role === null ? scopes : ((await roles.scopes(tx, role)) ?? []);
    for (const scope of scopes.filter((s) => granted.includes(s)))
      active.push({ scope, activationId: id, role, organizationId, expiresAt: endsAt });
  }
  return active;
}

/**
 * The scopes that a user's activations grant now, by the database's clock, swept or not. Those of
 * an organization count only within it. A role that has shrunk since approval grants less; one that
 * has grown grants no more.
 */
export const activeElevations =
  (roles: Roles) =>
  async (
    tx: Tx,
    principal: { type: string; id: string },
    organizationId: string | null,
  ): Promise<Elevations> => {
    if (principal.type !== 'user') return { active: [], nextChangeAt: null };
    const windows = within(await listWindows(tx, [principal.id]), organizationId);
    const active = await elevationsIn(roles, tx, windows);
    const changes = windows.map((w) => (w.isNow ? w.endsAt : w.startsAt).getTime());
    return { active, nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)) };
  };

/** A role that a user has temporarily. */
export interface ElevatedRole {
  role: string;
  expiresAt: Date;
}

/**
 * The roles that activations grant completely. An activation of only some scopes, or whose role has
 * grown since, grants scopes and no role.
 */
async function wholeRolesIn(
  roles: Roles,
  tx: Tx,
  windows: readonly ActivationWindow[],
): Promise<ElevatedRole[]> {
  const whole: ElevatedRole[] = [];
  for (const { roleKey: role, scopes, endsAt } of windows.filter((w) => w.isNow)) {
    const granted = role === null ? undefined : await roles.scopes(tx, role);
    if (role !== null && granted?.every((scope) => scopes.includes(scope)))
      whole.push({ role, expiresAt: endsAt });
  }
  return whole;
}

/** A user in an organization, or in none. */
export interface ElevatedUser {
  userId: string;
  organizationId: string | null;
}

/** The elevations of users, in the order of the users. */
export type ElevationsOfUsers = (
  tx: Tx,
  users: readonly ElevatedUser[],
) => Promise<{ elevations: Elevation[]; roles: ElevatedRole[] }[]>;

/**
 * Like {@link activeElevations}, for several users in one query, with the roles that are granted
 * completely.
 */
export const elevationsOfUsers =
  (roles: Roles): ElevationsOfUsers =>
  async (tx, users) => {
    const all = await listWindows(tx, [...new Set(users.map(({ userId }) => userId))]);
    return Promise.all(
      users.map(async ({ userId, organizationId }) => {
        const own = all.filter(({ principalId }) => principalId === userId);
        const windows = within(own, organizationId);
        return {
          elevations: await elevationsIn(roles, tx, windows),
          roles: await wholeRolesIn(roles, tx, windows),
        };
      }),
    );
  };

export type ActiveElevations = ReturnType<typeof activeElevations>;
