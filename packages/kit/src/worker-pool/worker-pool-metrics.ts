import type { Metrics } from '../telemetry/metrics.ts';
import { Problem } from '../problem/problem.ts';

type Acquire = () => Promise<() => void>;

const resultOf = (error: unknown): string => {
  if (error instanceof Problem && error.status === 503) return 'queue_full';
  const { name, code } = error as { name?: string; code?: unknown };
  return name === 'WorkerFailed' ? String(code) : 'failed';
};

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

/**
 * Runs a task between acquiring and releasing a slot; counts and times both for the pool's metrics.
 */
export function workerPoolMetrics(
  pool: string,
  metrics: Metrics | undefined,
  waiting: () => number,
): <T>(acquire: Acquire, work: () => Promise<T>) => Promise<T> {
  const tasks = metrics?.counter('platform_worker_pool_tasks_total');
  const waits = metrics?.histogram('platform_worker_pool_wait_seconds');
  const runs = metrics?.histogram('platform_worker_pool_run_seconds');
  const queue = metrics?.gauge('platform_worker_pool_waiting');

  async function timed<T>(acquire: Acquire, work: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const acquired = acquire();
    queue?.set({ pool }, waiting());
    const release = await acquired;
    const startedAt = performance.now();
    waits?.observe({ pool }, (startedAt - askedAt) / 1_000);
    try {
      return await work();
    } finally {
      release();
      runs?.observe({ pool }, secondsSince(startedAt));
      queue?.set({ pool }, waiting());
    }
  }

  return async (acquire, work) => {
    try {
      const result = await timed(acquire, work);
      tasks?.inc({ pool, result: 'completed' });
      return result;
    } catch (error) {
      tasks?.inc({ pool, result: resultOf(error) });
      throw error;
    }
  };
}
