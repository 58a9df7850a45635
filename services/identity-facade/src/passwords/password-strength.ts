import type { Metrics } from '@platform/kit/telemetry';
import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import type { passwordGuesses } from '../../tasks/password-tasks.js';

/** How many guesses a password takes those who know these words, by zxcvbn. */
export type EstimateGuesses = (password: string, words: readonly string[]) => Promise<number>;

/** Estimates passwords on a thread of its own: a long one takes up to 100 ms. */
export function passwordStrength(metrics: Metrics): {
  guesses: EstimateGuesses;
  close: () => Promise<void>;
} {
  const pool = workerPool<{ passwordGuesses: typeof passwordGuesses }>({
    name: 'password-strength',
    module: new URL('../../tasks/password-tasks.js', import.meta.url),
    maxThreads: 1,
    timeoutMs: 2_000,
    metrics,
  });
  return {
    async guesses(password, words) {
      try {
        return await pool.run('passwordGuesses', { password, words });
      } catch (error) {
        // What the estimate cannot take apart in two seconds follows no simple pattern.
        if (error instanceof WorkerFailed) return Infinity;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
