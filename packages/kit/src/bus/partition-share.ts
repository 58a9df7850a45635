import type { PartitionName, PartitionState } from './position-store.ts';

/** The partitions of one consumer that a pod takes or releases next. */
export interface Moves<P extends PartitionName> {
  take: PartitionState[];
  giveUp: P[];
}

/**
 * Divides the partitions of a consumer among the pods that can hold them: each takes free ones up
 * to an equal share and releases any beyond it. Nothing moves between pods that have their share.
 * @param mine partitions that this pod holds
 * @param holders number of pods that can hold partitions, including this one; 0 to release
 * everything
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
