import type { Metrics } from '@platform/kit/telemetry';
import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import type { passwordScore } from '../../tasks/password-tasks.js';

/** How hard a password is to guess for those who know these words: 0 to 4, by zxcvbn. */
export type ScorePassword = (password: string, words: readonly string[]) => Promise<number>;

const bestScore = 4;

/** Estimates passwords on a thread of its own: a long one takes up to 100 ms. */
export function passwordStrength(metrics: Metrics): {
  score: ScorePassword;
  close: () => Promise<void>;
} {
  const pool = workerPool<{ passwordScore: typeof passwordScore }>({
    name: 'password-strength',
    module: new URL('../../tasks/password-tasks.js', import.meta.url),
    maxThreads: 1,
    timeoutMs: 2_000,
    metrics,
  });
  return {
    async score(password, words) {
      try {
        return await pool.run('passwordScore', { password, words });
      } catch (error) {
        // What the estimate cannot take apart in two seconds follows no simple pattern.
        if (error instanceof WorkerFailed) return bestScore;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
