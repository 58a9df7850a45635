import type { JetStreamClient } from '@nats-io/jetstream';
import { putIfNewer } from './kv.ts';
import { chainOf } from './pending-row.ts';
import type { PendingRow, PublishedRow } from './pending-row.ts';
import { rest } from './relay-context.ts';
import type { RelayContext } from './relay-context.ts';
import type { BucketName } from '@platform/contracts';

/**
 * The database ends a transaction that is idle for a minute, so a batch is recorded well before.
 */
const batchMs = 20_000;

/**
 * Largest number of unacknowledged rows per chain. More are sent once half of them are
 * acknowledged, so that they share one write to the socket: one write per row costs more than all
 * other work of publishing.
 */
const windowSize = 128;

/** State of publishing one chain. */
interface ChainRun {
  readonly js: JetStreamClient;
  /** The connection that the rows are sent over. */
  readonly era: number;
  readonly published: PublishedRow[];
  /** The latest unacknowledged row of each ordering key. */
  readonly inFlight: Map<string, Promise<void>>;
  hasFailed: boolean;
  onAcknowledged: () => void;
}

async function putEntry(
  { options }: RelayContext,
  { js }: ChainRun,
  row: PendingRow,
): Promise<null> {
  const [, bucket, key] = row.subject.split(':', 3) as [string, BucketName, string];
  await putIfNewer(js, bucket, key, row.envelope, options.replicas);
  return null;
}

/**
 * Not `async`, and neither is its caller: extra promises per event cost as much as publishing it.
 */
const publishRow = (relay: RelayContext, run: ChainRun, row: PendingRow): Promise<number | null> =>
  row.subject.startsWith('kv:')
    ? putEntry(relay, run, row)
    : relay.options.publisher.publish(row.subject, row.envelope, row.eventId);

function markFailed(relay: RelayContext, run: ChainRun, row: PendingRow, error: unknown): void {
  // Those after it in the window fail for the same reason.
  const isFirst = !run.hasFailed;
  run.hasFailed = true;
  rest(relay, chainOf(row), error);
  if (!isFirst) return;
  relay.options.log.warn(
    { err: error, subject: row.subject.split('.')[0] },
    'NATS did not accept a row of the outbox; it stays pending',
  );
}

/** Resolves when half of the window is acknowledged. */
const halfAcknowledged = (run: ChainRun): Promise<void> =>
  new Promise((resolve) => {
    run.onAcknowledged = () => {
      if (run.inFlight.size <= windowSize / 2) resolve();
    };
  });

function beginSending(relay: RelayContext, run: ChainRun, row: PendingRow): void {
  const ended = (): void => {
    run.inFlight.delete(row.orderingKey);
    run.onAcknowledged();
  };
  const sending = publishRow(relay, run, row).then(
    (streamSeq) => {
      run.published.push({ row, streamSeq });
      ended();
    },
    (error: unknown) => {
      markFailed(relay, run, row, error);
      ended();
    },
  );
  run.inFlight.set(row.orderingKey, sending);
}

/**
 * Publishes the rows of one chain, several at a time, but never a row before the previous one with
 * the same ordering key is acknowledged. Stops after a failure or when `era` ends: what the stream
 * lost must be published first. Returns the acknowledged rows.
 */
export async function publishChain(
  relay: RelayContext,
  { js, era }: Pick<ChainRun, 'js' | 'era'>,
  rows: readonly PendingRow[],
): Promise<PublishedRow[]> {
  const end = performance.now() + batchMs;
  const run: ChainRun = {
    js,
    era,
    published: [],
    inFlight: new Map(),
    hasFailed: false,
    onAcknowledged: () => undefined,
  };
  for (const row of rows) {
    const before = run.inFlight.get(row.orderingKey);
    // Awaits only if there is one: each await flushes what was published so far.
    if (before) await before;
    if (run.inFlight.size >= windowSize) await halfAcknowledged(run);
    if (run.hasFailed || relay.era !== run.era || performance.now() > end) break;
    beginSending(relay, run, row);
  }
  await Promise.all(run.inFlight.values());
  return run.published;
}
