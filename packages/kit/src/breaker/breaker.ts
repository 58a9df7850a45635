import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { problem } from '../problem/problem.ts';

/**
 * The outcome of a call, as a verdict on the callee. `none` counts neither as a failure nor as a
 * success: the caller left, or the fault is ours.
 */
export type BreakerVerdict = 'fault' | 'success' | 'none';

/** When a breaker opens, and for how long. Times in milliseconds. */
export interface BreakerOptions {
  /** Share of failed calls, among those with a verdict, at which the breaker opens: 1 to 100. */
  errorPercent: number;
  /** Minimum number of verdicts in the window before the share counts. */
  volume: number;
  /** Slides in tenths. Emptied when the breaker closes. */
  windowMs: number;
  /** How long the breaker refuses calls before it lets a probe through. */
  openMs: number;
  /**
   * Number of consecutive faults that opens the breaker whatever the share is; absent: none does.
   */
  failuresRunning?: number;
  /** Classifies an error; default: fault. A call that resolves is a success. */
  verdictOf?: (error: unknown) => BreakerVerdict;
  /** Called with the initial state and at each change: 0 closed, 1 half open, 2 open. */
  onState?: (state: 0 | 1 | 2) => void;
  /**
   * Makes the error thrown in place of a call; default: the problem `upstream_unavailable` with
   * `Retry-After`.
   */
  refusal?: (retryAfterSeconds: number) => Error;
  /** Milliseconds, monotonic. The pause of an open breaker uses a timer instead. */
  now?: () => number;
}

/** Stops calls to a callee that fails. */
export interface Breaker {
  /**
   * Runs `work` and records its outcome.
   * @throws the error of `refusal`, without a call, while open or while another call probes
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Like `run`, for work that is not a promise: call the returned function once, with the verdict.
   */
  enter(): (verdict: BreakerVerdict) => void;
  /** Throws while open and counts nothing, for calls whose purpose is to wait. They never probe. */
  pass(): void;
  /** Ends its timers. Running calls continue; nothing more is refused or counted. */
  stop(): void;
}

const buckets = 10;
const done = Promise.resolve();
const fault = new Error('fault');
const nothing = (): void => undefined;

/** Reports only ends to the library, so calls without a verdict never enter its counts. */
const reportEnd = (isFault: boolean): Promise<void> => {
  if (isFault) throw fault;
  return done;
};

const unavailable = (retryAfterSeconds: number): Error =>
  problem('upstream_unavailable', {
    detail: 'The service behind this operation is failing; retry later',
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/**
 * Creates a breaker that opens when the share of failures among enough calls is reached. After a
 * pause, one call probes: a success closes it, a fault or no verdict opens it again. A probe that
 * takes longer than the pause stops blocking the next one. A call that began before the last change
 * of state does not affect the state after it.
 */
export function breaker({
  errorPercent,
  volume,
  windowMs,
  openMs,
  failuresRunning = Infinity,
  verdictOf = () => 'fault',
  onState,
  refusal = unavailable,
  now = () => performance.now(),
}: BreakerOptions): Breaker {
  const turning = new EventEmitter();
  const bucketMs = windowMs / buckets;
  let turnedAt = now();
  let running = 0;
  let openedAt = 0;
  let probedAt = -Infinity;
  let epoch = 0;

  const circuit = new CircuitBreaker(reportEnd, {
    // The library opens above its threshold; ours opens at it.
    timeout: false,
    errorThresholdPercentage: errorPercent - 1e-9,
    volumeThreshold: volume,
    resetTimeout: openMs,
    // Rotated on use: a timer for each of thousands of breakers would cost more than their work.
    rollingCountTimeout: windowMs,
    rollingCountBuckets: buckets,
    rotateBucketController: turning,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  });

  function turn(turns: number): void {
    for (let i = 0; i < Math.min(turns, buckets); i++) turning.emit('rotate');
  }

  function slide(): void {
    const turns = Math.floor((now() - turnedAt) / bucketMs);
    if (turns <= 0) return;
    turnedAt += turns * bucketMs;
    turn(turns);
  }

  circuit.on('open', () => {
    epoch++;
    openedAt = now();
    onState?.(2);
  });
  circuit.on('halfOpen', () => {
    epoch++;
    probedAt = -Infinity;
    onState?.(1);
  });
  circuit.on('close', () => {
    epoch++;
    running = 0;
    turn(buckets);
    onState?.(0);
  });
  onState?.(0);

  const refused = (): Error => refusal(Math.max(1, Math.ceil((openedAt + openMs - now()) / 1000)));

  /** Admits a call. Returns the state that the call's end applies to. */
  function admit(): number {
    if (circuit.opened) throw refused();
    if (circuit.halfOpen) {
      if (now() - probedAt < openMs) throw refused();
      probedAt = now();
    }
    return epoch;
  }

  function countVerdict(began: number, verdict: BreakerVerdict): void {
    if (began !== epoch || circuit.isShutdown) return;
    if (circuit.halfOpen) return verdict === 'success' ? circuit.close() : circuit.open();
    if (verdict === 'none') return;
    slide();
    running = verdict === 'fault' ? running + 1 : 0;
    circuit.fire(verdict === 'fault').catch(nothing);
    if (running >= failuresRunning) circuit.open();
  }

  return {
    async run(work) {
      const began = admit();
      let verdict: BreakerVerdict = 'success';
      try {
        return await work();
      } catch (error) {
        verdict = verdictOf(error);
        throw error;
      } finally {
        countVerdict(began, verdict);
      }
    },
    enter() {
      const began = admit();
      return (verdict) => countVerdict(began, verdict);
    },
    pass() {
      if (circuit.opened) throw refused();
    },
    stop: () => circuit.shutdown(),
  };
}

/** Breakers of one kind, one per key. */
export interface BreakerFamily {
  /** Like `Breaker.run`, with the breaker of this key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/**
 * Creates a breaker for each key that is called, at most `max`: the least recently used one is
 * dropped, open or not.
 */
export function breakerFamily({
  max,
  ...options
}: BreakerOptions & { max: number }): BreakerFamily {
  const kept = new LRUCache<string, Breaker>({ max, dispose: (left) => left.stop() });
  return {
    run(key, work) {
      let found = kept.get(key);
      if (!found) kept.set(key, (found = breaker(options)));
      return found.run(work);
    },
    stop: () => kept.clear(),
  };
}
