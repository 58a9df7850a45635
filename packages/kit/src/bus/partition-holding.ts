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

/** Renews, takes and gives up once. Others need not wait for what ends meanwhile. */
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
 * Divides the partitions of consumers among the pods of a service, each held by one. The position of a partition and its lease
 * are one row, renewed and advanced by one statement for all that a pod holds. Whoever takes a partition raises its epoch, and
 * the fence (see `fence.ts`) keeps the one before from committing: order does not hang on clocks, only the time of a take-over does.
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
  // A shutdown goes on without the database.
  const letGo = (names: readonly string[]): Promise<void> =>
    remove(names).catch((error: unknown) =>
      log.warn({ err: error }, 'partitions could not be released; their leases will expire'),
    );

  return {
    /** Looks at once for partitions to take. */
    wake: loop.wake,

    /** Holds partitions of a consumer from now on. Returns what ends that, when the work has ended. */
    add(name: string, partitions: readonly string[], work: PartitionWork): () => Promise<void> {
      if (consumers.has(name)) throw new Error(`there are two consumers named ${name}`);
      consumers.set(name, { name, partitions, work, isKnown: false });
      loop.wake();
      return () => letGo([name]);
    },

    /** Gives everything up. */
    async close(): Promise<void> {
      await loop.stop();
      clearTimeout(timer);
      await letGo([...consumers.keys()]);
    },
  };
}

/** See {@link partitionHolding}. */
export type PartitionHolding = ReturnType<typeof partitionHolding>;
