import type { Tx, WorkerTx } from '@platform/kit/database';
import type { LaneHealth } from './lane-health.ts';
import { laneRecord } from './lane-record.ts';
import type { LaneRecord, LaneRow } from './lane-record.ts';
import type { Standing } from '../dispatch/slots.ts';

/** A lane that this pod holds. */
export interface HeldLane {
  tenantId: string;
  endpointId: string;
  epoch: number;
  standing: Standing;
  /** The holder before let its lease run out. */
  wasAbandoned: boolean;
}

const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Takes due lanes, up to so many of each standing, for one lease. */
export const claimLanes = (
  tx: WorkerTx,
  {
    wanted,
    fullTenants,
    now,
    leaseMs,
  }: {
    wanted: readonly { standing: Standing; limit: number }[];
    fullTenants: readonly string[];
    now: number;
    leaseMs: number;
  },
): Promise<HeldLane[]> =>
  tx.rows<HeldLane>(
    `WITH due AS (
     SELECT l.* FROM unnest($1::text[], $2::integer[]) AS wanted (standing, n), LATERAL (
       SELECT tenant_id, endpoint_id, leased_until FROM webhook_lanes
       WHERE standing = wanted.standing AND next_due_at <= $3 AND NOT suspended AND NOT unentitled AND (leased_until IS NULL OR leased_until < now()) AND tenant_id <> ALL($4::text[])
       ORDER BY next_due_at LIMIT wanted.n FOR UPDATE SKIP LOCKED) l)
   UPDATE webhook_lanes t SET epoch = t.epoch + 1, leased_until = now() + make_interval(secs => $5)
   FROM due WHERE t.tenant_id = due.tenant_id AND t.endpoint_id = due.endpoint_id
   RETURNING t.tenant_id AS "tenantId", t.endpoint_id AS "endpointId", t.epoch, t.standing, due.leased_until IS NOT NULL AS "wasAbandoned"`,
    [
      wanted.map((w) => w.standing),
      wanted.map((w) => w.limit),
      new Date(now),
      fullTenants,
      leaseMs / 1000,
    ],
  );

/** Renews leases; answers the endpoints whose lane is still held. */
export const renewLanes = async (
  tx: WorkerTx,
  lanes: readonly HeldLane[],
  leaseMs: number,
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ endpoint_id: string }>(
        `UPDATE webhook_lanes l SET leased_until = now() + make_interval(secs => $4)
   FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (tenant_id, endpoint_id, epoch)
   WHERE l.tenant_id = held.tenant_id AND l.endpoint_id = held.endpoint_id AND l.epoch = held.epoch AND l.leased_until IS NOT NULL
   RETURNING l.endpoint_id`,
        [
          lanes.map((l) => l.tenantId),
          lanes.map((l) => l.endpointId),
          lanes.map((l) => l.epoch),
          leaseMs / 1000,
        ],
      )
    ).map((r) => r.endpoint_id),
  );

/** Frees a lane that could not be worked. */
export const freeLane = (
  tx: WorkerTx,
  { tenantId, endpointId, epoch }: HeldLane,
): Promise<number> =>
  tx.execute(
    'UPDATE webhook_lanes SET leased_until = NULL WHERE tenant_id = $1 AND endpoint_id = $2 AND epoch = $3',
    [tenantId, endpointId, epoch],
  );

/** Lanes whose time has come to be checked. */
export const listLanesToCheck = (
  tx: WorkerTx,
  now: number,
  limit: number,
): Promise<{ tenantId: string; endpointId: string }[]> =>
  tx.rows(
    'SELECT tenant_id AS "tenantId", endpoint_id AS "endpointId" FROM webhook_lanes WHERE check_at <= $1 ORDER BY check_at LIMIT $2',
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

/** The same for its holder; undefined once another holds it, or it is gone. */
export async function lockHeldLane(
  tx: Tx,
  { endpointId, epoch }: HeldLane,
): Promise<LaneRecord | undefined> {
  const row = await tx.row<LaneRow>(
    'SELECT * FROM webhook_lanes WHERE tenant_id = $1 AND endpoint_id = $2 AND epoch = $3 AND leased_until IS NOT NULL FOR UPDATE',
    [tx.context.tenantId, endpointId, epoch],
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
  return new Map(rows.map((r) => [r.endpoint_id, laneRecord(r)]));
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
export const wakeLanes = async (
  tx: Tx,
  endpointIds: readonly string[],
  { now, openSince, expiresAt }: { now: number; openSince: number; expiresAt: number },
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ endpoint_id: string }>(
        `UPDATE webhook_lanes SET next_due_at = least(next_due_at, ${notBefore('$3')}), open_since = least(open_since, $4), check_at = least(check_at, $5)
   WHERE tenant_id = $1 AND endpoint_id = ANY($2) AND enabled RETURNING endpoint_id`,
        [tx.context.tenantId, endpointIds, new Date(now), new Date(openSince), new Date(expiresAt)],
      )
    ).map((r) => r.endpoint_id),
  );

/** Opens or closes a lane. A holder that still has attempts under way sees it at its next step. */
export const setLaneEnabled = (tx: Tx, endpointId: string, enabled: boolean): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes SET enabled = $3, revision = revision + 1, next_due_at = CASE WHEN $3 OR leased_until IS NOT NULL THEN next_due_at END
   WHERE tenant_id = $1 AND endpoint_id = $2`,
    [tx.context.tenantId, endpointId, enabled],
  );

/** Why all lanes of a tenant may rest. */
export type RestReason = 'suspended' | 'unentitled';

/** All lanes of a tenant rest for this reason, or no more for this one. */
export const restLanes = (tx: Tx, reason: RestReason, rests: boolean): Promise<number> =>
  tx.execute(`UPDATE webhook_lanes SET ${reason} = $2 WHERE tenant_id = $1 AND ${reason} <> $2`, [
    tx.context.tenantId,
    rests,
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
      h.standing,
      h.width,
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

/** The holder is done for now. Without open deliveries the lane is idle. */
export const releaseLane = (
  tx: Tx,
  endpointId: string,
  nextDueAt: number | null,
): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes SET leased_until = NULL, next_due_at = $3, open_since = CASE WHEN $3::timestamptz IS NOT NULL THEN open_since END
   WHERE tenant_id = $1 AND endpoint_id = $2`,
    [tx.context.tenantId, endpointId, dateOrNull(nextDueAt)],
  );
