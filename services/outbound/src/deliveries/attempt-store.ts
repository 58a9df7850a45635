import type { WebhookAttemptError } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';
import type { DeliveryRecord } from './delivery-store.ts';

const attempts = outbound.table('webhookAttempts').narrow<{
  /** Without its query. */
  url: string;
  error: WebhookAttemptError | null;
  responseHeaders: Record<string, string>;
}>();

/** An attempt; `outcome` is null while it is in flight. */
export type AttemptRecord = RowOf<typeof attempts>;

/** Inserts attempts, and completes those in flight. */
export const upsertAttempts = (tx: Tx, records: readonly AttemptRecord[]): Promise<unknown> =>
  tx.prepared(
    'upsert_attempts',
    `INSERT INTO webhook_attempts AS a (tenant_id, delivery_id, id, started_at, number, trigger, url, duration_ms, outcome, error, response_status, response_headers, response_body, response_body_truncated, secret_ids)
   SELECT $1, r."deliveryId", r.id, r."startedAt", r.number, r.trigger, r.url, r."durationMs", r.outcome, r.error, r."responseStatus", r."responseHeaders", r."responseBody", r."responseBodyTruncated",
     ARRAY(SELECT jsonb_array_elements_text(r."secretIds"))
   FROM jsonb_to_recordset($2::jsonb) AS r ("deliveryId" text, id text, "startedAt" timestamptz, number integer, trigger text, url text, "durationMs" integer, outcome text, error text,
     "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text, "responseBodyTruncated" boolean, "secretIds" jsonb)
   ON CONFLICT (tenant_id, delivery_id, id, started_at) DO UPDATE SET duration_ms = excluded.duration_ms, outcome = excluded.outcome, error = excluded.error,
     response_status = excluded.response_status, response_headers = excluded.response_headers, response_body = excluded.response_body,
     response_body_truncated = excluded.response_body_truncated, secret_ids = excluded.secret_ids
   WHERE a.outcome IS NULL`,
    [tx.context.tenantId, JSON.stringify(records)],
  );

/** Deletes attempts whose end was never recorded. */
export const deleteUnfinishedAttempts = (tx: Tx, deliveryId: readonly string[]): Promise<number> =>
  attempts.delete(tx, { deliveryId, outcome: null });

const attemptColumns = `a.delivery_id, a.id, a.started_at, a.number, a.trigger, a.url, a.duration_ms, a.outcome, a.error,
  a.response_status, a.response_headers, a.response_body, a.response_body_truncated, a.secret_ids`;

/** Lists the newest attempts of these deliveries, at most 20 each, newest first. */
export const listAttempts = (
  tx: Tx,
  deliveries: readonly DeliveryRecord[],
): Promise<AttemptRecord[]> =>
  tx.rows<AttemptRecord>(
    `SELECT a.* FROM unnest($2::text[]) AS d (id), LATERAL (
     SELECT ${attemptColumns} FROM webhook_attempts a WHERE a.tenant_id = $1 AND a.delivery_id = d.id AND a.outcome IS NOT NULL AND a.started_at >= $3
     ORDER BY a.number DESC LIMIT 20) AS a`,
    [
      tx.context.tenantId,
      deliveries.map((d) => d.id),
      new Date(Math.min(...deliveries.map((d) => d.createdAt.getTime())) - 60_000),
    ],
  );

/** Clears the request and response data of these events' attempts: answers may echo personal data. */
export const clearAttempts = (tx: Tx, eventIds: readonly string[]): Promise<number> =>
  tx.execute(
    `UPDATE webhook_attempts SET response_body = NULL, response_headers = '{}'
   WHERE tenant_id = $1 AND delivery_id IN (SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND event_id = ANY($2))`,
    [tx.context.tenantId, eventIds],
  );
