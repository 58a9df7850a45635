import type { WebhookRecoveryResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A row of webhook_recoveries. */
export interface RecoveryRecord {
  id: string;
  endpointId: string;
  mode: 'failed' | 'missing';
  since: Date;
  until: Date;
  eventTypes: string[] | null;
  status: WebhookRecoveryResource['status'];
  /** The last event examined. */
  position: number;
  examined: number;
  enqueued: number;
  createdAt: Date;
  completedAt: Date | null;
}

const columns = `id, endpoint_id, mode, since, until, event_types, status, position, examined, enqueued, created_at, completed_at`;

export const insertRecovery = (tx: Tx, r: RecoveryRecord): Promise<number> =>
  tx.execute(
    'INSERT INTO webhook_recoveries (tenant_id, id, endpoint_id, mode, since, until, event_types, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [tx.context.tenantId, r.id, r.endpointId, r.mode, r.since, r.until, r.eventTypes, r.createdAt],
  );

export const findRecovery = (
  tx: Tx,
  endpointId: string,
  id: string,
): Promise<RecoveryRecord | undefined> =>
  tx.row<RecoveryRecord>(
    `SELECT ${columns} FROM webhook_recoveries WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3`,
    [tx.context.tenantId, endpointId, id],
  );

/** The endpoint that a recovery is for, while it is open. */
export const findOpenRecovery = (tx: Tx, id: string): Promise<{ endpointId: string } | undefined> =>
  tx.row(
    `SELECT endpoint_id FROM webhook_recoveries WHERE tenant_id = $1 AND id = $2 AND status IN ('PENDING', 'RUNNING')`,
    [tx.context.tenantId, id],
  );

export const lockRecovery = (tx: Tx, id: string): Promise<RecoveryRecord | undefined> =>
  tx.row<RecoveryRecord>(
    `SELECT ${columns} FROM webhook_recoveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.context.tenantId, id],
  );

/** What one page came to. */
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
  tx.row<RecoveryRecord>(
    `UPDATE webhook_recoveries SET status = CASE WHEN $6 THEN 'COMPLETED' ELSE 'RUNNING' END, examined = examined + $3, enqueued = enqueued + $4, position = $5,
     completed_at = CASE WHEN $6 THEN $7::timestamptz END
   WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [tx.context.tenantId, id, examined, enqueued, position, isLast, new Date(now)],
  );

/** Ends an open recovery whose job did not come to its end. */
export const endRecovery = (
  tx: Tx,
  id: string,
  status: 'FAILED' | 'CANCELLED',
  now: Date,
): Promise<number> =>
  tx.execute(
    "UPDATE webhook_recoveries SET status = $3, completed_at = $4 WHERE tenant_id = $1 AND id = $2 AND status IN ('PENDING', 'RUNNING')",
    [tx.context.tenantId, id, status, now],
  );

/** The endpoint was disabled or deleted; the job finds nothing more to do. */
export const cancelRecoveries = (tx: Tx, endpointId: string, now: Date): Promise<number> =>
  tx.execute(
    "UPDATE webhook_recoveries SET status = 'CANCELLED', completed_at = $3 WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('PENDING', 'RUNNING')",
    [tx.context.tenantId, endpointId, now],
  );

/** Sends a page of dead-lettered deliveries again; those whose event is gone stay. */
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

/** A kept event, as far as filters look. */
export interface KeptEvent {
  seq: number;
  ingestedAt: Date;
  id: string;
  type: string;
  organizationId: string | null;
  subjectId: string;
}

export const listKeptEvents = (
  tx: Tx,
  { since, until, position }: RecoveryRecord,
  limit: number,
): Promise<KeptEvent[]> =>
  tx.rows<KeptEvent>(
    `SELECT seq, ingested_at, id, type, organization_id, subject_id FROM events
   WHERE tenant_id = $1 AND seq > $2 AND ingested_at BETWEEN $3 AND $4 ORDER BY seq LIMIT $5`,
    [tx.context.tenantId, position, since, until, limit],
  );

/** When the oldest kept event came in, where older ones were dropped. */
export const oldestAfterTrim = async (tx: Tx): Promise<Date | undefined> =>
  (
    await tx.row<{ at: Date | null }>(
      `SELECT (SELECT ingested_at FROM events e WHERE e.tenant_id = $1 AND e.seq > t.trimmed_seq ORDER BY seq LIMIT 1) AS at
   FROM event_trim t WHERE t.tenant_id = $1 AND t.channel = 'events'`,
      [tx.context.tenantId],
    )
  )?.at ?? undefined;
