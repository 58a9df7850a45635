import type { PartitionName, PartitionState } from './position-store.ts';

/** What a pod does next about the partitions of one consumer. */
export interface Moves<P extends PartitionName> {
  take: PartitionState[];
  giveUp: P[];
}

/**
 * Shares the partitions of a consumer among the pods that can hold them: each takes free ones up to an equal share, and gives
 * up what it has beyond. Nothing moves between pods that have their share.
 * @param mine partitions that this pod holds
 * @param holders pods that can hold partitions, this one included; 0 for one that gives up everything
 */
export function shareOf<P extends PartitionName>(
  partitions: readonly PartitionState[],
  mine: readonly P[],
  holders: number,
  isFree: (partition: PartitionState) => boolean = ({ isHeld }) => !isHeld,
): Moves<P> {
  const share = holders === 0 ? 0 : Math.ceil(partitions.length / holders);
  const held = new Set(mine.map(({ partition }) => partition));
  const free = partitions.filter((one) => isFree(one) && !held.has(one.partition));
  return {
    take: free.slice(0, Math.max(0, share - mine.length)),
    giveUp: mine.slice(share),
  };
}
