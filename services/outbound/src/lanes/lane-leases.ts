/** The operations of a dispatcher on lanes: leasing due ones, and releasing them. */
export { countCircuits, laneDestinations, listLanesToCheck, lockHeldLanes } from './lane-store.ts';
