import type { Tx } from '@platform/kit/database';
import { freshHealth } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { deleteLane, saveLanes, setLaneEnabled, wakeLanes } from '../lanes/lanes.ts';
import { cancelDeliveries, holdDeliveries, nextExpiryAt, resumeDeliveries } from './queue-store.ts';

export { countOpen } from './queue-store.ts';

const resumeSpreadMs = 60_000;

/** Disables the queue of an endpoint: after the commit, no new attempt starts, and open deliveries are held. */
export async function closeQueue(tx: Tx, endpointId: string): Promise<void> {
  await setLaneEnabled(tx, endpointId, false);
  await holdDeliveries(tx, endpointId);
}

/** Enables the queue again: resets failures, and sends held deliveries within a minute. The lane is locked. */
export async function openQueue(
  tx: Tx,
  { endpointId, pacedUntil, health: { lastSuccessAt, lastFailureAt, lastError } }: LaneRecord,
  now: number,
): Promise<void> {
  await setLaneEnabled(tx, endpointId, true);
  const openSince = await resumeDeliveries(tx, endpointId, now, resumeSpreadMs);
  const expiresAt = await nextExpiryAt(tx, endpointId);
  const health = { ...freshHealth, lastSuccessAt, lastFailureAt, lastError };
  await saveLanes(tx, [{ endpointId, health, checkAt: expiresAt, pacedUntil }]);
  if (openSince !== null)
    await wakeLanes(tx, [endpointId], { now, openSince, expiresAt: expiresAt ?? now });
}

/** Removes the queue of a deleted endpoint: cancels open deliveries. */
export async function removeQueue(tx: Tx, endpointId: string, now: number): Promise<void> {
  await deleteLane(tx, endpointId);
  await cancelDeliveries(tx, endpointId, now);
}
