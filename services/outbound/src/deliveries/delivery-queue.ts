/** What the holder of a lane does with its deliveries, in the transaction that has the lane locked. */
export {
  claimDeliveries,
  expireDeliveries,
  listOrphans,
  nextDeliveryAt,
  nextExpiryAt,
  recordOutcomes,
} from './queue-store.ts';
export type { ClaimedDelivery, DeliveryOutcome } from './queue-store.ts';
export { deleteUnfinishedAttempts, upsertAttempts } from './attempt-store.ts';
export type { AttemptRecord } from './attempt-store.ts';
export type { DeliveryRecord } from './delivery-store.ts';
