import type { Tx } from '@platform/kit/database';
import { listWindows } from './activation-store.ts';
import type { RoleSource } from '../roles/role-source.ts';

/** A scope that somebody has for a while. */
export interface Elevation {
  scope: string;
  activationId: string;
  role: string | null;
  organizationId: string | null;
  expiresAt: Date;
}

/** What a user's activations give. */
export interface Elevations {
  active: Elevation[];
  nextChangeAt: Date | null;
}

/**
 * The scopes that a user's activations give at this moment, by the database's clock, swept or not. Those of an organization
 * count only with it. A role that has shrunk since gives less; one that has grown gives no more.
 */
export const activeElevations =
  (roles: Pick<RoleSource, 'scopes'>) =>
  async (
    tx: Tx,
    principal: { type: string; id: string },
    organizationId: string | null,
  ): Promise<Elevations> => {
    if (principal.type !== 'user') return { active: [], nextChangeAt: null };
    const windows = (await listWindows(tx, principal.id)).filter(
      (w) => w.organizationId === null || w.organizationId === organizationId,
    );
    const active: Elevation[] = [];
    for (const { id, role, scopes, organizationId: within, endsAt } of windows.filter(
      (w) => w.isNow,
    )) {
      const granted = role === null ? scopes : ((await roles.scopes(tx, role)) ?? []);
      for (const scope of scopes.filter((s) => granted.includes(s)))
        active.push({ scope, activationId: id, role, organizationId: within, expiresAt: endsAt });
    }
    const changes = windows.map((w) => (w.isNow ? w.endsAt : w.startsAt).getTime());
    return { active, nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)) };
  };

/** A role that somebody has for a while. */
export interface ElevatedRole {
  role: string;
  expiresAt: Date;
}

/**
 * The roles that a user's activations give whole: one that was cut to some scopes, or whose role has grown since, gives
 * scopes and no role.
 */
export const activeRoles =
  (roles: Pick<RoleSource, 'scopes'>) =>
  async (tx: Tx, userId: string, organizationId: string | null): Promise<ElevatedRole[]> => {
    const windows = (await listWindows(tx, userId)).filter(
      (w) =>
        w.isNow &&
        w.role !== null &&
        (w.organizationId === null || w.organizationId === organizationId),
    );
    const whole: ElevatedRole[] = [];
    for (const { role, scopes, endsAt } of windows) {
      const granted = await roles.scopes(tx, role as string);
      if (granted?.every((scope) => scopes.includes(scope)))
        whole.push({ role: role as string, expiresAt: endsAt });
    }
    return whole;
  };

/** See {@link activeElevations}. */
export type ActiveElevations = ReturnType<typeof activeElevations>;
