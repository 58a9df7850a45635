import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { problem } from '../problem/problem.ts';

/**
 * What the end of a call says of the callee. `none`: nothing, for a caller that left or a fault of our own; such a call
 * counts neither as failed nor as done.
 */
export type BreakerVerdict = 'fault' | 'success' | 'none';

/** When a breaker opens and for how long. Times in milliseconds. */
export interface BreakerOptions {
  /** Failing share of the calls with a verdict that opens it, 1 to 100; reached by equality. */
  errorPercent: number;
  /** Verdicts in the window before a share opens it. */
  volume: number;
  /** Slides in tenths. Empty again when the breaker closes. */
  windowMs: number;
  /** How long it refuses before a call may probe. */
  openMs: number;
  /** So many faults one after the other open it whatever the share is; absent: no number does. */
  failuresRunning?: number;
  /** What an error says; by default every one is a fault. A call that resolves is a success. */
  verdictOf?: (error: unknown) => BreakerVerdict;
  /** Told at once and at each change: 0 closed, 1 half open, 2 open. */
  onState?: (state: 0 | 1 | 2) => void;
  /** What is thrown instead of a call; by default problem `upstream_unavailable` with `Retry-After`. */
  refusal?: (retryAfterSeconds: number) => Error;
  /** Milliseconds, monotonic. The pause of an open breaker is a timer of its own. */
  now?: () => number;
}

/** Keeps calls from a callee that fails. */
export interface Breaker {
  /** Runs `work` and goes by how it ends. @throws what `refusal` makes, without a call, while open or while another call probes */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** As `run`, for work that is no promise: the function returned must be called once, with the verdict. */
  enter(): (verdict: BreakerVerdict) => void;
  /** Refuses while open and counts nothing: for calls whose purpose is to wait. They never probe. */
  pass(): void;
  /** Ends its timers. What runs goes on, and nothing is refused or counted any more. */
  stop(): void;
}

const buckets = 10;
const done = Promise.resolve();
const fault = new Error('fault');
const nothing = (): void => undefined;

/** The library's action: it is told of ends only, so what has no verdict never comes into its counts. */
const tell = (isFault: boolean): Promise<void> => {
  if (isFault) throw fault;
  return done;
};

const unavailable = (retryAfterSeconds: number): Error =>
  problem('upstream_unavailable', {
    detail: 'The service behind this operation is failing; retry later',
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/**
 * Opens when the failing share of enough calls is reached. After a pause one call probes: a success closes, a fault or no
 * verdict opens again. A probe that takes longer than the pause no longer keeps the next one away. Calls that began
 * before the last change of state say nothing of what came after it.
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

  const circuit = new CircuitBreaker(tell, {
    // The library opens above its threshold; ours is reached by equality.
    timeout: false,
    errorThresholdPercentage: errorPercent - 1e-9,
    volumeThreshold: volume,
    resetTimeout: openMs,
    // Turned when somebody counts: a timer for each of thousands of breakers would cost more than they do.
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

  /** Lets a call begin; what it is given back says of which state its end will speak. */
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

/** Breakers of one kind, one a key. */
export interface BreakerFamily {
  /** As `Breaker.run`, by the breaker of this key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** A breaker for each key that is called, at most `max`: the one that was longest without a call is forgotten, open or not. */
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
