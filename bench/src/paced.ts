import { setTimeout as pause } from 'node:timers/promises';
import { newHistogram } from './histogram.ts';
import type { Histogram } from './histogram.ts';

/** The result of paced calls. */
export interface Paced {
  latencies: Histogram;
  failures: Error[];
  /** From the first call to the last answer. */
  seconds: number;
}

/**
 * Makes calls at an even pace regardless of their responses: as with real clients, a server that falls behind receives more and
 * more concurrent calls. `call` returns its duration in milliseconds, or throws.
 */
export async function paced(
  call: () => Promise<number>,
  { perMinute, minutes }: { perMinute: number; minutes: number },
): Promise<Paced> {
  const latencies = newHistogram();
  const failures: Error[] = [];
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < perMinute * minutes; n++) {
    const wait = begun + (n * 60_000) / perMinute - performance.now();
    if (wait > 0) await pause(wait);
    calls.push(
      call().then(
        (ms) => latencies.add(ms * 1_000),
        (error: Error) => void failures.push(error),
      ),
    );
  }
  await Promise.all(calls);
  return { latencies, failures, seconds: (performance.now() - begun) / 1_000 };
}
