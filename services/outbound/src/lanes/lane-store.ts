import type { Tx, WorkerTx } from '@platform/kit/database';
import type { LaneHealth } from './lane-health.ts';
import { dateOrNull, laneRecord } from './lane-record.ts';
import type { LaneRecord, LaneRow, TenantPause } from './lane-record.ts';

/** Lanes whose time has come to be checked. */
export const listLanesToCheck = (
  tx: WorkerTx,
  now: number,
  limit: number,
): Promise<{ tenantId: string; endpointId: string }[]> =>
  tx.rows(
    'SELECT tenant_id, endpoint_id FROM webhook_lanes WHERE check_at <= $1 ORDER BY check_at LIMIT $2',
    [new Date(now), limit],
  );

export const countCircuits = (tx: WorkerTx): Promise<{ circuit: string; n: number }[]> =>
  tx.rows('SELECT circuit, count(*) AS n FROM webhook_lanes GROUP BY circuit');

/** The lane, locked: whoever changes an endpoint or its deliveries holds it, before the endpoint's own row. */
export async function lockLane(tx: Tx, endpointId: string): Promise<LaneRecord | undefined> {
  const row = await tx.row<LaneRow>(
    'SELECT * FROM webhook_lanes WHERE tenant_id = $1 AND endpoint_id = $2 FOR UPDATE',
    [tx.context.tenantId, endpointId],
  );
  return row && laneRecord(row);
}

export async function listLanes(
  tx: Tx,
  endpointIds: readonly string[],
): Promise<Map<string, LaneRecord>> {
  const rows = await tx.rows<LaneRow>(
    'SELECT * FROM webhook_lanes WHERE tenant_id = $1 AND endpoint_id = ANY($2)',
    [tx.context.tenantId, endpointIds],
  );
  return new Map(rows.map((r) => [r.endpointId, laneRecord(r)]));
}

export const insertLane = (tx: Tx, endpointId: string, enabled: boolean): Promise<number> =>
  tx.execute('INSERT INTO webhook_lanes (tenant_id, endpoint_id, enabled) VALUES ($1, $2, $3)', [
    tx.context.tenantId,
    endpointId,
    enabled,
  ]);

export const deleteLane = (tx: Tx, endpointId: string): Promise<number> =>
  tx.execute('DELETE FROM webhook_lanes WHERE tenant_id = $1 AND endpoint_id = $2', [
    tx.context.tenantId,
    endpointId,
  ]);

/** The endpoint or its secrets were written: what holders keep in memory is old. */
export const bumpRevision = (tx: Tx, endpointId: string): Promise<number> =>
  tx.execute(
    'UPDATE webhook_lanes SET revision = revision + 1 WHERE tenant_id = $1 AND endpoint_id = $2',
    [tx.context.tenantId, endpointId],
  );

/** Nothing may be sent before the circuit, or the pause that the target asked for, lets it. */
const notBefore = (now: string): string =>
  `greatest(${now}, paused_until, CASE circuit WHEN 'open' THEN circuit_until END)`;

/**
 * There is work from `now` on for those of these lanes that are enabled; answers which. Taken before deliveries are
 * created: a disable that came first is seen, one that comes later finds them.
 */
export async function wakeLanes(
  tx: Tx,
  endpointIds: readonly string[],
  { now, openSince, expiresAt }: { now: number; openSince: number; expiresAt: number },
): Promise<Set<string>> {
  const rows = await tx.rows<{ endpointId: string }>(
    `UPDATE webhook_lanes SET next_due_at = least(next_due_at, ${notBefore('$3')}), open_since = least(open_since, $4), check_at = least(check_at, $5)
   WHERE tenant_id = $1 AND endpoint_id = ANY($2) AND enabled RETURNING endpoint_id`,
    [tx.context.tenantId, endpointIds, new Date(now), new Date(openSince), new Date(expiresAt)],
  );
  return new Set(rows.map((r) => r.endpointId));
}

/** Opens or closes a lane. A holder that still has attempts under way sees it at its next step. */
export const setLaneEnabled = (tx: Tx, endpointId: string, enabled: boolean): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes SET enabled = $3, revision = revision + 1, next_due_at = CASE WHEN $3 OR leased_until IS NOT NULL THEN next_due_at END
   WHERE tenant_id = $1 AND endpoint_id = $2`,
    [tx.context.tenantId, endpointId, enabled],
  );

/** Pauses all lanes of a tenant for this reason, or resumes those that nothing else pauses. */
export const setTenantPause = (tx: Tx, pause: TenantPause, isPaused: boolean): Promise<number> =>
  tx.execute(`UPDATE webhook_lanes SET ${pause} = $2 WHERE tenant_id = $1 AND ${pause} <> $2`, [
    tx.context.tenantId,
    isPaused,
  ]);

export const updateHealth = (
  tx: Tx,
  endpointId: string,
  h: LaneHealth,
  { checkAt, pacedUntil }: { checkAt: number | null; pacedUntil: number | null },
): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes SET standing = $3, width = $4, circuit = $5, circuit_until = $6, circuit_openings = $7, circuit_failures = $8, consecutive_failures = $9,
     failing_since = $10, failed_attempts = $11, warned = $12, last_success_at = $13, last_failure_at = $14, last_error = $15, paused_until = $16,
     check_at = $17, paced_until = $18
   WHERE tenant_id = $1 AND endpoint_id = $2`,
    [
      tx.context.tenantId,
      endpointId,
      h.priorityClass,
      h.concurrency,
      h.circuit,
      dateOrNull(h.circuitUntil),
      h.circuitOpenings,
      h.circuitFailures,
      h.consecutiveFailures,
      dateOrNull(h.failingSince),
      h.failedAttempts,
      h.warned,
      dateOrNull(h.lastSuccessAt),
      dateOrNull(h.lastFailureAt),
      h.lastError,
      dateOrNull(h.pausedUntil),
      dateOrNull(checkAt),
      dateOrNull(pacedUntil),
    ],
  );

/** Takes the one trial of a circuit whose time is over, for `trialMs`; false when another has it. */
export const takeTrial = async (
  tx: Tx,
  endpointId: string,
  now: number,
  trialMs: number,
): Promise<boolean> =>
  (await tx.execute(
    `UPDATE webhook_lanes SET circuit = 'half_open', circuit_until = $4
   WHERE tenant_id = $1 AND endpoint_id = $2 AND enabled AND NOT suspended AND NOT unentitled AND circuit <> 'closed' AND (circuit_until IS NULL OR circuit_until <= $3)`,
    [tx.context.tenantId, endpointId, new Date(now), new Date(now + trialMs)],
  )) > 0;
