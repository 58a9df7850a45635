import { serialLoop } from '../async/serial-loop.ts';
import { beginPartition, heldPartitions, releasePartitions } from './held-partitions.ts';
import type { HoldingContext, HoldingOptions, PartitionWork } from './held-partitions.ts';
import { renewAndTake } from './partition-renewal.ts';
import { deleteHolder } from './position-store.ts';

function newHolding(given: HoldingOptions): HoldingContext {
  const options = { leaseMs: 6_000, tickMs: 2_000, ...given };
  return {
    options,
    consumers: new Map(),
    held: heldPartitions(options),
    readableAt: -Infinity,
  };
}

/** Renews, takes and releases partitions once. Does not wait for the work that ends. */
async function tick(holding: HoldingContext): Promise<void> {
  if (holding.consumers.size === 0) return;
  const { taken, giveUp } = await renewAndTake(holding);
  for (const one of taken) beginPartition(holding, one);
  if (giveUp.length > 0)
    void releasePartitions(holding, giveUp).catch((error: unknown) =>
      holding.options.log.warn(
        { err: error },
        'partitions could not be released; their leases will expire',
      ),
    );
}

/**
 * Divides the partitions of consumers among the pods of a service; one pod holds each. Position and
 * lease of a partition are one row, and one statement renews and advances all that a pod holds. A
 * takeover raises the partition's epoch, and the fence (see `fence.ts`) keeps the previous holder
 * from committing: order does not depend on clocks, only the time of a takeover does.
 */
export function partitionHolding(options: HoldingOptions) {
  const holding = newHolding(options);
  const { consumers, held } = holding;
  const { db, holder, tickMs, log } = holding.options;
  let timer: NodeJS.Timeout | undefined;
  const loop = serialLoop(async () => {
    clearTimeout(timer);
    await tick(holding).catch((error: unknown) =>
      log.warn({ err: error }, 'the partitions of consumers could not be read'),
    );
    timer = setTimeout(loop.wake, tickMs);
  });

  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) consumers.delete(name);
    await loop.idle();
    await releasePartitions(
      holding,
      held.list().filter(({ consumer }) => names.includes(consumer)),
    );
    if (names.length > 0) await db.renew((tx) => deleteHolder(tx, holder, names));
  }
  // A shutdown continues without the database.
  const releaseRows = (names: readonly string[]): Promise<void> =>
    remove(names).catch((error: unknown) =>
      log.warn({ err: error }, 'partitions could not be released; their leases will expire'),
    );

  return {
    /** Looks for partitions to take immediately. */
    wake: loop.wake,

    /**
     * Starts holding partitions of a consumer. Returns a function that stops it and resolves when
     * its work has ended.
     */
    add(name: string, partitions: readonly string[], work: PartitionWork): () => Promise<void> {
      if (consumers.has(name)) throw new Error(`there are two consumers named ${name}`);
      consumers.set(name, { name, partitions, work, isKnown: false });
      loop.wake();
      return () => releaseRows([name]);
    },

    /** Releases everything. */
    async close(): Promise<void> {
      await loop.stop();
      clearTimeout(timer);
      await releaseRows([...consumers.keys()]);
    },
  };
}

/** See {@link partitionHolding}. */
export type PartitionHolding = ReturnType<typeof partitionHolding>;
