import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@platform/kit/database';
import { slowMs } from '@platform/kit/delivery';
import type { DeliveryTurn, HeldDestination, Slot } from '@platform/kit/delivery';
import { leaseLost } from '@platform/kit/leases';
import type { Logger } from '@platform/kit/telemetry';
import { serialLoop } from '@platform/kit/async';
import type { SerialLoop } from '@platform/kit/async';
import type { Attempts } from '../attempts/attempt.ts';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import { laneSlots } from './lane-slots.ts';
import type { LaneSlots } from './lane-slots.ts';
import { takeTurn } from './lane-turn.ts';
import type { ClaimedAttempt, Turn, TurnDeps } from './lane-turn.ts';

export interface RunnerDeps extends TurnDeps {
  db: Pick<Database, 'transact'>;
  attempts: Attempts;
  log: Logger;
  onClaimed: (waitedMs: number) => void;
}

/** The state of a runner between its turns. */
interface RunnerState {
  lane: HeldDestination;
  slots: LaneSlots;
  /** When each claimed delivery was sent; undefined before and after. */
  open: Map<string, number | undefined>;
  ended: EndedDelivery[];
  mustLookForOrphans: boolean;
  mayGoOn: () => boolean;
  aborted: AbortController;
  timer: NodeJS.Timeout | undefined;
}

/** A claimed attempt with its slot. */
interface SlottedAttempt {
  target: EndpointTarget;
  claimed: ClaimedAttempt;
  slot: Slot;
}

const retryMs = 500;

/** Makes one attempt; the next turn records its outcome. */
async function attempt(
  { attempts, recorder, clock, atMostOnce }: RunnerDeps,
  state: RunnerState,
  { target, claimed: { delivery, request }, slot }: SlottedAttempt,
): Promise<void> {
  const early = request.startedAt - clock();
  if (early > 0) await pause(early);
  slot.begin();
  state.open.set(delivery.id, clock());
  // With at-most-once, the attempt's row is already written with its time.
  const startedAt = atMostOnce ? request.startedAt : clock();
  const signal = state.aborted.signal;
  const done = await attempts.send(target, { ...request, startedAt, signal });
  slot.release();
  state.open.set(delivery.id, undefined);
  recorder.observe(target.endpointId, done);
  state.ended.push({ delivery, attempt: done });
}

/** Starts the attempts that a turn has claimed. */
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

/** Takes one turn: `lost` if another pod holds the lane or it is gone, `failed` if nothing was committed. */
async function takeNextTurn(
  deps: RunnerDeps,
  state: RunnerState,
): Promise<Turn | 'lost' | 'failed'> {
  const { db, clock, log } = deps;
  const { lane } = state;
  const ended = state.ended.splice(0);
  const now = clock();
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
        isClosing: !state.mayGoOn(),
      }),
    );
    state.mustLookForOrphans = false;
    for (const { delivery } of ended) state.open.delete(delivery.id);
    return turn ?? 'lost';
  } catch (error) {
    log.warn(
      { err: error, endpointId: lane.destinationId },
      'the deliveries of an endpoint could not be processed; retrying',
    );
    state.ended.unshift(...ended);
    state.mustLookForOrphans = true;
    state.slots.release();
    return 'failed';
  }
}

interface LaneRunner {
  /** Signals possible work. */
  wake(): void;
  /** Resolves when the lane has been released or lost. */
  finished: Promise<void>;
}

/** Works one lane until it is idle, fenced by the lane's epoch. */
function runLane(
  deps: RunnerDeps,
  lane: HeldDestination,
  { signal, closing, slot, slots, mayGoOn }: DeliveryTurn,
): LaneRunner {
  const state: RunnerState = {
    lane,
    slots: laneSlots(slots, lane, slot),
    open: new Map(),
    ended: [],
    mustLookForOrphans: lane.wasAbandoned,
    mayGoOn,
    aborted: new AbortController(),
    timer: undefined,
  };
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
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
    void loop.stop();
    clearTimeout(state.timer);
    state.slots.release();
    closing.removeEventListener('abort', loop.wake);
    finish();
  }

  closing.addEventListener('abort', loop.wake);
  signal.addEventListener('abort', () => {
    // Attempts of a lost lane continue; another pod records them.
    if (signal.reason !== leaseLost) return state.aborted.abort(signal.reason);
    deps.log.warn({ endpointId: lane.destinationId }, 'the lease of a lane was lost');
    end();
  });
  loop.wake();
  return { wake: loop.wake, finished };
}

/** The lanes that this pod works. */
export function laneRunners(deps: RunnerDeps) {
  const runners = new Map<HeldDestination, LaneRunner>();
  return {
    /** Works a claimed lane until it is released. */
    async turn(lane: HeldDestination, turn: DeliveryTurn): Promise<void> {
      const runner = runLane(deps, lane, turn);
      runners.set(lane, runner);
      await runner.finished;
      runners.delete(lane);
    },
    /** Makes the lanes of a tenant look for deliveries immediately. */
    wake(tenantId: string): void {
      for (const [lane, runner] of runners) if (lane.tenantId === tenantId) runner.wake();
    },
  };
}
