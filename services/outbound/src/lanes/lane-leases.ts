/** What a dispatcher does with lanes: takes due ones for a lease, and gives them back. */
export { claimLanes, freeLanes, lockHeldLane, releaseLane, renewLanes } from './lease-store.ts';
export type { HeldLane, LaneClaim } from './lease-store.ts';
export { countCircuits, listLanesToCheck } from './lane-store.ts';
