import { setTimeout as pause } from 'node:timers/promises';
import { slowMs } from '@platform/kit/delivery';
import type { Slot } from '@platform/kit/delivery';
import type { Attempts } from '../attempts/attempt.ts';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import type { OutcomeRecorder } from '../attempts/outcome-recorder.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import type { ClaimedAttempt } from './lane-turn.ts';

export interface SendingDeps {
  attempts: Attempts;
  recorder: OutcomeRecorder;
  atMostOnce: boolean;
  clock: () => number;
  /** Receives the time from when the delivery was due. */
  onSending: (waitedMs: number) => void;
}

/** The deliveries that a lane has claimed and not recorded. */
export interface SendingState {
  /** As of the last turn. */
  target: EndpointTarget | undefined;
  /** Deliveries to send, in order. */
  queue: ClaimedAttempt[];
  /** When each request in progress was sent; undefined while it waits for the endpoint's rate. */
  underWay: Map<string, number | undefined>;
  ended: EndedDelivery[];
  /** Nothing more is sent until a turn has judged the lane. */
  isHalted: boolean;
  aborted: AbortController;
}

/** Whether the lane may change by the outcome, so that the next turn decides what is sent. */
export const isSetback = ({ attempt }: EndedDelivery): boolean =>
  attempt !== undefined &&
  (attempt.record.outcome !== 'succeeded' || attempt.record.durationMs >= slowMs);

async function send(
  { attempts, recorder, clock, atMostOnce, onSending }: SendingDeps,
  state: SendingState,
  { delivery, request }: ClaimedAttempt,
  slot: Slot,
): Promise<EndedDelivery> {
  const { target } = state;
  if (!request || !target) return { delivery, attempt: undefined };
  state.underWay.set(delivery.id, undefined);
  const early = request.startedAt - clock();
  if (early > 0) await pause(early);
  slot.begin();
  onSending(clock() - (delivery.nextAttemptAt?.getTime() ?? clock()));
  state.underWay.set(delivery.id, clock());
  // With at-most-once, the attempt's row is already written with its time.
  const startedAt = atMostOnce ? request.startedAt : clock();
  const signal = state.aborted.signal;
  const attempt = await attempts.send(target, { ...request, startedAt, signal });
  state.underWay.delete(delivery.id);
  recorder.observe(target.endpointId, attempt);
  return { delivery, attempt };
}

/** Sends the queue, one request after another, until it is empty or the lane is halted. */
export async function sendQueue(
  deps: SendingDeps,
  state: SendingState,
  slot: Slot,
  onEnded: () => void,
): Promise<void> {
  let next = state.queue.shift();
  while (next) {
    const ended = await send(deps, state, next, slot);
    state.ended.push(ended);
    state.isHalted ||= isSetback(ended);
    next = state.isHalted ? undefined : state.queue.shift();
    if (!next) slot.release();
    onEnded();
  }
}
