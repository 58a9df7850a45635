import type { LaneHealth } from './lane-health.ts';

/** Why all lanes of a tenant may be paused: it is suspended, or not entitled to webhooks. */
export type TenantPause = 'suspended' | 'unentitled';

/** A row of webhook_lanes. Times in epoch milliseconds. */
export interface LaneRecord {
  endpointId: string;
  enabled: boolean;
  /** Why all lanes of the tenant are paused; empty while they are not. */
  tenantPauses: readonly TenantPause[];
  revision: number;
  epoch: number;
  openSince: number | null;
  checkAt: number | null;
  pacedUntil: number | null;
  health: LaneHealth;
}

/** The row as it is read. */
export interface LaneRow {
  endpointId: string;
  enabled: boolean;
  suspended: boolean;
  unentitled: boolean;
  revision: number;
  epoch: number;
  openSince: Date | null;
  checkAt: Date | null;
  pacedUntil: Date | null;
  standing: LaneHealth['priorityClass'];
  width: number;
  circuit: LaneHealth['circuit'];
  circuitUntil: Date | null;
  circuitOpenings: number;
  circuitFailures: number;
  consecutiveFailures: number;
  failingSince: Date | null;
  failedAttempts: number;
  warned: boolean;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: LaneHealth['lastError'];
  pausedUntil: Date | null;
}

/** A time as a statement takes it. */
export const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

/** A row as the rules see it. */
export const laneRecord = (r: LaneRow): LaneRecord => ({
  endpointId: r.endpointId,
  enabled: r.enabled,
  tenantPauses: (['suspended', 'unentitled'] as const).filter((pause) => r[pause]),
  revision: r.revision,
  epoch: r.epoch,
  openSince: ms(r.openSince),
  checkAt: ms(r.checkAt),
  pacedUntil: ms(r.pacedUntil),
  health: {
    priorityClass: r.standing,
    concurrency: r.width,
    circuit: r.circuit,
    circuitUntil: ms(r.circuitUntil),
    circuitOpenings: r.circuitOpenings,
    circuitFailures: r.circuitFailures,
    consecutiveFailures: r.consecutiveFailures,
    failingSince: ms(r.failingSince),
    failedAttempts: r.failedAttempts,
    warned: r.warned,
    lastSuccessAt: ms(r.lastSuccessAt),
    lastFailureAt: ms(r.lastFailureAt),
    lastError: r.lastError,
    pausedUntil: ms(r.pausedUntil),
  },
});
