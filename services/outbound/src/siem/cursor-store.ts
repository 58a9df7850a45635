import type { Tx } from '@platform/kit/database';
import { cursorRecord } from './cursor-record.ts';
import type { CursorRow, CursorBounds, SinkChannelName, SinkCursor } from './cursor-record.ts';

const dateOf = (value: number | null): Date | null => (value === null ? null : new Date(value));

/** The cursor, for who changes the sink or shows it. */
export async function findCursor(
  tx: Tx,
  sinkId: string,
  { isLocked = false } = {},
): Promise<SinkCursor | undefined> {
  const row = await tx.row<CursorRow>(
    `SELECT * FROM siem_cursors WHERE tenant_id = $1 AND sink_id = $2${isLocked ? ' FOR UPDATE' : ''}`,
    [tx.context.tenantId, sinkId],
  );
  return row && cursorRecord(row);
}

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
  tx.execute(
    `INSERT INTO siem_cursors (tenant_id, sink_id, active, channels, max_events, wait_ms, lifecycle_seq, audit_seq, next_due_at,
       suspended, unentitled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(),
       coalesce((SELECT bool_or(suspended) FROM siem_cursors WHERE tenant_id = $1), false),
       coalesce((SELECT bool_or(unentitled) FROM siem_cursors WHERE tenant_id = $1), false))`,
    [
      tx.context.tenantId,
      sinkId,
      active,
      channels,
      maxEvents,
      waitMs,
      positions.lifecycle.seq,
      positions.audit.seq,
    ],
  );

/** Writes all of a cursor; `isReleased` ends the lease. */
export const updateCursor = (
  tx: Tx,
  cursor: SinkCursor,
  { isReleased = false } = {},
): Promise<number> => {
  const { lifecycle, audit } = cursor.positions;
  return tx.execute(
    `UPDATE siem_cursors SET active = $3, channels = $4, max_events = $5, wait_ms = $6, next_due_at = $7, lifecycle_seq = $8, lifecycle_at = coalesce($9::timestamptz, '-infinity'),
       audit_seq = $10, audit_at = coalesce($11::timestamptz, '-infinity'), batch_channel = $12, batch_until = $13, batch_refusals = $14, consecutive_failures = $15, failing_since = $16,
       unauthorized_since = $17, told_failing = $18, last_success_at = $19, last_attempt_at = $20, last_error = $21, delivered_total = $22,
       dropped_total = $23, untold_drops = $24, drops_told_at = $25, is_slow = $26, leased_until = CASE WHEN $27 THEN NULL ELSE leased_until END
     WHERE tenant_id = $1 AND sink_id = $2`,
    [
      tx.context.tenantId,
      cursor.sinkId,
      cursor.active,
      cursor.channels,
      cursor.maxEvents,
      cursor.waitMs,
      dateOf(cursor.nextDueAt),
      lifecycle.seq,
      lifecycle.at instanceof Date ? lifecycle.at : null,
      audit.seq,
      audit.at instanceof Date ? audit.at : null,
      cursor.batchChannel,
      cursor.batchUntil,
      cursor.batchRefusals,
      cursor.consecutiveFailures,
      dateOf(cursor.failingSince),
      dateOf(cursor.unauthorizedSince),
      cursor.toldFailing,
      dateOf(cursor.lastSuccessAt),
      dateOf(cursor.lastAttemptAt),
      cursor.lastError && JSON.stringify(cursor.lastError),
      cursor.deliveredTotal,
      cursor.droppedTotal,
      cursor.untoldDrops && JSON.stringify(cursor.untoldDrops),
      dateOf(cursor.dropsToldAt),
      cursor.isSlow,
      isReleased,
    ],
  );
};

export const deleteCursor = (tx: Tx, sinkId: string): Promise<number> =>
  tx.execute('DELETE FROM siem_cursors WHERE tenant_id = $1 AND sink_id = $2', [
    tx.context.tenantId,
    sinkId,
  ]);

/**
 * New events are there: sinks that read their channel become due, at once where a batch is full. Failing ones keep the time of
 * their next attempt. Within the transaction that adds the events, so no wake is lost.
 */
export const wakeSinks = (
  tx: Tx,
  channel: SinkChannelName,
  lastSeq: number,
  now: Date,
): Promise<number> =>
  tx.execute(
    `UPDATE siem_cursors c SET next_due_at = CASE WHEN full_batch THEN $4::timestamptz ELSE $4::timestamptz + make_interval(secs => c.wait_ms / 1000.0) END
     FROM (SELECT sink_id, $3 - CASE WHEN $2 = 'audit' THEN audit_seq ELSE lifecycle_seq END >= max_events AS full_batch
           FROM siem_cursors WHERE tenant_id = $1) AS f
     WHERE c.tenant_id = $1 AND c.sink_id = f.sink_id AND c.active AND c.consecutive_failures = 0 AND $2 = ANY(c.channels)
       AND (c.next_due_at IS NULL OR (f.full_batch AND c.next_due_at > $4::timestamptz))`,
    [tx.context.tenantId, channel, lastSeq, now],
  );

/** Pauses or resumes all sinks of a tenant. */
export const setSinkPause = (
  tx: Tx,
  pause: 'suspended' | 'unentitled',
  isPaused: boolean,
): Promise<number> =>
  tx.execute(`UPDATE siem_cursors SET ${pause} = $2 WHERE tenant_id = $1`, [
    tx.context.tenantId,
    isPaused,
  ]);

const logOf = { lifecycle: 'events', audit: 'audit' } as const;

/** How far both logs of the tenant go. */
export async function readLogBounds(tx: Tx): Promise<CursorBounds> {
  const rows = await tx.rows<{ channel: string; head: number; trimmed: number }>(
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
 * Waits for events that are being added to the logs of the tenant, and holds off further ones until the transaction ends. Take it
 * before the cursor: ingestion locks them in this order.
 */
export async function lockLogHeads(tx: Tx): Promise<void> {
  // A log whose first events are being added has no head to lock yet; inserting it waits for them.
  await tx.execute(
    `INSERT INTO event_heads (tenant_id, channel) SELECT $1, channel FROM unnest($2::text[]) AS channel
     WHERE NOT EXISTS (SELECT FROM purged_tenant WHERE tenant_id = $1) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, Object.values(logOf).toSorted()],
  );
  await tx.rows('SELECT FROM event_heads WHERE tenant_id = $1 ORDER BY channel FOR SHARE', [
    tx.context.tenantId,
  ]);
}
