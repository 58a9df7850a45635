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

/** Why a task has no result although nothing in it threw. */
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
  /** Threads at most; by default one a core. They start when they are needed and end after 30 idle seconds. */
  maxThreads?: number;
  /** Tasks that may wait for a thread; one more is 503 `upstream_unavailable`. Default 64. */
  maxQueue?: number;
  /**
   * The longest a task may run, in milliseconds of the clock and of CPU: waiting for a thread does not count, and neither does the time
   * that a busy machine gives to others. A task that gets no CPU for ten times as long is 503 `upstream_unavailable`.
   */
  timeoutMs: number;
  /** Heap of one thread in mebibytes. Default 128. */
  maxMemoryMb?: number;
  metrics?: Metrics;
}

/** Settings of one task. */
export interface TaskOptions {
  /** Ends the wait, or kills the thread that runs the task. */
  signal?: AbortSignal;
  /** Shorter than the pool's. Milliseconds. */
  timeoutMs?: number;
  /** Moved to the thread instead of copied. */
  transfer?: Transferable[];
}

/** Threads for work that would hold up the event loop: password hashing, archives, images, parsers. */
export interface WorkerPool<T extends WorkerTasks> {
  /**
   * Runs a task on a thread of its own.
   * @throws what the task threw; {@link WorkerFailed}; 503 when the queue is full or the machine too busy; the reason of `signal`
   */
  run<N extends keyof T & string>(
    task: N,
    input: Parameters<T[N]>[0],
    options?: TaskOptions,
  ): Promise<Awaited<ReturnType<T[N]>>>;
  /** Kills the threads. Tasks that run or wait fail. */
  close(): Promise<void>;
}

const idleMs = 30_000;

/** Makes a pool of worker threads. It starts none until the first task. */
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
    // One signal for all: Piscina kills the thread of a task whose signal aborts.
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
