import type { Tx, WorkerTx } from '@platform/kit/database';
import type { DeliveryRecord } from './delivery-record.ts';
import type { DeliveryStatus } from './delivery-state.ts';

/** A row as {@link DeliveryRecord}. */
export const deliveryColumns = `id, endpoint_id, event_id, event_ingested_at, event_seq, event_type,
  trigger, status, reason, attempt_count, step, manual, next_attempt_at, claimed_at,
  created_at, expires_at, completed_at`;

/** A delivery to be created. */
export interface NewDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  eventIngestedAt: string;
  eventSeq: number;
  eventType: string;
}

/** Owes events to endpoints; answers how many were not owed already. */
export const insertDeliveries = (
  tx: Tx,
  owed: readonly NewDelivery[],
  { trigger, now, expiresAt }: { trigger: 'event' | 'recovery'; now: number; expiresAt: number },
): Promise<number> =>
  tx.execute(
    `INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_ingested_at, event_id, event_seq, event_type, trigger, status, next_attempt_at, created_at, expires_at)
   SELECT $1, endpoint_id, id, ingested_at, event_id, seq, type, $2, 'pending', $3, $3, $4
   FROM unnest($5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::bigint[], $10::text[]) AS owed (endpoint_id, id, ingested_at, event_id, seq, type)
   ON CONFLICT (tenant_id, endpoint_id, event_id, event_ingested_at) DO NOTHING`,
    [
      tx.context.tenantId,
      trigger,
      new Date(now),
      new Date(expiresAt),
      owed.map((o) => o.endpointId),
      owed.map((o) => o.id),
      owed.map((o) => o.eventIngestedAt),
      owed.map((o) => o.eventId),
      owed.map((o) => o.eventSeq),
      owed.map((o) => o.eventType),
    ],
  );

export const findDelivery = (
  tx: Tx,
  endpointId: string,
  id: string,
): Promise<DeliveryRecord | undefined> =>
  tx.row<DeliveryRecord>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3`,
    [tx.context.tenantId, endpointId, id],
  );

/** Whose delivery it is. By way of the endpoints, so that each look-up is by the primary key. */
export const findDeliveryPlace = (
  tx: WorkerTx,
  id: string,
): Promise<{ tenantId: string; endpointId: string } | undefined> =>
  tx.row(
    `SELECT e.tenant_id, e.id AS endpoint_id FROM webhook_endpoints e
     WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.id = $1) LIMIT 1`,
    [id],
  );

/** What a list of deliveries is narrowed by. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  eventType?: string | undefined;
  eventId?: string | undefined;
}

/** Newest first. */
export const listDeliveries = (
  tx: Tx,
  endpointId: string,
  { status, eventType, eventId }: DeliveryFilter,
  before: string | undefined,
  limit: number,
): Promise<DeliveryRecord[]> =>
  tx.rows<DeliveryRecord>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR event_type = $4)
     AND ($5::text IS NULL OR event_id = $5) AND ($6::text IS NULL OR id < $6) ORDER BY id DESC LIMIT $7`,
    [
      tx.context.tenantId,
      endpointId,
      status ?? null,
      eventType ?? null,
      eventId ?? null,
      before ?? null,
      limit,
    ],
  );

/** Whether an event is still kept. */
export const isEventKept = async (
  tx: Tx,
  { eventSeq, eventIngestedAt }: Pick<DeliveryRecord, 'eventSeq' | 'eventIngestedAt'>,
): Promise<boolean> =>
  eventSeq !== null &&
  (await tx.row('SELECT 1 FROM events WHERE tenant_id = $1 AND seq = $2 AND ingested_at = $3', [
    tx.context.tenantId,
    eventSeq,
    eventIngestedAt,
  ])) !== undefined;

/** Sends a delivery again, now. `isFresh`: with a new schedule and a new life. */
export const requeueDelivery = (
  tx: Tx,
  { endpointId, id, eventIngestedAt }: DeliveryRecord,
  { now, expiresAt, isFresh }: { now: number; expiresAt: number; isFresh: boolean },
): Promise<number> =>
  tx.execute(
    `UPDATE webhook_deliveries SET status = 'pending', reason = NULL, next_attempt_at = $5, manual = true, completed_at = NULL,
     step = CASE WHEN $6 THEN 0 ELSE step END, expires_at = CASE WHEN $6 THEN $7 ELSE expires_at END
   WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3 AND event_ingested_at = $4`,
    [
      tx.context.tenantId,
      endpointId,
      id,
      eventIngestedAt,
      new Date(now),
      isFresh,
      new Date(expiresAt),
    ],
  );

/** A request that was made and is over: never pending, never again. */
export const insertEndedDelivery = (tx: Tx, d: DeliveryRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_ingested_at, event_id, event_type, trigger, status, reason, attempt_count, step, created_at, expires_at, completed_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 1, $10, $11, $12)`,
    [
      tx.context.tenantId,
      d.endpointId,
      d.id,
      d.eventIngestedAt,
      d.eventId,
      d.eventType,
      d.trigger,
      d.status,
      d.reason,
      d.createdAt,
      d.expiresAt,
      d.completedAt,
    ],
  );
