import type { SiemSinkHealthResource } from '@platform/contracts';
import { destinations } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import { now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';
import { dateOrNull, inMilliseconds } from '../row-times.ts';

/** The logs of a tenant, under their names for sinks. */
export type SinkChannelName = 'lifecycle' | 'audit';

/** Sequence numbers that a sink never got and that no event has reported yet. */
export interface Drops {
  count: number;
  fromSequence: number;
  toSequence: number;
}

/** The last event read from a channel. `at` is -Infinity if it is unknown. */
export interface LogPosition {
  seq: number;
  at: Date | number;
}

const cursors = outbound
  .table('siemCursors')
  .narrow<{
    channels: SinkChannelName[];
    lastError: SiemSinkHealthResource['lastError'];
    untoldDrops: Partial<Record<SinkChannelName, Drops>> | null;
    /** Whether the last batch took long. */
    isSlow: boolean;
  }>()
  .omit('leasedUntil');
const heads = outbound.table('eventHeads');

const cursorOf = ({
  lifecycleSeq,
  lifecycleAt,
  auditSeq,
  auditAt,
  ...row
}: RowOf<typeof cursors>) => ({
  ...inMilliseconds(row),
  positions: {
    lifecycle: { seq: lifecycleSeq, at: lifecycleAt },
    audit: { seq: auditSeq, at: auditAt },
  } as Record<SinkChannelName, LogPosition>,
});

/** The state of a sink. Times in epoch milliseconds. */
export type SinkCursor = ReturnType<typeof cursorOf>;

/** The bounds of a log: `(trimmed, head]` is stored. */
export interface ChannelBounds {
  head: number;
  trimmed: number;
}

export type CursorBounds = Record<SinkChannelName, ChannelBounds>;

/** Leases of sinks, on the rows of their cursors. */
export const sinkDestinations = destinations({
  table: 'siem_cursors',
  id: 'sink_id',
  dueAt: 'next_due_at',
  mayRun: 'active AND NOT suspended AND NOT unentitled',
  priorityClass: 'standing',
});

const leasedCursors = cursors.only(() => sinkDestinations.isLeased);

/** Locks the cursor for its holder; undefined if another pod holds it, or the sink is deleted. */
export async function lockHeldCursor(
  tx: Tx,
  { destinationId, epoch }: HeldDestination,
): Promise<SinkCursor | undefined> {
  const row = await leasedCursors.lock(tx, { sinkId: destinationId, epoch });
  return row && cursorOf(row);
}

/** Returns the cursor, to change the sink or to show it. */
export async function findCursor(
  tx: Tx,
  sinkId: string,
  { isLocked = false } = {},
): Promise<SinkCursor | undefined> {
  const row = await (isLocked ? cursors.lock(tx, { sinkId }) : cursors.find(tx, { sinkId }));
  return row && cursorOf(row);
}

/** All sinks of a tenant have the same pauses, including a new one. */
const pausedAsOthers = ({ context: { tenantId } }: Tx, pause: 'suspended' | 'unentitled') =>
  sql<boolean>`coalesce((SELECT bool_or(${sql.ref(pause)}) FROM siem_cursors WHERE tenant_id = ${tenantId}), false)`;

export const insertCursor = (
  tx: Tx,
  {
    sinkId,
    active,
    channels,
    maxEvents,
    waitMs,
    positions,
  }: Pick<SinkCursor, 'sinkId' | 'active' | 'channels' | 'maxEvents' | 'waitMs' | 'positions'>,
): Promise<number> =>
  cursors.insert(tx, {
    sinkId,
    active,
    channels,
    maxEvents,
    waitMs,
    lifecycleSeq: positions.lifecycle.seq,
    auditSeq: positions.audit.seq,
    nextDueAt: now,
    suspended: pausedAsOthers(tx, 'suspended'),
    unentitled: pausedAsOthers(tx, 'unentitled'),
  });

const storedTime = ({ at }: LogPosition) => (at instanceof Date ? at : sql<Date>`'-infinity'`);

/** Writes a cursor, except its pauses and its epoch; `isReleased` ends the lease. */
export const updateCursor = (
  tx: Tx,
  {
    sinkId,
    positions: { lifecycle, audit },
    suspended: _suspended,
    unentitled: _unentitled,
    epoch: _epoch,
    ...cursor
  }: SinkCursor,
  { isReleased = false } = {},
): Promise<number> =>
  cursors.update(
    tx,
    { sinkId },
    {
      ...cursor,
      nextDueAt: dateOrNull(cursor.nextDueAt),
      lifecycleSeq: lifecycle.seq,
      lifecycleAt: storedTime(lifecycle),
      auditSeq: audit.seq,
      auditAt: storedTime(audit),
      failingSince: dateOrNull(cursor.failingSince),
      unauthorizedSince: dateOrNull(cursor.unauthorizedSince),
      lastSuccessAt: dateOrNull(cursor.lastSuccessAt),
      lastAttemptAt: dateOrNull(cursor.lastAttemptAt),
      dropsToldAt: dateOrNull(cursor.dropsToldAt),
      ...(isReleased && { leasedUntil: null }),
    },
  );

export const deleteCursor = (tx: Tx, sinkId: string): Promise<number> =>
  cursors.delete(tx, { sinkId });

/**
 * Makes the sinks that read this channel due, immediately if a batch is full; failing ones keep the
 * time of their next attempt. Runs in the transaction that adds the events, so that no wake-up is
 * lost.
 */
export const wakeSinks = async (
  tx: Tx,
  channel: SinkChannelName,
  lastSeq: number,
  now: Date,
): Promise<number> => {
  const woken = await tx.prepared(
    'wake_sinks',
    `UPDATE siem_cursors c SET next_due_at = CASE WHEN full_batch THEN $4::timestamptz ELSE $4::timestamptz + make_interval(secs => c.wait_ms / 1000.0) END
     FROM (SELECT sink_id, $3 - CASE WHEN $2 = 'audit' THEN audit_seq ELSE lifecycle_seq END >= max_events AS full_batch
           FROM siem_cursors WHERE tenant_id = $1) AS f
     WHERE c.tenant_id = $1 AND c.sink_id = f.sink_id AND c.active AND c.consecutive_failures = 0 AND $2 = ANY(c.channels)
       AND (c.next_due_at IS NULL OR (f.full_batch AND c.next_due_at > $4::timestamptz))
     RETURNING c.sink_id`,
    [tx.context.tenantId, channel, lastSeq, now],
  );
  return woken.length;
};

/** Pauses or resumes all sinks of a tenant. */
export const setSinkPause = (
  tx: Tx,
  pause: 'suspended' | 'unentitled',
  isPaused: boolean,
): Promise<number> =>
  cursors.update(
    tx,
    {},
    pause === 'suspended' ? { suspended: isPaused } : { unentitled: isPaused },
  );

const logOf = { lifecycle: 'events', audit: 'audit' } as const;

/** Returns the bounds of both logs of the tenant. */
export async function readLogBounds(tx: Tx): Promise<CursorBounds> {
  const rows = await tx.rows<ChannelBounds & Pick<RowOf<typeof heads>, 'channel'>>(
    `SELECT h.channel, h.last_seq AS head, coalesce(t.trimmed_seq, 0) AS trimmed
     FROM event_heads h LEFT JOIN event_trim t USING (tenant_id, channel) WHERE h.tenant_id = $1`,
    [tx.context.tenantId],
  );
  const of = (channel: SinkChannelName) => {
    const row = rows.find((one) => one.channel === logOf[channel]);
    return { head: row?.head ?? 0, trimmed: row?.trimmed ?? 0 };
  };
  return { lifecycle: of('lifecycle'), audit: of('audit') };
}

/**
 * Waits for events that are being added to the tenant's logs, and blocks further ones until the
 * transaction ends. Take it before the cursor: ingestion locks them in this order.
 */
export async function lockLogHeads(tx: Tx): Promise<void> {
  // A log whose first events are being added has no head to lock yet; inserting one waits for them.
  await tx.execute(
    `INSERT INTO event_heads (tenant_id, channel) SELECT $1, channel FROM unnest($2::text[]) AS channel
     WHERE NOT EXISTS (SELECT FROM purged_tenant WHERE tenant_id = $1) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, Object.values(logOf).toSorted()],
  );
  await heads.list(tx, { orderBy: 'channel', lock: 'share' });
}
