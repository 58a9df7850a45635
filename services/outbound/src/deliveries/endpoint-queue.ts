import type { Tx } from '@platform/kit/database';
import {
  cancelDeliveries,
  countOpen,
  holdDeliveries,
  nextExpiryAt,
  resumeDeliveries,
} from './delivery-store.ts';
import { freshHealth } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import {
  bumpRevision,
  deleteLane,
  insertLane,
  listLanes,
  lockLane,
  setLaneEnabled,
  updateHealth,
  wakeLanes,
} from '../lanes/lane-store.ts';

const resumeSpreadMs = 60_000;

/**
 * What the writes of an endpoint do to its lane. The lane's row is locked first, the endpoint's after it: holders and
 * ingestion take the same order.
 */
export const laneGate = {
  lock: lockLane,
  add: insertLane,
  list: listLanes,
  countOpen,
  changed: bumpRevision,
  wake: wakeLanes,

  /** After this commits no new attempt starts; open deliveries are held. */
  async close(tx: Tx, endpointId: string): Promise<void> {
    await setLaneEnabled(tx, endpointId, false);
    await holdDeliveries(tx, endpointId);
  },

  /** The past is forgiven, and what was held goes on within a minute. */
  async open(
    tx: Tx,
    { endpointId, pacedUntil, health: { lastSuccessAt, lastFailureAt, lastError } }: LaneRecord,
    now: number,
  ): Promise<void> {
    await setLaneEnabled(tx, endpointId, true);
    const openSince = await resumeDeliveries(tx, endpointId, now, resumeSpreadMs);
    const expiresAt = await nextExpiryAt(tx, endpointId);
    await updateHealth(
      tx,
      endpointId,
      { ...freshHealth, lastSuccessAt, lastFailureAt, lastError },
      { checkAt: expiresAt, pacedUntil },
    );
    if (openSince !== null)
      await wakeLanes(tx, [endpointId], { now, openSince, expiresAt: expiresAt ?? now });
  },

  /** Open deliveries are cancelled. */
  async remove(tx: Tx, endpointId: string, now: number): Promise<void> {
    await deleteLane(tx, endpointId);
    await cancelDeliveries(tx, endpointId, now);
  },
};
