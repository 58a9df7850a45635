import type { WorkerTx } from '../database/database.ts';
import { leaseLost } from '../leases/leases.ts';
import type { HoldingContext, PartitionedConsumer } from './held-partitions.ts';
import { shareOf } from './partition-share.ts';
import type { Moves } from './partition-share.ts';
import {
  countHolders,
  insertPartitions,
  listPartitions,
  renewPartitions,
  takePartitions,
  upsertHolder,
} from './position-store.ts';
import type { PartitionState, Taken } from './position-store.ts';

const unreadableMs = 10_000;

/** Result of a renewal. */
interface Renewed {
  /** The partitions that this pod still holds. */
  kept: ReadonlyMap<Taken, object>;
  moves: Moves<Taken>[];
  taken: Taken[];
}

/** Whether streams were readable recently. A pod that cannot read them releases its partitions. */
function mayHold(holding: HoldingContext): boolean {
  if (holding.options.canRead()) holding.readableAt = performance.now();
  return performance.now() - holding.readableAt < unreadableMs;
}

const rowsOf = (consumers: readonly PartitionedConsumer[]) =>
  consumers.flatMap(({ name, partitions }) =>
    partitions.map((partition) => ({ consumer: name, partition })),
  );

/** Computes what to take and to release, per consumer. */
function sharesOf(
  { consumers, held, options }: HoldingContext,
  states: readonly PartitionState[],
  holdersOf: (consumer: string) => number,
): Moves<Taken>[] {
  return [...consumers.values()].map(({ name, isKnown, partitions }) =>
    shareOf(
      states.filter((one) => one.consumer === name && partitions.includes(one.partition)),
      held.list().filter(({ consumer }) => consumer === name),
      holdersOf(name),
      (one) => !one.isHeld || (!isKnown && one.holder === options.holder),
    ),
  );
}

/**
 * Takes the wanted partitions; for new consumers, also those that a process of the same name held
 * before.
 */
async function takeWanted(
  tx: WorkerTx,
  { options: { holder, leaseMs }, consumers }: HoldingContext,
  wanted: readonly PartitionState[],
): Promise<Taken[]> {
  const take = async (own: boolean): Promise<Taken[]> => {
    const mine = wanted.filter(({ consumer }) => consumers.get(consumer)?.isKnown !== own);
    return mine.length === 0 ? [] : takePartitions(tx, mine, { holder, leaseMs, own });
  };
  return [...(await take(false)), ...(await take(true))];
}

async function renewRows(
  tx: WorkerTx,
  holding: HoldingContext,
  {
    fresh,
    renewing,
    isHolder,
  }: {
    fresh: readonly PartitionedConsumer[];
    renewing: readonly Taken[];
    isHolder: boolean;
  },
): Promise<Renewed> {
  const { holder, leaseMs } = holding.options;
  const names = [...holding.consumers.keys()];
  if (fresh.length > 0) await insertPartitions(tx, rowsOf(fresh));
  if (isHolder) await upsertHolder(tx, holder, names, leaseMs);
  const kept = await renewPartitions(tx, renewing, leaseMs);
  const [states, holders] = await Promise.all([listPartitions(tx, names), countHolders(tx, names)]);
  const holdersOf = (name: string): number => (isHolder ? (holders.get(name) ?? 1) : 0);
  const moves = sharesOf(holding, states, holdersOf);
  const wanted = moves.flatMap(({ take }) => take);
  return { kept, moves, taken: await takeWanted(tx, holding, wanted) };
}

function dropLost(
  { held, options }: HoldingContext,
  renewing: readonly Taken[],
  kept: ReadonlyMap<Taken, object>,
): void {
  for (const one of renewing) {
    const { consumer, partition } = one;
    if (!kept.has(one) && held.abort(one, leaseLost))
      options.log.warn({ consumer, partition }, 'a partition was lost');
  }
}

/**
 * Renews what this pod holds, drops what it lost, and takes its share. Returns the new partitions,
 * and those beyond the share.
 */
export async function renewAndTake(
  holding: HoldingContext,
): Promise<{ taken: Taken[]; giveUp: Taken[] }> {
  const isHolder = mayHold(holding);
  const renewing = holding.held.list();
  const fresh = [...holding.consumers.values()].filter(({ isKnown }) => !isKnown);
  const { kept, moves, taken } = await holding.options.db.renew((tx) =>
    renewRows(tx, holding, { fresh, renewing, isHolder }),
  );
  for (const one of fresh) one.isKnown = isHolder;
  dropLost(holding, renewing, kept);
  return { taken, giveUp: moves.flatMap(({ giveUp }) => giveUp) };
}
