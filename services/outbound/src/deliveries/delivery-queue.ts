/** The operations of the holder of lanes on deliveries, in the transaction that locks the lanes. */
export {
  claimDeliveries,
  expireDeliveries,
  listOrphans,
  nextDeliveryTimes,
  nextExpiryAt,
  recordOutcomes,
} from './queue-store.ts';
export type { ClaimedDelivery, DeliveryOutcome, LaneClaim } from './queue-store.ts';
export { deleteUnfinishedAttempts, upsertAttempts } from './attempt-store.ts';
export type { AttemptRecord } from './attempt-store.ts';
export type { DeliveryRecord } from './delivery-store.ts';
export type { EventBody } from './event-body.ts';
