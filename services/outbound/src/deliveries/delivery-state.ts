export type DeliveryStatus =
  'pending' | 'in_flight' | 'succeeded' | 'dead_lettered' | 'held' | 'cancelled';

/** The events of the state machine. */
export type DeliveryEvent =
  | 'claimed'
  | 'returned'
  | 'delivered'
  | 'failed'
  | 'exhausted'
  | 'gone'
  | 'abandoned'
  | 'event_lost'
  | 'endpoint_disabled'
  | 'endpoint_enabled'
  | 'expired'
  | 'endpoint_deleted'
  | 'redelivered'
  | 'recovered';

/** The reason why a delivery ended without success. */
export type DeliveryReason =
  'exhausted' | 'gone' | 'expired' | 'process_died' | 'endpoint_deleted' | 'event_unavailable';

/** A transition of the state machine. */
export interface DeliveryTurn {
  status: DeliveryStatus;
  reason: DeliveryReason | null;
}

/** The conditions of transitions. */
export interface DeliveryGuard {
  endpointEnabled: boolean;
  atMostOnce: boolean;
}

const to = (status: DeliveryStatus, reason: DeliveryReason | null = null): DeliveryTurn => ({
  status,
  reason,
});

/** Returns to the queue, which is closed while the endpoint is not enabled. */
const requeued = ({ endpointEnabled }: DeliveryGuard): DeliveryTurn =>
  to(endpointEnabled ? 'pending' : 'held');

type Move = (guard: DeliveryGuard) => DeliveryTurn;
const always =
  (turn: DeliveryTurn): Move =>
  () =>
    turn;
const again = always(to('pending'));

const moves: Record<DeliveryEvent, Partial<Record<DeliveryStatus, Move>>> = {
  claimed: { pending: always(to('in_flight')) },
  // Claimed ahead, and not sent.
  returned: { in_flight: requeued },
  delivered: { in_flight: always(to('succeeded')) },
  failed: { in_flight: requeued },
  exhausted: { in_flight: always(to('dead_lettered', 'exhausted')) },
  gone: { in_flight: always(to('dead_lettered', 'gone')) },
  abandoned: {
    in_flight: (guard) =>
      guard.atMostOnce ? to('dead_lettered', 'process_died') : requeued(guard),
  },
  event_lost: { in_flight: always(to('dead_lettered', 'event_unavailable')) },
  // A delivery in flight is held when its attempt ends without success: see `failed`.
  endpoint_disabled: { pending: always(to('held')) },
  endpoint_enabled: { held: again },
  expired: {
    pending: always(to('dead_lettered', 'expired')),
    held: always(to('dead_lettered', 'expired')),
  },
  endpoint_deleted: {
    pending: always(to('cancelled', 'endpoint_deleted')),
    held: always(to('cancelled', 'endpoint_deleted')),
    in_flight: always(to('cancelled', 'endpoint_deleted')),
  },
  redelivered: { succeeded: again, dead_lettered: again, pending: again },
  recovered: { dead_lettered: again },
};

/** Returns the transition of `event` from `status`; undefined if there is none. */
export const deliveryTurn = (
  status: DeliveryStatus,
  event: DeliveryEvent,
  guard: DeliveryGuard = { endpointEnabled: true, atMostOnce: false },
): DeliveryTurn | undefined => moves[event][status]?.(guard);

/** Returns the states that `event` leaves, for statements over many deliveries. */
export const movedBy = (event: DeliveryEvent): DeliveryStatus[] =>
  Object.keys(moves[event]) as DeliveryStatus[];
