export { deliveryWorker } from './delivery-worker.ts';
export type { DeliveryTurn, DeliveryWorker, DeliveryWorkerOptions } from './delivery-worker.ts';
export { destinations } from './destinations.ts';
export type { DestinationTable, Destinations, HeldDestination } from './destinations.ts';
export { slowMs } from './priority-class.ts';
export type { PriorityClass } from './priority-class.ts';
export type { SharedSlots, Slot, SlotLimits, SlotOwner } from './slots.ts';
