import type { Block } from '../lanes/lane-blocks.ts';
import type { DeliveryRecord } from './delivery-store.ts';

type Waiting = Pick<DeliveryRecord, 'status' | 'nextAttemptAt' | 'eventSeq'>;

/** What a delivery's lane is blocked by. */
export interface QueueState {
  laneBlocks: readonly Block[];
  /** Of a lane in strict order: the number of the event that is next. */
  firstSeq: number | null;
}

const isBehind = ({ status, eventSeq }: Waiting, { firstSeq }: QueueState): boolean =>
  status === 'pending' && firstSeq !== null && eventSeq !== null && eventSeq > firstSeq;

/** What keeps a delivery from being sent at its time; a block that ends before does not. */
export function deliveryBlocks(delivery: Waiting, queue: QueueState): Block[] {
  if (delivery.status !== 'pending' && delivery.status !== 'held') return [];
  const dueAt = delivery.nextAttemptAt?.getTime() ?? 0;
  const blocks = queue.laneBlocks.filter(({ until }) => until === null || until > dueAt);
  return isBehind(delivery, queue) ? [...blocks, { reason: 'strict_order', until: null }] : blocks;
}

/** The earliest time of the next attempt; null where none is planned, or nobody knows. */
export function earliestAttemptAt(
  { status, nextAttemptAt }: Waiting,
  blocks: readonly Block[],
): Date | null {
  if (status !== 'pending' || nextAttemptAt === null) return null;
  const ends = blocks.map(({ until }) => until ?? Infinity);
  const at = Math.max(nextAttemptAt.getTime(), ...ends);
  return at === Infinity ? null : new Date(at);
}
