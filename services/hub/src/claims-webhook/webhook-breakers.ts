import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { EnrichmentFailed } from './enrichment-failed.ts';

/** Keeps calls from receivers that fail. */
export interface WebhookBreakers {
  /** Runs `work`, or refuses while the breaker of this key is open. @throws EnrichmentFailed `breaker_open` */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
}

const failuresRunning = 5;

/** Opened by five failures running, or by half of at least ten calls in the window; after a pause one call probes. Times in milliseconds. */
export function webhookBreakers({ windowMs = 30_000, openMs = 30_000, max = 2_000 } = {}): WebhookBreakers {
  const circuits = new LRUCache<string, CircuitBreaker>({ max, dispose: (circuit) => circuit.shutdown() });

  function newCircuit(): CircuitBreaker {
    let running = 0;
    const circuit = new CircuitBreaker((work: () => Promise<unknown>) => work(), {
      // The library opens above its threshold; ours is reached by equality.
      timeout: false, errorThresholdPercentage: 49.999, volumeThreshold: 10, rollingCountTimeout: windowMs, resetTimeout: openMs,
      rollingPercentilesEnabled: false, enableSnapshots: false,
      // A receiver that says that a claim cannot be had does what it should.
      errorFilter: (error: unknown) => error instanceof EnrichmentFailed && error.reason === 'claim_unmet',
    });
    circuit.on('success', () => void (running = 0));
    circuit.on('failure', () => {
      running += 1;
      if (running >= failuresRunning) circuit.open();
    });
    return circuit;
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      let circuit = circuits.get(key);
      if (!circuit) circuits.set(key, (circuit = newCircuit()));
      try {
        return await circuit.fire(work) as T;
      } catch (error) {
        throw (error as { code?: unknown } | null)?.code === 'EOPENBREAKER' ? new EnrichmentFailed('breaker_open') : error;
      }
    },
    stop: () => circuits.clear(),
  };
}
