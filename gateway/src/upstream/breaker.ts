import CircuitBreaker from 'opossum';
import { problem } from '@platform/kit/problem';

/** When a breaker opens and for how long. Times in milliseconds. */
export interface BreakerOptions { errorPercent: number; volume: number; windowMs: number; openMs: number }

/** Guards one service. */
export interface Breaker<A, T> {
  /** Runs `work`, or refuses with 503 while open. */
  run(argument: A): Promise<T>;
  /** Refuses while open, counts nothing: for calls whose purpose is to wait. */
  pass(): void;
  stop(): void;
}

/** Opens when the failing share of enough calls is reached; after a pause one call probes. */
export function breaker<A, T>(work: (argument: A) => Promise<T>, options: BreakerOptions & {
  /** Does this error speak against the service? */
  isFault: (error: unknown) => boolean;
  /** 0 closed, 1 half open, 2 open. */
  onState: (state: 0 | 1 | 2) => void;
  now?: () => number;
}): Breaker<A, T> {
  const { errorPercent, volume, windowMs, openMs, isFault, onState, now = Date.now } = options;
  let openedAt = 0;
  const circuit = new CircuitBreaker(work as (...args: unknown[]) => Promise<T>, {
    // The library opens above its threshold; ours is reached by equality.
    timeout: false, errorThresholdPercentage: errorPercent - 0.001, volumeThreshold: volume, rollingCountTimeout: windowMs,
    rollingPercentilesEnabled: false, enableSnapshots: false, resetTimeout: openMs, errorFilter: (error: unknown) => !isFault(error),
  });
  circuit.on('open', () => {
    openedAt = now();
    onState(2);
  });
  circuit.on('halfOpen', () => onState(1));
  circuit.on('close', () => onState(0));
  onState(0);

  const refusal = (cause?: unknown) => problem('upstream_unavailable', {
    detail: 'the service behind this operation is failing', headers: { 'Retry-After': String(Math.max(1, Math.ceil((openedAt + openMs - now()) / 1000))) }, cause,
  });

  return {
    run(argument) {
      const isProbe = circuit.halfOpen;
      return circuit.fire(argument).catch((error: unknown) => {
        if ((error as { code?: unknown } | null)?.code === 'EOPENBREAKER') throw refusal(error);
        // The library takes what is no fault for a success; a caller that left has proven nothing.
        if (isProbe && !isFault(error)) circuit.open();
        throw error;
      });
    },
    pass() {
      if (circuit.opened) throw refusal();
    },
    stop: () => circuit.shutdown(),
  };
}
