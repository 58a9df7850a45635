import type { JetStreamClient } from '@nats-io/jetstream';
import { tryLock } from '../database/advisory-lock.ts';
import type { WorkerTx } from '../database/database.ts';
import { kitLocks } from '../database/kit-locks.ts';
import { planByIndex } from '../database/plan-by-index.ts';
import { advanceSpans, deleteSpans, findPendingRows, insertPublished } from './outbox-store.ts';
import { chainOf } from './pending-row.ts';
import type { PendingRow } from './pending-row.ts';
import { publishChain } from './relay-chain.ts';
import { chainsAtRest } from './relay-context.ts';
import type { RelayContext } from './relay-context.ts';
import { shardKey } from './relay-recovery.ts';
import { progressOf } from './span-progress.ts';
import type { SpanProgress } from './span-progress.ts';

function groupByChain(rows: readonly PendingRow[]): PendingRow[][] {
  const chains = new Map<string, PendingRow[]>();
  for (const row of rows) {
    const chain = chains.get(chainOf(row));
    if (chain) chain.push(row);
    else chains.set(chainOf(row), [row]);
  }
  return [...chains.values()];
}

const highest = (spans: readonly SpanProgress[]): SpanProgress['latest'] =>
  spans
    .flatMap(({ latest }) => latest ?? [])
    .reduce<SpanProgress['latest']>(
      (most, one) => (one.streamSeq > (most?.streamSeq ?? 0) ? one : most),
      undefined,
    );

/** Records what was published, per stream. */
async function recordPublished(tx: WorkerTx, spans: readonly SpanProgress[]): Promise<void> {
  const writes: Promise<unknown>[] = [];
  for (const chain of new Set(spans.map((span) => span.chain))) {
    const promised = spans.filter((span) => span.chain === chain);
    const latest = highest(promised);
    if (latest) writes.push(insertPublished(tx, latest, promised));
  }
  const done = spans.filter(({ isDone }) => isDone);
  const begun = spans.filter(({ isDone }) => !isDone);
  if (done.length > 0) writes.push(deleteSpans(tx, done));
  if (begun.length > 0) writes.push(advanceSpans(tx, begun));
  await Promise.all(writes);
}

/**
 * Commits without waiting for the disk. If the database crashes before the commit is flushed, the
 * record of the batch is lost and the batch is published again, as after a crash before the commit.
 */
const commitWithoutWaiting = (tx: WorkerTx): Promise<unknown> =>
  tx.rows(`SELECT set_config('synchronous_commit', 'off', true)`);

/**
 * Publishes one batch of one shard, in one transaction. Returns the number of rows, and whether
 * there may be more.
 */
export const publishBatch = (
  relay: RelayContext,
  js: JetStreamClient,
  shard: number,
): Promise<{ published: number; mayHaveMore: boolean }> =>
  relay.options.db.work(async (tx) => {
    const nothing = { published: 0, mayHaveMore: false };
    if (!relay.isChecked) return nothing;
    const { db, batchSize } = relay.options;
    const begun = relay.era;
    if (!(await tryLock(tx, kitLocks.outboxShard, shardKey(db, shard)))) return nothing;
    const [, , rows] = await Promise.all([
      planByIndex(tx),
      commitWithoutWaiting(tx),
      findPendingRows(tx, shard, { limit: batchSize, skippedChains: chainsAtRest(relay) }),
    ]);
    const chains = groupByChain(rows).map((chain) =>
      publishChain(relay, { js, era: begun }, chain),
    );
    const published = (await Promise.all(chains)).flat();
    // Some rows may have been sent after the server came back. Recording them would hide earlier
    // messages that the server lost.
    if (begun !== relay.era)
      throw new Error('the connection to NATS was lost; the batch stays pending');
    await recordPublished(tx, progressOf(rows, published));
    return {
      published: published.length,
      mayHaveMore: published.length > 0 && rows.length === batchSize,
    };
  });
