import { slowMs } from '@platform/kit/delivery';
import type { DeliveryTurn, HeldDestination } from '@platform/kit/delivery';
import { leaseLost } from '@platform/kit/leases';
import { serialLoop } from '@platform/kit/async';
import type { SerialLoop } from '@platform/kit/async';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import { isSetback, sendQueue } from './lane-sending.ts';
import type { SendingDeps, SendingState } from './lane-sending.ts';
import { laneSlots } from './lane-slots.ts';
import type { LaneSlots } from './lane-slots.ts';
import type { ClaimedAttempt, Turn, TurnInput } from './lane-turn.ts';
import { turnGroups } from './turn-groups.ts';
import type { TurnGroupDeps } from './turn-groups.ts';

export type RunnerDeps = TurnGroupDeps & SendingDeps;

type TakeTurn = ReturnType<typeof turnGroups>;

/** The state of a runner between its turns. */
interface RunnerState extends SendingState {
  lane: HeldDestination;
  slots: LaneSlots;
  /** Deliveries that the turn in progress records. */
  recording: EndedDelivery[];
  /** Deliveries that the turn in progress returns. */
  unsent: ClaimedAttempt[];
  /** The length of the queue at which more is claimed. */
  refillAt: number;
  /** How long an attempt takes, of those recorded last. */
  attemptMs: number | undefined;
  mustLookForOrphans: boolean;
  /** Whether the last turn failed. */
  hasFailed: boolean;
  mayGoOn: () => boolean;
}

const retryMs = 500;

/** Queues what a turn has claimed, and starts as many requests as there are slots. */
function startAttempts(
  deps: RunnerDeps,
  state: RunnerState,
  turn: Turn,
  onEnded: () => void,
): void {
  state.target = turn.target;
  state.queue.push(...turn.claimed);
  while (state.queue.length > 0 && !state.isHalted) {
    const slot = state.slots.use();
    if (!slot) break;
    void sendQueue(deps, state, slot, onEnded);
  }
  state.refillAt = state.queue.length / 2;
  state.slots.release();
}

function meanDuration(ended: readonly EndedDelivery[]): number | undefined {
  const durations = ended.flatMap(({ attempt }) => attempt?.record.durationMs ?? []);
  if (durations.length === 0) return undefined;
  return Math.max(1, durations.reduce((sum, ms) => sum + ms, 0) / durations.length);
}

/** Puts back what a turn would have recorded and returned that did not commit. */
const restore = (state: RunnerState): void => {
  state.ended.unshift(...state.recording.splice(0));
  state.queue.unshift(...state.unsent.splice(0));
};

function turnInput(state: RunnerState, now: number): TurnInput {
  restore(state);
  const { lane, slots, queue, unsent, underWay, mustLookForOrphans } = state;
  const ended = state.ended.splice(0);
  state.recording = ended;
  state.attemptMs = meanDuration(ended) ?? state.attemptMs;
  const claimed = [...underWay.keys(), ...[...queue, ...ended].map(({ delivery }) => delivery.id)];
  return {
    lane,
    slots,
    ended,
    openIds: claimed,
    underWay: underWay.size,
    attemptMs: state.attemptMs,
    queued: queue.length,
    takeQueue() {
      unsent.push(...queue.splice(0));
      return unsent.map(({ delivery }) => delivery);
    },
    hasOverdue: [...underWay.values()].some((at) => at !== undefined && at <= now - slowMs),
    mustLookForOrphans,
    isClosing: !state.mayGoOn(),
  };
}
/** Takes the lane's next turn, together with other lanes of its tenant. */
async function takeNextTurn(
  { clock }: RunnerDeps,
  take: TakeTurn,
  state: RunnerState,
): Promise<Turn | 'lost' | 'failed'> {
  const { tenantId, destinationId: endpointId } = state.lane;
  const turn = await take({
    tenantId,
    endpointId,
    isAlone: state.hasFailed,
    input: () => turnInput(state, clock()),
  });
  state.hasFailed = turn === 'failed';
  if (turn === 'failed') {
    restore(state);
    state.isHalted = true;
    state.mustLookForOrphans = true;
    state.slots.release();
    return turn;
  }
  state.mustLookForOrphans = false;
  state.recording = [];
  state.unsent.length = 0;
  state.isHalted = state.ended.some(isSetback);
  return turn;
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
  take: TakeTurn,
  lane: HeldDestination,
  { signal, closing, slot, slots, mayGoOn }: DeliveryTurn,
): LaneRunner {
  const state: RunnerState = {
    lane,
    slots: laneSlots(slots, lane, slot),
    target: undefined,
    queue: [],
    recording: [],
    unsent: [],
    underWay: new Map(),
    ended: [],
    isHalted: false,
    refillAt: 0,
    attemptMs: undefined,
    mustLookForOrphans: lane.wasAbandoned,
    hasFailed: false,
    mayGoOn,
    aborted: new AbortController(),
  };
  let timer: NodeJS.Timeout | undefined;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const loop: SerialLoop = serialLoop(async () => {
    clearTimeout(timer);
    const turn = await takeNextTurn(deps, take, state);
    if (turn === 'failed') return wakeIn(retryMs);
    if (turn === 'lost') return end();
    startAttempts(deps, state, turn, onEnded);
    if (turn.isReleased) end();
    else if (turn.lookAgainMs !== undefined) wakeIn(turn.lookAgainMs);
  });

  function wakeIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(loop.wake, ms);
  }

  function onEnded(): void {
    // A lane with enough in its queue collects outcomes, to record them together.
    if (state.isHalted || state.queue.length <= state.refillAt) loop.wake();
  }

  function end(): void {
    void loop.stop();
    clearTimeout(timer);
    state.queue.length = 0;
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
  const take = turnGroups(deps);
  return {
    /** Works a claimed lane until it is released. */
    async turn(lane: HeldDestination, turn: DeliveryTurn): Promise<void> {
      const runner = runLane(deps, take, lane, turn);
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
