import { given } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';
import type { DeliveryReason } from './delivery-state.ts';

export const deliveries = outbound
  .table('webhookDeliveries')
  .narrow<{ reason: DeliveryReason | null }>()
  .omit('claimEpoch');
const events = outbound.table('events').pick('id');

export type DeliveryRecord = RowOf<typeof deliveries>;

export type NewDelivery = Pick<DeliveryRecord, 'id' | 'endpointId' | 'eventId' | 'eventType'> & {
  eventIngestedAt: string;
  eventSeq: number;
};

/** Inserts deliveries. Returns the number of those that did not exist. */
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
): Promise<DeliveryRecord | undefined> => deliveries.find(tx, { endpointId, id });

/** Finds the tenant and endpoint of a delivery, by way of the endpoints: each lookup uses the primary key. */
export const findDeliveryPlace = (
  tx: WorkerTx,
  id: string,
): Promise<({ tenantId: string } & Pick<DeliveryRecord, 'endpointId'>) | undefined> =>
  tx.row(
    `SELECT e.tenant_id, e.id AS endpoint_id FROM webhook_endpoints e
     WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.id = $1) LIMIT 1`,
    [id],
  );

export type DeliveryFilter = {
  [C in 'status' | 'eventType' | 'eventId']?: DeliveryRecord[C] | undefined;
};

/** Newest first. */
export const listDeliveries = (
  tx: Tx,
  endpointId: string,
  { status, eventType, eventId }: DeliveryFilter,
  behind: string | undefined,
  limit: number,
): Promise<DeliveryRecord[]> =>
  deliveries.page(tx, {
    where: { endpointId, ...given({ status, eventType, eventId }) },
    by: 'id',
    behind,
    limit,
  });

/** Whether an event is still stored. */
export const isEventKept = async (
  tx: Tx,
  { eventSeq, eventIngestedAt }: Pick<DeliveryRecord, 'eventSeq' | 'eventIngestedAt'>,
): Promise<boolean> =>
  eventSeq !== null &&
  (await events.find(tx, { seq: eventSeq, ingestedAt: eventIngestedAt })) !== undefined;

/** Makes a delivery due now. `isFresh`: with a new schedule and a new expiry. */
export const requeueDelivery = (
  tx: Tx,
  { endpointId, id, eventIngestedAt }: DeliveryRecord,
  { now, expiresAt, isFresh }: { now: number; expiresAt: number; isFresh: boolean },
): Promise<number> =>
  deliveries.update(
    tx,
    { endpointId, id, eventIngestedAt },
    {
      status: 'pending',
      reason: null,
      nextAttemptAt: new Date(now),
      manual: true,
      completedAt: null,
      ...(isFresh && { step: 0, expiresAt: new Date(expiresAt) }),
    },
  );

/** Inserts a request that has ended, and is never pending. */
export const insertEndedDelivery = (tx: Tx, delivery: DeliveryRecord): Promise<number> =>
  deliveries.insert(tx, delivery);
