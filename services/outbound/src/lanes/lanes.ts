/**
 * What other areas do with lanes. A lane's row is locked before the row of its endpoint and before its deliveries: holders,
 * ingestion and the operations take the same order.
 */
export {
  bumpRevision,
  deleteLane,
  insertLane,
  listLanes,
  lockLane,
  setLaneEnabled,
  updateHealth,
  wakeLanes,
} from './lane-store.ts';
