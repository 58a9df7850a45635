/** What a dispatcher does with lanes: takes due ones for a lease, and gives them back. */
export { laneDestinations, lockHeldLane, releaseLane } from './lease-store.ts';
export { countCircuits, listLanesToCheck } from './lane-store.ts';
