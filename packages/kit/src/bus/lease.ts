import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { JetStreamClient } from 'nats';
import type { Logger } from '../telemetry/log.ts';
import { Problem, problem } from '../problem/problem.ts';
import { within } from '../async/within.ts';
import { acquireLease, leaseBucket, whileHeld } from './lease-key.ts';
import type { HeldLease } from './lease-key.ts';

const retryMs = 2_000;
/** Before the first connection, which may come at any moment. */
const firstRetryMs = 200;
const askAgainMs = 50;
const answerMs = 1_000;

/** What {@link leases} needs. */
export interface LeaseOptions {
  service: string;
  /** Name of this pod. A restarted process may take its own lease again at once. */
  holder?: string;
  jetstream: () => JetStreamClient | undefined;
  isConnected: () => boolean;
  replicas: number;
  log: Logger;
}

/** Leases are asked for by the name of a job. */
type LeaseContext = Required<LeaseOptions>;

const reachable = ({ jetstream, isConnected }: LeaseContext): JetStreamClient | undefined =>
  isConnected() ? jetstream() : undefined;

const keyOf = ({ service }: LeaseContext, job: string): string => `${service}.${job}`;

async function holdOnce(
  context: LeaseContext,
  job: string,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const js = reachable(context);
  if (!js) return;
  const { holder, replicas } = context;
  const bucket = await leaseBucket(js, replicas);
  const lease = await acquireLease({ bucket, key: keyOf(context, job), holder });
  if (lease) await whileHeld(lease, [stop], work);
}

async function askUntilFree(
  context: LeaseContext,
  js: JetStreamClient,
  job: string,
  waitMs: number,
): Promise<HeldLease> {
  const { holder, replicas } = context;
  const bucket = await within(answerMs, leaseBucket(js, replicas));
  for (const end = Date.now() + waitMs; ;) {
    const lease = await within(
      answerMs,
      acquireLease({ bucket, key: keyOf(context, job), holder }),
    );
    if (lease) return lease;
    if (Date.now() >= end)
      throw problem('upstream_unavailable', {
        detail: 'Another change to the same resource is in progress; retry in a moment',
        headers: { 'retry-after': '2' },
      });
    await pause(askAgainMs * (0.5 + Math.random()));
  }
}

/** The lease as soon as it is free; undefined while the bus is away. */
async function waitForLease(
  context: LeaseContext,
  job: string,
  waitMs: number,
): Promise<HeldLease | undefined> {
  const js = reachable(context);
  if (!js) return undefined;
  try {
    return await askUntilFree(context, js, job, waitMs);
  } catch (error) {
    if (error instanceof Problem) throw error;
    context.log.warn({ err: error, job }, 'the lease cannot be acquired; continuing without it');
    return undefined;
  }
}

/** Runs work of the same name one after another within this process. */
function localQueues() {
  const queues = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const over = mine.catch(() => undefined);
    queues.set(name, over);
    void over.then(() => queues.get(name) === over && queues.delete(name));
    return mine;
  };
}

/** Single holders of jobs, over the KV bucket `leases` (30 s, renewed every 10 s). Two holders for a moment must be harmless. */
export function leases(options: LeaseOptions) {
  const context: LeaseContext = { ...options, holder: options.holder ?? hostname() };
  const inTurn = localQueues();

  return {
    /** Runs `work` whenever this process holds the job's lease, until `stop`; `signal` aborts when the lease is lost. */
    async hold(
      job: string,
      stop: AbortSignal,
      work: (signal: AbortSignal) => Promise<void>,
    ): Promise<void> {
      // One signal ends many jobs.
      setMaxListeners(0, stop);
      while (!stop.aborted) {
        await holdOnce(context, job, stop, work).catch((error: unknown) => {
          if (!stop.aborted)
            context.log.warn({ err: error, job }, 'a leased job failed; it will be retried');
        });
        const delayMs = context.jetstream() ? retryMs : firstRetryMs;
        await pause(delayMs, undefined, { signal: stop }).catch(() => undefined);
      }
    },

    /**
     * Runs `work` while nobody else does under this name, in this process or another. Without the bus only this process is
     * kept in order.
     * @param waitMs how long to wait for other processes
     * @throws 503 `upstream_unavailable` when another one holds it all the while; what `work` throws
     */
    exclusively: <T>(job: string, waitMs: number, work: () => Promise<T>): Promise<T> =>
      inTurn(job, async () => {
        const lease = await waitForLease(context, job, waitMs);
        return lease ? whileHeld(lease, [], work) : work();
      }),
  };
}

/** See {@link leases}. */
export type Leases = ReturnType<typeof leases>;
