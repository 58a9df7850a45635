import type { Tx } from '@platform/kit/database';
import { movedBy } from './delivery-state.ts';
import type { DeliveryReason, DeliveryStatus } from './delivery-state.ts';
import type { AttemptRecord, DeliveryRecord } from './delivery-record.ts';

const columns = `id, endpoint_id AS "endpointId", event_id AS "eventId", event_ingested_at AS "eventIngestedAt", event_seq AS "eventSeq", event_type AS "eventType",
  trigger, status, reason, attempt_count AS "attemptCount", step, manual, next_attempt_at AS "nextAttemptAt", claimed_at AS "claimedAt",
  created_at AS "createdAt", expires_at AS "expiresAt", completed_at AS "completedAt"`;

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

/** A delivery in flight, with the event as stored; `body` is null when the event is gone. */
export interface ClaimedDelivery extends DeliveryRecord {
  body: string | null;
}

interface Claim {
  epoch: number;
  now: number;
  limit: number;
  openSince: number | null;
  isStrict: boolean;
}

const due = `SELECT id, event_ingested_at FROM webhook_deliveries
  WHERE tenant_id = $1 AND endpoint_id = $2 AND event_ingested_at >= $3 AND status = 'pending' AND next_attempt_at <= $4 AND expires_at > $4
  ORDER BY next_attempt_at, event_seq LIMIT $5`;
/** The first that is open, and only if it is due: one that failed holds back the rest. */
const dueFirst = `SELECT id, event_ingested_at FROM (
    SELECT id, event_ingested_at, status, next_attempt_at FROM webhook_deliveries
    WHERE tenant_id = $1 AND endpoint_id = $2 AND event_ingested_at >= $3 AND status IN ('pending', 'in_flight') AND expires_at > $4
    ORDER BY event_seq LIMIT 1) AS first
  WHERE status = 'pending' AND next_attempt_at <= $4 LIMIT $5`;

/** Takes due deliveries of a held lane, in order; counts the attempt. */
export const claimDeliveries = (
  tx: Tx,
  endpointId: string,
  { epoch, now, limit, openSince, isStrict }: Claim,
): Promise<ClaimedDelivery[]> =>
  tx.rows<ClaimedDelivery>(
    `WITH due AS (${isStrict ? dueFirst : due}), claimed AS (
     UPDATE webhook_deliveries d SET status = 'in_flight', attempt_count = attempt_count + 1, step = step + 1, claimed_at = $4, claim_epoch = $6
     FROM due WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.id = due.id AND d.event_ingested_at = due.event_ingested_at AND d.event_ingested_at >= $3
     RETURNING d.*)
   SELECT c.*, e.envelope::text AS body FROM (SELECT tenant_id, ${columns} FROM claimed) AS c
   LEFT JOIN events e ON e.tenant_id = $1 AND e.seq = c."eventSeq" AND e.ingested_at = c."eventIngestedAt" AND e.ingested_at >= $3 ORDER BY c."nextAttemptAt", c."eventSeq"`,
    [
      tx.context.tenantId,
      endpointId,
      openSince === null ? '-infinity' : new Date(openSince),
      new Date(now),
      limit,
      epoch,
    ],
  );

/** When the lane has something to do next; null when nothing is pending. */
export async function nextDeliveryAt(
  tx: Tx,
  endpointId: string,
  { openSince, isStrict, now }: Pick<Claim, 'openSince' | 'isStrict' | 'now'>,
): Promise<number | null> {
  const order = isStrict ? 'event_seq' : 'next_attempt_at, event_seq';
  const row = await tx.row<{ at: Date }>(
    `SELECT next_attempt_at AS at FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND event_ingested_at >= $3 AND status ${isStrict ? "IN ('pending', 'in_flight')" : "= 'pending'"} AND expires_at > $4
     ORDER BY ${order} LIMIT 1`,
    [
      tx.context.tenantId,
      endpointId,
      openSince === null ? '-infinity' : new Date(openSince),
      new Date(now),
    ],
  );
  return row?.at.getTime() ?? null;
}

/** In flight, but not among those that the holder knows: the one who claimed them is gone. */
export const listOrphans = (
  tx: Tx,
  endpointId: string,
  knownIds: readonly string[],
): Promise<DeliveryRecord[]> =>
  tx.rows<DeliveryRecord>(
    `SELECT ${columns} FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'in_flight' AND id <> ALL($3)`,
    [tx.context.tenantId, endpointId, knownIds],
  );

/** How a delivery in flight goes on. */
export interface DeliveryResult {
  id: string;
  eventIngestedAt: Date;
  status: DeliveryStatus;
  reason: DeliveryReason | null;
  nextAttemptAt: number | null;
  completedAt: number | null;
}

export const settleDeliveries = (
  tx: Tx,
  endpointId: string,
  results: readonly DeliveryResult[],
): Promise<number> =>
  tx.execute(
    `UPDATE webhook_deliveries d SET status = r.status, reason = r.reason, next_attempt_at = r.next_at, completed_at = r.completed_at, manual = false, claimed_at = NULL, claim_epoch = NULL
   FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[]) AS r (id, ingested_at, status, reason, next_at, completed_at)
   WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.id = r.id AND d.event_ingested_at = r.ingested_at AND d.event_ingested_at = ANY($4) AND d.status = 'in_flight'`,
    [
      tx.context.tenantId,
      endpointId,
      results.map((r) => r.id),
      results.map((r) => r.eventIngestedAt),
      results.map((r) => r.status),
      results.map((r) => r.reason),
      results.map((r) => (r.nextAttemptAt === null ? null : new Date(r.nextAttemptAt))),
      results.map((r) => (r.completedAt === null ? null : new Date(r.completedAt))),
    ],
  );

/** Writes attempts; one that stands as under way is completed. */
export const upsertAttempts = (tx: Tx, attempts: readonly AttemptRecord[]): Promise<number> =>
  tx.execute(
    `INSERT INTO webhook_attempts AS a (tenant_id, delivery_id, id, started_at, number, trigger, url, duration_ms, outcome, error, response_status, response_headers, response_body, response_body_truncated, secret_ids)
   SELECT $1, r."deliveryId", r.id, r."startedAt", r.number, r.trigger, r.url, r."durationMs", r.outcome, r.error, r."responseStatus", r."responseHeaders", r."responseBody", r."responseBodyTruncated",
     ARRAY(SELECT jsonb_array_elements_text(r."secretIds"))
   FROM jsonb_to_recordset($2::jsonb) AS r ("deliveryId" text, id text, "startedAt" timestamptz, number integer, trigger text, url text, "durationMs" integer, outcome text, error text,
     "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text, "responseBodyTruncated" boolean, "secretIds" jsonb)
   ON CONFLICT (tenant_id, delivery_id, id, started_at) DO UPDATE SET duration_ms = excluded.duration_ms, outcome = excluded.outcome, error = excluded.error,
     response_status = excluded.response_status, response_headers = excluded.response_headers, response_body = excluded.response_body,
     response_body_truncated = excluded.response_body_truncated, secret_ids = excluded.secret_ids
   WHERE a.outcome IS NULL`,
    [tx.context.tenantId, JSON.stringify(attempts)],
  );

/** Attempts whose end nobody wrote. */
export const deleteUnfinishedAttempts = (tx: Tx, deliveryIds: readonly string[]): Promise<number> =>
  tx.execute(
    'DELETE FROM webhook_attempts WHERE tenant_id = $1 AND delivery_id = ANY($2) AND outcome IS NULL',
    [tx.context.tenantId, deliveryIds],
  );

const attemptColumns = `a.delivery_id AS "deliveryId", a.id, a.started_at AS "startedAt", a.number, a.trigger, a.url, a.duration_ms AS "durationMs", a.outcome, a.error,
  a.response_status AS "responseStatus", a.response_headers AS "responseHeaders", a.response_body AS "responseBody", a.response_body_truncated AS "responseBodyTruncated", a.secret_ids AS "secretIds"`;

/** The newest attempts of these deliveries, at most 20 each, newest first. */
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

export const findDelivery = (
  tx: Tx,
  endpointId: string,
  id: string,
): Promise<DeliveryRecord | undefined> =>
  tx.row<DeliveryRecord>(
    `SELECT ${columns} FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3`,
    [tx.context.tenantId, endpointId, id],
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
    `SELECT ${columns} FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR event_type = $4)
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

/** Pending and held deliveries of each endpoint, counted up to 10 000. */
export async function countOpen(
  tx: Tx,
  endpointIds: readonly string[],
): Promise<Map<string, { pending: number; held: number }>> {
  const count = (status: string): string =>
    `(SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.tenant_id = $1 AND d.endpoint_id = e.id AND d.status = '${status}' LIMIT 10000) AS counted)`;
  const rows = await tx.rows<{ id: string; pending: number; held: number }>(
    `SELECT e.id, ${count('pending')} AS pending, ${count('held')} AS held FROM unnest($2::text[]) AS e (id)`,
    [tx.context.tenantId, endpointIds],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

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

export const holdDeliveries = (tx: Tx, endpointId: string): Promise<number> =>
  tx.execute(
    "UPDATE webhook_deliveries SET status = 'held' WHERE tenant_id = $1 AND endpoint_id = $2 AND status = ANY($3)",
    [tx.context.tenantId, endpointId, movedBy('endpoint_disabled')],
  );

/** Spread evenly over `spreadMs`, in order. Answers when the oldest event of them came in; null when none was held. */
export async function resumeDeliveries(
  tx: Tx,
  endpointId: string,
  now: number,
  spreadMs: number,
): Promise<number | null> {
  const row = await tx.row<{ since: Date | null }>(
    `WITH held AS (
       SELECT id, event_ingested_at, row_number() OVER (ORDER BY event_seq) - 1 AS place, count(*) OVER () AS n FROM webhook_deliveries
       WHERE tenant_id = $1 AND endpoint_id = $2 AND status = ANY($3)),
     resumed AS (
       UPDATE webhook_deliveries d SET status = 'pending', next_attempt_at = $4::timestamptz + make_interval(secs => $5::double precision * held.place / held.n)
       FROM held WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.id = held.id AND d.event_ingested_at = held.event_ingested_at RETURNING d.event_ingested_at)
     SELECT min(event_ingested_at) AS since FROM resumed`,
    [tx.context.tenantId, endpointId, movedBy('endpoint_enabled'), new Date(now), spreadMs / 1000],
  );
  return row?.since?.getTime() ?? null;
}

export const expireDeliveries = (tx: Tx, endpointId: string, now: number): Promise<number> =>
  tx.execute(
    `UPDATE webhook_deliveries SET status = 'dead_lettered', reason = 'expired', completed_at = $3 WHERE tenant_id = $1 AND endpoint_id = $2 AND status = ANY($4) AND expires_at <= $3`,
    [tx.context.tenantId, endpointId, new Date(now), movedBy('expired')],
  );

/** When the next open delivery expires; null without one. */
export async function nextExpiryAt(tx: Tx, endpointId: string): Promise<number | null> {
  const row = await tx.row<{ at: Date | null }>(
    "SELECT min(expires_at) AS at FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'in_flight', 'held')",
    [tx.context.tenantId, endpointId],
  );
  return row?.at?.getTime() ?? null;
}

export const cancelDeliveries = (tx: Tx, endpointId: string, now: number): Promise<number> =>
  tx.execute(
    `UPDATE webhook_deliveries SET status = 'cancelled', reason = 'endpoint_deleted', completed_at = $3 WHERE tenant_id = $1 AND endpoint_id = $2 AND status = ANY($4)`,
    [tx.context.tenantId, endpointId, new Date(now), movedBy('endpoint_deleted')],
  );

/** Clears what attempts keep of these events: answers may echo them. */
export const clearAttempts = (tx: Tx, eventIds: readonly string[]): Promise<number> =>
  tx.execute(
    `UPDATE webhook_attempts SET response_body = NULL, response_headers = '{}'
   WHERE tenant_id = $1 AND delivery_id IN (SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND event_id = ANY($2))`,
    [tx.context.tenantId, eventIds],
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
