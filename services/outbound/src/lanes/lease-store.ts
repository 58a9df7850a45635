import type { Tx, WorkerTx } from '@platform/kit/database';
import type { PriorityClass } from '@platform/kit/delivery';
import { dateOrNull, laneRecord } from './lane-record.ts';
import type { LaneRecord, LaneRow } from './lane-record.ts';

/** A lane that this pod holds. */
export interface HeldLane {
  tenantId: string;
  endpointId: string;
  epoch: number;
  priorityClass: PriorityClass;
  /** The holder before let its lease run out. */
  wasAbandoned: boolean;
}

/** Which due lanes a pod can work now. */
export interface LaneClaim {
  wanted: readonly { priorityClass: PriorityClass; limit: number }[];
  /** Tenants that can have no slot for lanes of a class: their lanes must not hide those of others. */
  full: readonly { priorityClass: PriorityClass; tenantId: string }[];
  now: number;
  leaseMs: number;
}

/** Takes due lanes, up to so many of each class, for one lease. */
export const claimLanes = (
  tx: WorkerTx,
  { wanted, full, now, leaseMs }: LaneClaim,
): Promise<HeldLane[]> =>
  tx.prepared<HeldLane>(
    'claim_lanes',
    `WITH due AS (
     SELECT l.* FROM unnest($1::text[], $2::integer[]) AS wanted (class, n), LATERAL (
       SELECT tenant_id, endpoint_id, leased_until FROM webhook_lanes
       WHERE standing = wanted.class AND next_due_at <= $3 AND NOT suspended AND NOT unentitled AND (leased_until IS NULL OR leased_until < now())
         AND NOT EXISTS (SELECT FROM unnest($4::text[], $5::text[]) AS full_for (class, tenant_id) WHERE full_for.class = wanted.class AND full_for.tenant_id = webhook_lanes.tenant_id)
       ORDER BY next_due_at LIMIT wanted.n FOR UPDATE OF webhook_lanes SKIP LOCKED) l)
   UPDATE webhook_lanes t SET epoch = t.epoch + 1, leased_until = now() + make_interval(secs => $6)
   FROM due WHERE t.tenant_id = due.tenant_id AND t.endpoint_id = due.endpoint_id
   RETURNING t.tenant_id, t.endpoint_id, t.epoch, t.standing AS priority_class, due.leased_until IS NOT NULL AS was_abandoned`,
    [
      wanted.map((w) => w.priorityClass),
      wanted.map((w) => w.limit),
      new Date(now),
      full.map((f) => f.priorityClass),
      full.map((f) => f.tenantId),
      leaseMs / 1000,
    ],
  );

const arraysOf = (lanes: readonly HeldLane[]): unknown[] => [
  lanes.map((l) => l.tenantId),
  lanes.map((l) => l.endpointId),
  lanes.map((l) => l.epoch),
];

/** Renews leases; answers the endpoints whose lane is still held. */
export async function renewLanes(
  tx: WorkerTx,
  lanes: readonly HeldLane[],
  leaseMs: number,
): Promise<Set<string>> {
  const rows = await tx.rows<{ endpointId: string }>(
    `UPDATE webhook_lanes l SET leased_until = now() + make_interval(secs => $4)
   FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (tenant_id, endpoint_id, epoch)
   WHERE l.tenant_id = held.tenant_id AND l.endpoint_id = held.endpoint_id AND l.epoch = held.epoch AND l.leased_until IS NOT NULL
   RETURNING l.endpoint_id`,
    [...arraysOf(lanes), leaseMs / 1000],
  );
  return new Set(rows.map((r) => r.endpointId));
}

/** Frees lanes that could not be worked. */
export const freeLanes = (tx: WorkerTx, lanes: readonly HeldLane[]): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes l SET leased_until = NULL FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (tenant_id, endpoint_id, epoch)
   WHERE l.tenant_id = held.tenant_id AND l.endpoint_id = held.endpoint_id AND l.epoch = held.epoch`,
    arraysOf(lanes),
  );

/** A lane, locked by its holder; undefined once another holds it, or it is gone. */
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
