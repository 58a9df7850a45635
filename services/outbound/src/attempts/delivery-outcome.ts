import type { DeliveryOutcome } from '../deliveries/delivery-queue.ts';
import type { DeliveryRecord } from '../deliveries/delivery-queue.ts';
import { deliveryTurn } from '../deliveries/delivery-state.ts';
import type { DeliveryEvent } from '../deliveries/delivery-state.ts';
import type { EndedAttempt } from './attempt-record.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** A delivery whose attempt ended. `attempt` is absent if the event was gone. */
export interface EndedDelivery {
  delivery: DeliveryRecord;
  attempt: EndedAttempt | undefined;
}

export interface DeliveryRules {
  retrySchedule: readonly number[];
  atMostOnce: boolean;
}

export interface DeliveryPlan {
  delivery: DeliveryRecord;
  event: DeliveryEvent;
  nextAt: number | null;
}

const gone = 410;

/** Whether the receiver answered 410: it wants no more deliveries. */
export const isGone = ({ record }: EndedAttempt): boolean => record.responseStatus === gone;

function eventOf(
  attempt: EndedAttempt,
  nextAt: number | null,
  { atMostOnce }: DeliveryRules,
): DeliveryEvent {
  if (attempt.record.outcome === 'succeeded') return 'delivered';
  if (isGone(attempt)) return 'gone';
  if (attempt.record.outcome === 'aborted' && atMostOnce) return 'abandoned';
  return nextAt === null ? 'exhausted' : 'failed';
}

function retryAt(
  delivery: DeliveryRecord,
  retryAfterMs: number | null,
  rules: DeliveryRules,
  { now, random }: { now: number; random: () => number },
): number | null {
  return nextAttemptAt({
    step: delivery.step,
    now,
    expiresAt: delivery.expiresAt.getTime(),
    schedule: rules.atMostOnce ? [] : rules.retrySchedule,
    retryAfterMs,
    random,
  });
}

/** Returns the next step of a delivery after its attempt. */
export function planAfterAttempt(
  { delivery, attempt }: EndedDelivery,
  rules: DeliveryRules,
  at: { now: number; random: () => number },
): DeliveryPlan {
  if (!attempt) return { delivery, event: 'event_lost', nextAt: null };
  const nextAt = retryAt(delivery, attempt.retryAfterMs, rules, at);
  return { delivery, event: eventOf(attempt, nextAt, rules), nextAt };
}

/** Returns the next step of a delivery that was claimed ahead and not sent. */
export const planUnsent = (delivery: DeliveryRecord): DeliveryPlan => ({
  delivery,
  event: 'returned',
  nextAt: delivery.nextAttemptAt?.getTime() ?? null,
});

/** Returns the next step of a delivery whose holder died during the attempt. */
export function planAfterDeath(
  delivery: DeliveryRecord,
  rules: DeliveryRules,
  at: { now: number; random: () => number },
): DeliveryPlan {
  const nextAt = retryAt(delivery, null, rules, at);
  const isOver = !rules.atMostOnce && nextAt === null;
  return { delivery, event: isOver ? 'exhausted' : 'abandoned', nextAt };
}

/** Converts a plan for storage. */
export function outcomeOf(
  { delivery, event, nextAt }: DeliveryPlan,
  guard: { endpointEnabled: boolean; atMostOnce: boolean },
  now: number,
): DeliveryOutcome {
  const turn = deliveryTurn('in_flight', event, guard);
  if (!turn) throw new Error(`a delivery in flight knows no ${event}`);
  const isOpen = turn.status === 'pending' || turn.status === 'held';
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    eventIngestedAt: delivery.eventIngestedAt,
    status: turn.status,
    reason: turn.reason,
    nextAttemptAt: isOpen ? (nextAt ?? now) : null,
    completedAt: isOpen ? null : now,
    isReturned: event === 'returned',
  };
}
