import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';

const recoveries = outbound.table('webhookRecoveries');
const openRecoveries = recoveries.only({ status: ['PENDING', 'RUNNING'] });
const events = outbound
  .table('events')
  .pick('seq', 'ingestedAt', 'id', 'type', 'organizationId', 'subjectId');

/** A recovery. `position` is the last examined event. */
export type RecoveryRecord = RowOf<typeof recoveries>;
/** The columns of a stored event that filters use. */
export type KeptEvent = RowOf<typeof events>;

export const insertRecovery = (tx: Tx, recovery: RecoveryRecord): Promise<number> =>
  recoveries.insert(tx, recovery);

export const findRecovery = (
  tx: Tx,
  endpointId: string,
  id: string,
): Promise<RecoveryRecord | undefined> => recoveries.find(tx, { endpointId, id });

/** Returns an open recovery without locking it: the lane of its endpoint is locked first. */
export const findOpenRecovery = (tx: Tx, id: string): Promise<RecoveryRecord | undefined> =>
  openRecoveries.find(tx, { id });

export const lockOpenRecovery = (tx: Tx, id: string): Promise<RecoveryRecord | undefined> =>
  openRecoveries.lock(tx, { id });

export interface RecoveryPage {
  examined: number;
  enqueued: number;
  position: number;
  isLast: boolean;
}

export const advanceRecovery = (
  tx: Tx,
  id: string,
  { examined, enqueued, position, isLast }: RecoveryPage,
  now: number,
): Promise<RecoveryRecord | undefined> =>
  recoveries.updateReturning(tx, { id }, (of) => ({
    status: isLast ? 'COMPLETED' : 'RUNNING',
    examined: of('examined', '+', examined),
    enqueued: of('enqueued', '+', enqueued),
    position,
    completedAt: isLast ? new Date(now) : null,
  }));

/** Ends an open recovery whose job did not finish. */
export const endRecovery = (
  tx: Tx,
  id: string,
  status: 'FAILED' | 'CANCELLED',
  completedAt: Date,
): Promise<number> => openRecoveries.update(tx, { id }, { status, completedAt });

/** Cancels the recoveries of a disabled or deleted endpoint; their jobs find nothing to do. */
export const cancelRecoveries = (tx: Tx, endpointId: string, completedAt: Date): Promise<number> =>
  openRecoveries.update(tx, { endpointId }, { status: 'CANCELLED', completedAt });

/** Redelivers a page of dead-lettered deliveries; skips those whose event is gone. */
export async function requeuePage(
  tx: Tx,
  { endpointId, since, until, eventTypes, position }: RecoveryRecord,
  { now, expiresAt, limit }: { now: number; expiresAt: number; limit: number },
): Promise<RecoveryPage & { openSince: number | null }> {
  const row = await tx.row<{
    examined: number;
    enqueued: number;
    position: number | null;
    since: Date | null;
  }>(
    `WITH page AS (
       SELECT id, event_ingested_at, event_seq FROM webhook_deliveries
       WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'dead_lettered' AND event_seq > $3 AND event_ingested_at BETWEEN $4 AND $5
         AND ($6::text[] IS NULL OR event_type = ANY($6) OR split_part(event_type, '.', 1) || '.*' = ANY($6) OR '*' = ANY($6))
       ORDER BY event_seq LIMIT $7),
     requeued AS (
       UPDATE webhook_deliveries d SET status = 'pending', reason = NULL, step = 0, manual = false, next_attempt_at = $8, expires_at = $9, completed_at = NULL
       FROM page WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.id = page.id AND d.event_ingested_at = page.event_ingested_at AND d.event_ingested_at BETWEEN $4 AND $5
         AND EXISTS (SELECT FROM events e WHERE e.tenant_id = $1 AND e.seq = page.event_seq AND e.ingested_at = page.event_ingested_at)
       RETURNING d.event_ingested_at)
     SELECT (SELECT count(*) FROM page) AS examined, (SELECT max(event_seq) FROM page) AS position, count(*) AS enqueued, min(event_ingested_at) AS since FROM requeued`,
    [
      tx.context.tenantId,
      endpointId,
      position,
      since,
      until,
      eventTypes,
      limit,
      new Date(now),
      new Date(expiresAt),
    ],
  );
  const examined = row?.examined ?? 0;
  return {
    examined,
    enqueued: row?.enqueued ?? 0,
    position: row?.position ?? position,
    isLast: examined < limit,
    openSince: row?.since?.getTime() ?? null,
  };
}

export const listKeptEvents = (
  tx: Tx,
  { since, until, position }: RecoveryRecord,
  limit: number,
): Promise<KeptEvent[]> =>
  tx.rows(
    events
      .select(tx)
      .where('seq', '>', position)
      .where((of) => of.between('ingestedAt', since, until))
      .orderBy('seq')
      .limit(limit),
  );

/** Returns when the oldest stored event was ingested, if older ones were dropped. */
export const oldestAfterTrim = async (tx: Tx): Promise<Date | undefined> =>
  (
    await tx.row<{ at: Date | null }>(
      `SELECT (SELECT ingested_at FROM events e WHERE e.tenant_id = $1 AND e.seq > t.trimmed_seq ORDER BY seq LIMIT 1) AS at
   FROM event_trim t WHERE t.tenant_id = $1 AND t.channel = 'events'`,
      [tx.context.tenantId],
    )
  )?.at ?? undefined;
