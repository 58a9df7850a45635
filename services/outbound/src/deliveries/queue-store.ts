import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { dateOrNull } from '../row-times.ts';
import { movedBy } from './delivery-state.ts';
import { deliveries } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { eventBody } from './event-body.ts';
import type { EventBody } from './event-body.ts';

/** A delivery in flight with its event, which is null if it is gone. */
export interface ClaimedDelivery extends DeliveryRecord {
  event: EventBody | null;
}

/** The columns of {@link DeliveryRecord}. */
const deliveryColumns = `id, endpoint_id, event_id, event_ingested_at, event_seq, event_type,
  trigger, status, reason, attempt_count, step, manual, next_attempt_at, claimed_at,
  created_at, expires_at, completed_at`;

/** The lane of an endpoint, as far as it determines its next deliveries. */
interface OpenLane {
  endpointId: string;
  openSince: number | null;
  isStrict: boolean;
}

/** A held lane and the number of deliveries to claim. */
export interface LaneClaim extends OpenLane {
  epoch: number;
  limit: number;
}

const due = `SELECT ctid AS at, event_ingested_at FROM webhook_deliveries
  WHERE tenant_id = $1 AND endpoint_id = lane.id AND event_ingested_at >= lane.open_since AND status = 'pending' AND next_attempt_at <= $2 AND expires_at > $2
  ORDER BY next_attempt_at, event_seq LIMIT lane.n`;
/** Selects the first open delivery, if it is due: a failed one blocks the rest. */
const dueFirst = `SELECT at, event_ingested_at FROM (
    SELECT ctid AS at, event_ingested_at, status, next_attempt_at FROM webhook_deliveries
    WHERE tenant_id = $1 AND endpoint_id = lane.id AND event_ingested_at >= lane.open_since AND status IN ('pending', 'in_flight') AND expires_at > $2
    ORDER BY event_seq LIMIT 1) AS first
  WHERE status = 'pending' AND next_attempt_at <= $2 LIMIT lane.n`;

/**
 * Finds rows by primary key, one by one. The order, which only that index has, makes the planner
 * use it even if the statistics, or their absence, suggest that the tenant has a single row.
 */
const firstFrom = (columns: string, table: string, where: string, key: string): string =>
  `LATERAL (SELECT ${columns} FROM ${table} WHERE tenant_id = $1 AND ${where} ORDER BY ${key} LIMIT 1)`;

/** Returns the events of endpoints with the same event once, not with each of their deliveries. */
const claimText = (isStrict: boolean): string =>
  `WITH due AS (
     SELECT one.*, lane.epoch FROM unnest($3::text[], $4::timestamptz[], $5::bigint[], $6::integer[]) AS lane (id, open_since, epoch, n),
     LATERAL (${isStrict ? dueFirst : due}) AS one),
   claimed AS (
     UPDATE webhook_deliveries d SET status = 'in_flight', attempt_count = attempt_count + 1, step = step + 1, claimed_at = $2, claim_epoch = due.epoch
     FROM due WHERE d.tenant_id = $1 AND d.ctid = due.at AND d.event_ingested_at = due.event_ingested_at
     RETURNING d.*)
   SELECT ${deliveryColumns}, CASE WHEN e.seq = c.event_seq THEN e.envelope::text END AS body
   FROM (SELECT ${deliveryColumns}, row_number() OVER (PARTITION BY event_seq) AS place FROM claimed) AS c
   LEFT JOIN ${firstFrom('seq, envelope', 'events', 'c.place = 1 AND seq >= c.event_seq AND ingested_at = c.event_ingested_at', 'seq')} AS e ON true
   ORDER BY c.next_attempt_at, c.event_seq`;
const claimTexts = { best_effort: claimText(false), strict: claimText(true) };

const since = (openSince: number | null): Date | '-infinity' =>
  dateOrNull(openSince) ?? '-infinity';

/** Runs a statement for the lanes of each ordering, if there are any. Returns all rows. */
async function byOrdering<L extends OpenLane, R>(
  lanes: readonly L[],
  run: (some: readonly L[], ordering: keyof typeof claimTexts) => Promise<R[]>,
): Promise<R[]> {
  const strict = lanes.filter(({ isStrict }) => isStrict);
  const others = lanes.filter(({ isStrict }) => !isStrict);
  const found = await Promise.all([
    others.length > 0 ? run(others, 'best_effort') : [],
    strict.length > 0 ? run(strict, 'strict') : [],
  ]);
  return found.flat();
}

/**
 * Claims due deliveries of held lanes, those of each lane in order; counts the attempts. Updates
 * rows by their place in the table, which does not change while the lanes are locked. Needs
 * `planByIndex`.
 */
export async function claimDeliveries(
  tx: Tx,
  claims: readonly LaneClaim[],
  now: number,
): Promise<ClaimedDelivery[]> {
  const claimed = await byOrdering(claims, (lanes, ordering) =>
    tx.prepared<DeliveryRecord & { body: string | null }>(
      `claim_deliveries ${ordering}`,
      claimTexts[ordering],
      [
        tx.context.tenantId,
        new Date(now),
        lanes.map(({ endpointId }) => endpointId),
        lanes.map(({ openSince }) => since(openSince)),
        lanes.map(({ epoch }) => epoch),
        lanes.map(({ limit }) => limit),
      ],
    ),
  );
  const events = new Map(
    claimed.flatMap(({ eventSeq, body }) => (body === null ? [] : [[eventSeq, eventBody(body)]])),
  );
  return claimed.map(({ body: _body, ...delivery }) => ({
    ...delivery,
    event: events.get(delivery.eventSeq) ?? null,
  }));
}

const firstOpen = {
  best_effort: `status = 'pending' AND expires_at > $2 ORDER BY next_attempt_at, event_seq`,
  strict: `status IN ('pending', 'in_flight') AND expires_at > $2 ORDER BY event_seq`,
};

/** Returns when the next attempt of each lane is due; nothing for lanes without a pending delivery. */
export async function nextDeliveryTimes(
  tx: Tx,
  open: readonly OpenLane[],
  now: number,
): Promise<Map<string, number>> {
  const next = await byOrdering(open, (lanes, ordering) =>
    tx.prepared<{ endpointId: string; at: Date | null }>(
      `next_deliveries ${ordering}`,
      `SELECT lane.id AS endpoint_id, one.at FROM unnest($3::text[], $4::timestamptz[]) AS lane (id, open_since), LATERAL (
         SELECT next_attempt_at AS at FROM webhook_deliveries
         WHERE tenant_id = $1 AND endpoint_id = lane.id AND event_ingested_at >= lane.open_since AND ${firstOpen[ordering]} LIMIT 1) AS one`,
      [
        tx.context.tenantId,
        new Date(now),
        lanes.map(({ endpointId }) => endpointId),
        lanes.map(({ openSince }) => since(openSince)),
      ],
    ),
  );
  return new Map(next.flatMap(({ endpointId, at }) => (at ? [[endpointId, at.getTime()]] : [])));
}

/** Returns the number of the next event in strict order; null for other endpoints, and if nothing is open. */
export async function firstInStrictOrder(
  tx: Tx,
  endpointId: string,
  now: number,
): Promise<number | null> {
  const row = await tx.row<{ seq: number }>(
    `SELECT first.event_seq AS seq FROM webhook_endpoints e, LATERAL (
       SELECT event_seq FROM webhook_deliveries d WHERE d.tenant_id = $1 AND d.endpoint_id = e.id AND d.status IN ('pending', 'in_flight') AND d.expires_at > $3
       ORDER BY event_seq LIMIT 1) AS first
     WHERE e.tenant_id = $1 AND e.id = $2 AND e.ordering = 'strict'`,
    [tx.context.tenantId, endpointId, new Date(now)],
  );
  return row?.seq ?? null;
}

/** Lists deliveries in flight that the holder does not know: the pod that claimed them is gone. */
export const listOrphans = (
  tx: Tx,
  endpointId: readonly string[],
  knownIds: readonly string[],
): Promise<DeliveryRecord[]> =>
  deliveries
    .only(() => sql<boolean>`id <> all(${knownIds})`)
    .list(tx, { where: { endpointId, status: 'in_flight' }, orderBy: 'id' });

/** The next state of a delivery in flight. */
export interface DeliveryOutcome extends Pick<
  DeliveryRecord,
  'id' | 'endpointId' | 'eventIngestedAt' | 'status' | 'reason'
> {
  nextAttemptAt: number | null;
  completedAt: number | null;
  /** No attempt was made: the claim no longer counts as one. */
  isReturned: boolean;
}

/** Records the outcomes of attempts in flight, of any lanes. Needs `planByIndex`. */
export const recordOutcomes = (tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<unknown> =>
  tx.prepared(
    'record_outcomes',
    `UPDATE webhook_deliveries d SET status = r.status, reason = r.reason, next_attempt_at = r.next_at, completed_at = r.completed_at,
     attempt_count = d.attempt_count - r.returned, step = d.step - r.returned, manual = d.manual AND r.returned = 1, claimed_at = NULL, claim_epoch = NULL
   FROM (SELECT r.*, o.at, o.event_ingested_at
     FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::integer[])
       AS r (endpoint_id, id, ingested_at, status, reason, next_at, completed_at, returned),
     ${firstFrom('ctid AS at, id, event_ingested_at, status', 'webhook_deliveries', 'endpoint_id = r.endpoint_id AND id >= r.id AND event_ingested_at = r.ingested_at', 'id')} AS o
     WHERE o.id = r.id AND o.status = 'in_flight') AS r
   WHERE d.tenant_id = $1 AND d.ctid = r.at AND d.event_ingested_at = r.event_ingested_at`,
    [
      tx.context.tenantId,
      outcomes.map((r) => r.endpointId),
      outcomes.map((r) => r.id),
      outcomes.map((r) => r.eventIngestedAt),
      outcomes.map((r) => r.status),
      outcomes.map((r) => r.reason),
      outcomes.map((r) => dateOrNull(r.nextAttemptAt)),
      outcomes.map((r) => dateOrNull(r.completedAt)),
      outcomes.map((r) => Number(r.isReturned)),
    ],
  );

export const expireDeliveries = (tx: Tx, endpointId: string, now: number): Promise<number> =>
  deliveries
    .only((of) => of('expiresAt', '<=', new Date(now)))
    .update(
      tx,
      { endpointId, status: movedBy('expired') },
      { status: 'dead_lettered', reason: 'expired', completedAt: new Date(now) },
    );

const expiries = deliveries
  .only({ status: ['pending', 'in_flight', 'held'] })
  .pick()
  .compute((of) => ({ first: of.fn.min<Date | null>('expiresAt') }));

/** Returns when the next open delivery expires; null if there is none. */
export const nextExpiryAt = async (tx: Tx, endpointId: string): Promise<number | null> =>
  (await expiries.find(tx, { endpointId }))?.first?.getTime() ?? null;

export const holdDeliveries = (tx: Tx, endpointId: string): Promise<number> =>
  deliveries.update(tx, { endpointId, status: movedBy('endpoint_disabled') }, { status: 'held' });

/**
 * Resumes held deliveries, in order and spread evenly over `spreadMs`. Returns when the oldest of
 * their events was ingested; null if none was held.
 */
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

export const cancelDeliveries = (tx: Tx, endpointId: string, now: number): Promise<number> =>
  deliveries.update(
    tx,
    { endpointId, status: movedBy('endpoint_deleted') },
    { status: 'cancelled', reason: 'endpoint_deleted', completedAt: new Date(now) },
  );

/** Counts pending and held deliveries of each endpoint, up to 10,000. */
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
