import type { Tx } from '@platform/kit/database';

/** The deliveries whose attempts are counted: bounds the time of an endpoint that gets very many. */
const mostDeliveries = 100_000;

/** An endpoint, the time from which attempts count, and that from which deliveries can have them. */
export interface StatisticsSpan {
  endpointId: string;
  from: Date;
  deliveriesFrom: Date;
}

const paramsOf = (tx: Tx, { endpointId, from, deliveriesFrom }: StatisticsSpan) => [
  tx.context.tenantId,
  endpointId,
  deliveriesFrom,
  from,
];

const counted = `WITH d AS MATERIALIZED (
     SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND event_ingested_at >= $3
     ORDER BY id DESC LIMIT ${mostDeliveries}),
   a AS (SELECT a.started_at, a.outcome, a.error, a.duration_ms FROM d JOIN webhook_attempts a
     ON a.tenant_id = $1 AND a.delivery_id = d.id AND a.started_at >= $4 AND a.outcome IS NOT NULL)`;

/** Attempts of one hour with one outcome. */
export interface AttemptCount {
  hour: Date;
  outcome: string;
  error: string | null;
  attempts: number;
}

export const countAttempts = (tx: Tx, span: StatisticsSpan): Promise<AttemptCount[]> =>
  tx.rows<AttemptCount>(
    `${counted} SELECT date_trunc('hour', started_at, 'UTC') AS hour, outcome, error, count(*)::int AS attempts
     FROM a GROUP BY 1, 2, 3 ORDER BY 1`,
    paramsOf(tx, span),
  );

/** Response times, in milliseconds; null without an attempt. */
export interface AttemptTimes {
  p50: number | null;
  p95: number | null;
  max: number | null;
}

export const attemptTimes = async (tx: Tx, span: StatisticsSpan): Promise<AttemptTimes> =>
  (await tx.row<AttemptTimes>(
    `${counted} SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95, max(duration_ms) AS max FROM a`,
    paramsOf(tx, span),
  ))!;

/** Counts the deliveries that have been given up since then. */
export const countDeadLettered = async (
  tx: Tx,
  { endpointId, from, deliveriesFrom }: StatisticsSpan,
): Promise<number> =>
  (await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT FROM webhook_deliveries
       WHERE tenant_id = $1 AND endpoint_id = $2 AND event_ingested_at >= $3 AND status = 'dead_lettered' AND completed_at >= $4
       LIMIT ${mostDeliveries}) AS dead`,
    [tx.context.tenantId, endpointId, deliveriesFrom, from],
  ))!.n;

/** Returns when the oldest event was ingested that has not been delivered. */
export const oldestWaiting = async (tx: Tx, endpointId: string): Promise<Date | null> =>
  (
    await tx.row<{ at: Date }>(
      `SELECT event_ingested_at AS at FROM webhook_deliveries
       WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'in_flight', 'held') ORDER BY event_seq LIMIT 1`,
      [tx.context.tenantId, endpointId],
    )
  )?.at ?? null;
