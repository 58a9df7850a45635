import type { Block } from '../lanes/lane-blocks.ts';
import type { DeliveryRecord } from './delivery-store.ts';

type Waiting = Pick<DeliveryRecord, 'status' | 'nextAttemptAt' | 'eventSeq'>;

/** The blocks of a delivery's lane. */
export interface QueueState {
  laneBlocks: readonly Block[];
  /** In strict order, the number of the next event. */
  firstSeq: number | null;
}

const isBehind = ({ status, eventSeq }: Waiting, { firstSeq }: QueueState): boolean =>
  status === 'pending' && firstSeq !== null && eventSeq !== null && eventSeq > firstSeq;

/** Returns the blocks that delay a delivery beyond its due time. */
export function deliveryBlocks(delivery: Waiting, queue: QueueState): Block[] {
  if (delivery.status !== 'pending' && delivery.status !== 'held') return [];
  const dueAt = delivery.nextAttemptAt?.getTime() ?? 0;
  const blocks = queue.laneBlocks.filter(({ until }) => until === null || until > dueAt);
  return isBehind(delivery, queue) ? [...blocks, { reason: 'strict_order', until: null }] : blocks;
}

/** Returns the earliest time of the next attempt; null if none is planned or the time is unknown. */
export function earliestAttemptAt(
  { status, nextAttemptAt }: Waiting,
  blocks: readonly Block[],
): Date | null {
  if (status !== 'pending' || nextAttemptAt === null) return null;
  const ends = blocks.map(({ until }) => until ?? Infinity);
  const at = Math.max(nextAttemptAt.getTime(), ...ends);
  return at === Infinity ? null : new Date(at);
}
