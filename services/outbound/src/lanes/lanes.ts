/**
 * The operations of other areas on lanes. A lane's row is locked before the row of its endpoint and
 * before its deliveries; holders, ingestion and the API all follow this order.
 */
export {
  bumpRevision,
  deleteLane,
  insertLane,
  listLanes,
  lockLane,
  saveLanes,
  setLaneEnabled,
  wakeLanes,
} from './lane-store.ts';
