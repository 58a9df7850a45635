import type { WebhookEndpointStatistics } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { countOpen } from './queue-store.ts';
import {
  attemptTimes,
  countAttempts,
  countDeadLettered,
  oldestWaiting,
} from './statistics-store.ts';
import type { AttemptCount } from './statistics-store.ts';

type Counts = Pick<WebhookEndpointStatistics, 'attempts' | 'succeeded' | 'failed'>;

const countsOf = (rows: readonly AttemptCount[]): Counts => {
  const of = (outcome?: string): number =>
    rows
      .filter((row) => outcome === undefined || row.outcome === outcome)
      .reduce((sum, { attempts }) => sum + attempts, 0);
  return { attempts: of(), succeeded: of('succeeded'), failed: of('failed') };
};

const seriesOf = (rows: readonly AttemptCount[]): WebhookEndpointStatistics['series'] => {
  const hours = [...new Set(rows.map(({ hour }) => hour.getTime()))];
  return hours.map((hour) => ({
    from: new Date(hour).toISOString(),
    ...countsOf(rows.filter((row) => row.hour.getTime() === hour)),
  }));
};

function errorsOf(rows: readonly AttemptCount[]): WebhookEndpointStatistics['errors'] {
  const byError = new Map<string, number>();
  for (const { error, attempts } of rows)
    if (error !== null) byError.set(error, (byError.get(error) ?? 0) + attempts);
  return [...byError]
    .map(([error, attempts]) => ({ error, attempts }))
    .toSorted((a, b) => b.attempts - a.attempts || a.error.localeCompare(b.error));
}

/** Counts the attempts of the last hours, and what waits at the moment. */
export async function endpointStatistics(
  tx: Tx,
  endpointId: string,
  { hours, now, deliveryMaxAge }: { hours: number; now: number; deliveryMaxAge: number },
): Promise<WebhookEndpointStatistics> {
  const from = new Date(now - hours * 3_600_000);
  // An attempt can belong to an event of as long before as deliveries are retried.
  const span = { endpointId, from, deliveriesFrom: new Date(from.getTime() - deliveryMaxAge) };
  const rows = await countAttempts(tx, span);
  const { p50, p95, max } = await attemptTimes(tx, span);
  const open = (await countOpen(tx, [endpointId])).get(endpointId);
  return {
    from: from.toISOString(),
    to: new Date(now).toISOString(),
    ...countsOf(rows),
    durationMs: p50 === null || p95 === null || max === null ? null : { p50, p95, max },
    errors: errorsOf(rows),
    waiting: {
      pending: open?.pending ?? 0,
      held: open?.held ?? 0,
      oldestAt: isoTime(await oldestWaiting(tx, endpointId)),
    },
    deadLettered: await countDeadLettered(tx, span),
    series: seriesOf(rows),
  };
}
