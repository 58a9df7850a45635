import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { laneBlocks } from '../lanes/lane-blocks.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { listLanes } from '../lanes/lanes.ts';
import type { QueueState } from './delivery-blocks.ts';
import { firstInStrictOrder } from './queue-store.ts';

/** Returns the lane of the endpoint: deliveries of a deleted endpoint cannot be read. @throws 404 `not_found` */
export async function existingLane(tx: Tx, id: string): Promise<LaneRecord> {
  const lane = isId('webhookEndpoint', id) ? (await listLanes(tx, [id])).get(id) : undefined;
  if (!lane) throw problem('not_found');
  return lane;
}

/** Returns the blocks of a lane at `now`. */
export const queueOf = async (tx: Tx, lane: LaneRecord, now: number): Promise<QueueState> => ({
  laneBlocks: laneBlocks(lane, now),
  firstSeq: await firstInStrictOrder(tx, lane.endpointId, now),
});
