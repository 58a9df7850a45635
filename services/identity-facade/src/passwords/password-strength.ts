import type { Metrics } from '@platform/kit/telemetry';
import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import type { passwordGuesses } from '../../tasks/password-tasks.js';

/** Estimates with zxcvbn how many guesses a password takes for an attacker who knows these words. */
export type EstimateGuesses = (password: string, words: readonly string[]) => Promise<number>;

/** Estimates passwords on a separate thread: a long one takes up to 100 ms. */
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
        // A password that cannot be analyzed in two seconds has no simple pattern.
        if (error instanceof WorkerFailed) return Infinity;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
