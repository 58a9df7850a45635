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
  endpoint_id: string;
  enabled: boolean;
  suspended: boolean;
  unentitled: boolean;
  revision: number;
  epoch: number;
  open_since: Date | null;
  check_at: Date | null;
  paced_until: Date | null;
  standing: LaneHealth['priorityClass'];
  width: number;
  circuit: LaneHealth['circuit'];
  circuit_until: Date | null;
  circuit_openings: number;
  circuit_failures: number;
  consecutive_failures: number;
  failing_since: Date | null;
  failed_attempts: number;
  warned: boolean;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_error: LaneHealth['lastError'];
  paused_until: Date | null;
}

/** A time as a statement takes it. */
export const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

/** A row as the rules see it. */
export const laneRecord = (r: LaneRow): LaneRecord => ({
  endpointId: r.endpoint_id,
  enabled: r.enabled,
  tenantPauses: (['suspended', 'unentitled'] as const).filter((pause) => r[pause]),
  revision: r.revision,
  epoch: r.epoch,
  openSince: ms(r.open_since),
  checkAt: ms(r.check_at),
  pacedUntil: ms(r.paced_until),
  health: {
    priorityClass: r.standing,
    concurrency: r.width,
    circuit: r.circuit,
    circuitUntil: ms(r.circuit_until),
    circuitOpenings: r.circuit_openings,
    circuitFailures: r.circuit_failures,
    consecutiveFailures: r.consecutive_failures,
    failingSince: ms(r.failing_since),
    failedAttempts: r.failed_attempts,
    warned: r.warned,
    lastSuccessAt: ms(r.last_success_at),
    lastFailureAt: ms(r.last_failure_at),
    lastError: r.last_error,
    pausedUntil: ms(r.paused_until),
  },
});
