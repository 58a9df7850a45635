import type { Tx, WorkerTx } from '@platform/kit/database';
import type { PriorityClass } from '../lanes/lane-health.ts';
import { cursorRecord } from './cursor-record.ts';
import type { CursorRow, SinkCursor } from './cursor-record.ts';

/** A sink that this pod holds. */
export interface HeldSink {
  tenantId: string;
  sinkId: string;
  epoch: number;
  priorityClass: PriorityClass;
}

/** Which due sinks a pod can work now. */
export interface SinkClaim {
  wanted: readonly { priorityClass: PriorityClass; limit: number }[];
  /** Tenants that can have no slot for sinks of a class: their sinks must not hide those of others. */
  full: readonly { priorityClass: PriorityClass; tenantId: string }[];
  now: number;
  leaseMs: number;
}

/** Takes due sinks, up to so many of each class, for one lease. */
export const claimSinks = (
  tx: WorkerTx,
  { wanted, full, now, leaseMs }: SinkClaim,
): Promise<HeldSink[]> =>
  tx.prepared<HeldSink>(
    'claim_sinks',
    `WITH due AS (
       SELECT s.* FROM unnest($1::text[], $2::integer[]) AS wanted (class, n), LATERAL (
         SELECT tenant_id, sink_id FROM siem_cursors
         WHERE standing = wanted.class AND next_due_at <= $3 AND active AND NOT suspended AND NOT unentitled AND (leased_until IS NULL OR leased_until < now())
           AND NOT EXISTS (SELECT FROM unnest($4::text[], $5::text[]) AS full_for (class, tenant_id) WHERE full_for.class = wanted.class AND full_for.tenant_id = siem_cursors.tenant_id)
         ORDER BY next_due_at LIMIT wanted.n FOR UPDATE OF siem_cursors SKIP LOCKED) s)
     UPDATE siem_cursors c SET epoch = c.epoch + 1, leased_until = now() + make_interval(secs => $6)
     FROM due WHERE c.tenant_id = due.tenant_id AND c.sink_id = due.sink_id
     RETURNING c.tenant_id, c.sink_id, c.epoch, c.standing AS priority_class`,
    [
      wanted.map((w) => w.priorityClass),
      wanted.map((w) => w.limit),
      new Date(now),
      full.map((f) => f.priorityClass),
      full.map((f) => f.tenantId),
      leaseMs / 1000,
    ],
  );

const arraysOf = (held: readonly HeldSink[]): unknown[] => [
  held.map((h) => h.tenantId),
  held.map((h) => h.sinkId),
  held.map((h) => h.epoch),
];

/** Renews leases; returns the sinks that are still held under the same epoch. */
export async function renewSinks(
  tx: WorkerTx,
  held: readonly HeldSink[],
  leaseMs: number,
): Promise<Set<HeldSink>> {
  const rows = await tx.rows<{ sinkId: string; epoch: number }>(
    `UPDATE siem_cursors c SET leased_until = now() + make_interval(secs => $4)
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (tenant_id, sink_id, epoch)
     WHERE c.tenant_id = held.tenant_id AND c.sink_id = held.sink_id AND c.epoch = held.epoch AND c.leased_until IS NOT NULL
     RETURNING c.sink_id, c.epoch`,
    [...arraysOf(held), leaseMs / 1000],
  );
  const kept = new Set(rows.map(({ sinkId, epoch }) => `${sinkId} ${epoch}`));
  return new Set(held.filter(({ sinkId, epoch }) => kept.has(`${sinkId} ${epoch}`)));
}

/** A sink whose turn did not end by itself, and how long it is left alone. */
export interface GivenBack {
  held: HeldSink;
  pauseMs: number;
}

/** Ends leases. The next holder may begin once the pause is over; the epoch moves on, so the former one writes nothing more. */
export const giveSinksBack = (tx: WorkerTx, given: readonly GivenBack[]): Promise<number> =>
  tx.execute(
    `UPDATE siem_cursors c SET epoch = c.epoch + 1, leased_until = now() + make_interval(secs => given.pause)
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[]) AS given (tenant_id, sink_id, epoch, pause)
     WHERE c.tenant_id = given.tenant_id AND c.sink_id = given.sink_id AND c.epoch = given.epoch AND c.leased_until IS NOT NULL`,
    [...arraysOf(given.map(({ held }) => held)), given.map(({ pauseMs }) => pauseMs / 1000)],
  );

/** The cursor, locked by its holder; undefined once another holds it, or the sink is gone. */
export async function lockHeldCursor(
  tx: Tx,
  { sinkId, epoch }: HeldSink,
): Promise<SinkCursor | undefined> {
  const row = await tx.row<CursorRow>(
    'SELECT * FROM siem_cursors WHERE tenant_id = $1 AND sink_id = $2 AND epoch = $3 AND leased_until IS NOT NULL FOR UPDATE',
    [tx.context.tenantId, sinkId, epoch],
  );
  return row && cursorRecord(row);
}
