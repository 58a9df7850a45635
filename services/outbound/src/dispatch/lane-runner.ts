import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { Attempts } from '../attempts/attempt.ts';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import type { HeldLane } from '../lanes/lane-leases.ts';
import { slowMs } from '../lanes/lane-health.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import { laneSlots } from './lane-slots.ts';
import type { LaneSlots } from './lane-slots.ts';
import { takeTurn } from './lane-turn.ts';
import type { ClaimedAttempt, Turn, TurnDeps } from './lane-turn.ts';
import { serialLoop } from '@platform/kit/async';
import type { SerialLoop } from '@platform/kit/async';
import type { Slot, SharedSlots } from '../slots/slots.ts';

/** What runners share. */
export interface RunnerDeps extends TurnDeps {
  db: Pick<Database, 'transact'>;
  slots: SharedSlots;
  attempts: Attempts;
  log: Logger;
  /** Other lanes wait for slots. */
  isContended: () => boolean;
  onClaimed: (waitedMs: number) => void;
  onSlotFreed: () => void;
}

/** A lane in work. */
export interface LaneRunner {
  readonly lane: HeldLane;
  /** There may be something to do. */
  wake(): void;
  /** Claims nothing more; resolves when the lane is given back. */
  stop(): Promise<void>;
  /** Ends the attempts under way. */
  abort(): void;
  /** The lease was lost: nothing is written any more. */
  lose(): void;
}

/** What a runner knows between its turns. */
interface RunnerState {
  lane: HeldLane;
  slots: LaneSlots;
  /** When each delivery that is claimed was sent; undefined before and after. */
  open: Map<string, number | undefined>;
  ended: EndedDelivery[];
  mustLookForOrphans: boolean;
  isStopping: boolean;
  startedAt: number;
  aborted: AbortController;
  timer: NodeJS.Timeout | undefined;
}

/** A claimed attempt with the slot it was given. */
interface SlottedAttempt {
  target: EndpointTarget;
  claimed: ClaimedAttempt;
  slot: Slot;
}

const retryMs = 500;
/** A lane with much to do makes room for others after so long. */
const turnMs = 5_000;

/** Makes one attempt; its outcome waits for the next turn. */
async function attempt(
  { attempts, recorder, clock, atMostOnce, onSlotFreed }: RunnerDeps,
  state: RunnerState,
  { target, claimed: { delivery, request }, slot }: SlottedAttempt,
): Promise<void> {
  const early = request.startedAt - clock();
  if (early > 0) await pause(early);
  slot.begin();
  state.open.set(delivery.id, clock());
  // With at-most-once the attempt's row is written already, with its time.
  const startedAt = atMostOnce ? request.startedAt : clock();
  const signal = state.aborted.signal;
  const done = await attempts.send(target, { ...request, startedAt, signal });
  slot.release();
  onSlotFreed();
  state.open.set(delivery.id, undefined);
  recorder.observe(target.endpointId, done);
  state.ended.push({ delivery, attempt: done });
}

/** Starts what a turn has claimed. */
function startAttempts(deps: RunnerDeps, state: RunnerState, turn: Turn, wake: () => void): void {
  for (const claimed of turn.claimed) {
    const { delivery } = claimed;
    deps.onClaimed(deps.clock() - (delivery.nextAttemptAt?.getTime() ?? deps.clock()));
    state.open.set(delivery.id, undefined);
    const slot = delivery.body === null ? undefined : state.slots.use();
    if (slot) {
      void attempt(deps, state, { target: turn.target, claimed, slot }).then(wake);
    } else {
      state.ended.push({ delivery, attempt: undefined });
      wake();
    }
  }
  state.slots.release();
}

/** One turn: `lost` when another holds the lane or it is gone, `failed` when nothing was committed. */
async function takeNextTurn(
  deps: RunnerDeps,
  state: RunnerState,
): Promise<Turn | 'lost' | 'failed'> {
  const { db, clock, log } = deps;
  const { lane } = state;
  const ended = state.ended.splice(0);
  const now = clock();
  const isTurnOver = now - state.startedAt > turnMs && deps.isContended();
  const context = { tenantId: lane.tenantId, actor: { type: 'system', id: 'outbound' } } as const;
  try {
    const turn = await db.transact(context, (tx) =>
      takeTurn(tx, deps, {
        lane,
        slots: state.slots,
        ended,
        openIds: [...state.open.keys()],
        hasOverdue: [...state.open.values()].some((at) => at !== undefined && at <= now - slowMs),
        mustLookForOrphans: state.mustLookForOrphans,
        isClosing: state.isStopping || isTurnOver,
      }),
    );
    state.mustLookForOrphans = false;
    for (const { delivery } of ended) state.open.delete(delivery.id);
    return turn ?? 'lost';
  } catch (error) {
    log.warn(
      { err: error, endpointId: lane.endpointId },
      'the deliveries of an endpoint could not be processed; retrying',
    );
    state.ended.unshift(...ended);
    state.mustLookForOrphans = true;
    state.slots.release();
    return 'failed';
  }
}

/** Works one lane until it has nothing to do, fenced by the lane's epoch. */
export function runLane(
  deps: RunnerDeps,
  lane: HeldLane,
  firstSlot: Slot,
  onEnd: () => void,
): LaneRunner {
  const { tenantId, endpointId, priorityClass } = lane;
  const state: RunnerState = {
    lane,
    slots: laneSlots(deps.slots, { tenantId, destinationId: endpointId, priorityClass }, firstSlot),
    open: new Map(),
    ended: [],
    mustLookForOrphans: lane.wasAbandoned,
    isStopping: false,
    startedAt: deps.clock(),
    aborted: new AbortController(),
    timer: undefined,
  };
  let hasEnded = false;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const loop: SerialLoop = serialLoop(async () => {
    const turn = await takeNextTurn(deps, state);
    if (turn === 'failed') return wakeIn(retryMs);
    if (turn === 'lost') return end();
    startAttempts(deps, state, turn, loop.wake);
    if (turn.isReleased) end();
    else if (turn.lookAgainMs !== undefined) wakeIn(turn.lookAgainMs);
  });

  function wakeIn(ms: number): void {
    clearTimeout(state.timer);
    state.timer = setTimeout(loop.wake, ms);
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    void loop.stop();
    clearTimeout(state.timer);
    state.slots.release();
    onEnd();
    finish();
  }

  loop.wake();
  return {
    lane,
    wake: loop.wake,
    stop() {
      state.isStopping = true;
      loop.wake();
      return finished;
    },
    abort: () => state.aborted.abort(new Error('the process is shutting down')),
    lose() {
      deps.log.warn({ endpointId }, 'the lease of a lane was lost');
      end();
    },
  };
}
