/** The operations of a lane's holder on deliveries, in the transaction that locks the lane. */
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
