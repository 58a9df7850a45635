import type { PlatformEvent } from '@platform/contracts';
import type { Selectable, Tx } from '@platform/kit/database';
import type { OutboundTables } from '../generated/tables.ts';
import type { SinkChannelName } from './cursor-store.ts';

/** An event of a log. */
export type LoggedEvent = Pick<Selectable<OutboundTables['events']>, 'seq' | 'ingestedAt'> & {
  event: PlatformEvent;
};

const tables = { lifecycle: 'events', audit: 'audit_events' } as const;

/**
 * Waits for a drop of partitions and blocks the next one until the transaction ends. The first
 * statement of a read, so that every event missing in the log is covered by its bounds.
 */
export const lockLogs = (tx: Tx): Promise<number> =>
  tx.execute('LOCK TABLE ONLY events, ONLY audit_events IN ACCESS SHARE MODE');

/** Lists events after a number, in order; `at`, when that one was ingested, only prunes partitions. */
export const readLog = (
  tx: Tx,
  channel: SinkChannelName,
  { seq, at, upTo, limit }: { seq: number; at: Date | number; upTo: number; limit: number },
): Promise<LoggedEvent[]> =>
  tx.rows<LoggedEvent>(
    `SELECT seq, ingested_at, envelope AS event FROM ${tables[channel]}
     WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 AND ingested_at >= coalesce($4::timestamptz, '-infinity') ORDER BY seq LIMIT $5`,
    [tx.context.tenantId, seq, upTo, at instanceof Date ? at : null, limit],
  );

/** Returns the number before the first event ingested at or after a time; undefined if there is none. */
export async function seqBefore(
  tx: Tx,
  channel: SinkChannelName,
  since: Date,
): Promise<number | undefined> {
  const row = await tx.row<{ seq: number | null }>(
    `SELECT min(seq) AS seq FROM ${tables[channel]} WHERE tenant_id = $1 AND ingested_at >= $2`,
    [tx.context.tenantId, since],
  );
  return row?.seq == null ? undefined : row.seq - 1;
}

/** Returns when the oldest event after a number was ingested; undefined if there is none. */
export async function oldestUnread(
  tx: Tx,
  channel: SinkChannelName,
  { seq, at }: { seq: number; at: Date | number },
): Promise<Date | undefined> {
  const [first] = await readLog(tx, channel, { seq, at, upTo: Number.MAX_SAFE_INTEGER, limit: 1 });
  return first?.ingestedAt;
}

/** Returns when the oldest stored event of either log was ingested. */
export async function oldestKept(tx: Tx): Promise<Date | undefined> {
  const row = await tx.row<{ at: Date | null }>(
    `SELECT least((SELECT ingested_at FROM events WHERE tenant_id = $1 ORDER BY seq LIMIT 1),
       (SELECT ingested_at FROM audit_events WHERE tenant_id = $1 ORDER BY seq LIMIT 1)) AS at`,
    [tx.context.tenantId],
  );
  return row?.at ?? undefined;
}
