import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Metrics } from '../telemetry/metrics.ts';
import { cpuDeadline } from './cpu-deadline.ts';
import { busy, slots } from './slots.ts';
import { workerPoolMetrics } from './worker-pool-metrics.ts';

export { slots } from './slots.ts';
export type { Slots } from './slots.ts';

/** Why a task failed although it did not throw. */
export type WorkerFailureCode = 'timed_out' | 'out_of_memory';

/** A task whose thread was killed. The next task gets a new thread. */
export class WorkerFailed extends Error {
  readonly code: WorkerFailureCode;

  constructor(code: WorkerFailureCode, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'WorkerFailed';
    this.code = code;
  }
}

/** The named exports of a module of tasks. Inputs and results are structured clones. */
export type WorkerTasks = Record<string, (input: never) => unknown>;

/** Settings of {@link workerPool}. */
export interface WorkerPoolOptions {
  /** Label of its metrics. */
  name: string;
  /** A JavaScript module whose named exports are the tasks. */
  module: URL;
  /**
   * Maximum number of threads; default: one per core. They start on demand and end after 30 idle
   * seconds.
   */
  maxThreads?: number;
  /**
   * Number of tasks that may wait for a thread; one more fails with 503 `upstream_unavailable`.
   * Default 64.
   */
  maxQueue?: number;
  /**
   * Longest run of a task, in milliseconds of wall clock and of CPU time: waiting for a thread does
   * not count, nor does the time that a busy machine gives to others. A task that gets no CPU for
   * ten times as long fails with 503 `upstream_unavailable`.
   */
  timeoutMs: number;
  /** Heap limit of one thread in MiB. Default 128. */
  maxMemoryMb?: number;
  metrics?: Metrics;
}

/** Settings of one task. */
export interface TaskOptions {
  /** Ends the wait, or kills the thread that runs the task. */
  signal?: AbortSignal;
  /** In milliseconds; must be shorter than the pool's. */
  timeoutMs?: number;
  /** Objects to transfer to the thread instead of copying. */
  transfer?: Transferable[];
}

/**
 * Threads for work that would block the event loop: password hashing, archives, images, parsers.
 */
export interface WorkerPool<T extends WorkerTasks> {
  /**
   * Runs a task on a thread of its own.
   * @throws errors of the task; {@link WorkerFailed}; 503 if the queue is full or the machine is
   * too busy; the reason of `signal`
   */
  run<N extends keyof T & string>(
    task: N,
    input: Parameters<T[N]>[0],
    options?: TaskOptions,
  ): Promise<Awaited<ReturnType<T[N]>>>;
  /** Kills the threads. Running and waiting tasks fail. */
  close(): Promise<void>;
}

const idleMs = 30_000;

/** Creates a pool of worker threads. The first task starts the first thread. */
export function workerPool<T extends WorkerTasks>(options: WorkerPoolOptions): WorkerPool<T> {
  const { maxThreads = availableParallelism(), maxQueue = 64, maxMemoryMb = 128 } = options;
  const threads = new Piscina({
    filename: fileURLToPath(options.module),
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const closed = new AbortController();
  const places = slots(maxThreads, maxQueue);
  const measured = workerPoolMetrics(options.name, options.metrics, () => places.waiting());

  async function onThread(
    name: string,
    input: unknown,
    { signal = closed.signal, timeoutMs = options.timeoutMs, transfer }: TaskOptions,
  ): Promise<unknown> {
    const limit = new AbortController();
    const stopDeadline = cpuDeadline(Math.min(timeoutMs, options.timeoutMs), (end) =>
      limit.abort(end === 'timed_out' ? new WorkerFailed(end) : busy()),
    );
    // One signal for all causes: Piscina kills the thread of a task whose signal aborts.
    const stop = AbortSignal.any([signal, limit.signal, closed.signal]);
    try {
      return await threads.run(input, { name, signal: stop, transferList: transfer as never });
    } catch (error) {
      stop.throwIfAborted();
      if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new WorkerFailed('out_of_memory', { cause: error });
      throw error;
    } finally {
      stopDeadline();
    }
  }

  return {
    async run(task, input, more = {}) {
      const signal = AbortSignal.any([closed.signal, ...(more.signal ? [more.signal] : [])]);
      const result = await measured(
        () => places.acquire(signal),
        () => onThread(task, input, more),
      );
      return result as never;
    },
    async close() {
      closed.abort(new Error('the worker pool is closed'));
      await threads.destroy();
    },
  };
}
