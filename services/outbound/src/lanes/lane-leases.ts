/** What a dispatcher does with lanes: takes due ones for a lease, and gives them back. */
export {
  countCircuits,
  laneDestinations,
  listLanesToCheck,
  lockHeldLane,
  releaseLane,
} from './lane-store.ts';
