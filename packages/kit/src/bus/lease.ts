import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import type { JetStreamClient, KV } from 'nats';
import type { Logger } from '../log/log.ts';
import { Problem, problem } from '../problem/problem.ts';
import { within } from '../within/within.ts';
import { bucketOf, valueOf } from './kv.ts';

const renewMs = 10_000;
const retryMs = 2_000;
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

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });

/** Single holders of jobs, over the KV bucket `leases` (30 s, renewed every 10 s). Two holders for a moment must be harmless. */
export function leases({
  service,
  holder = hostname(),
  jetstream,
  isConnected,
  replicas,
  log,
}: LeaseOptions) {
  const queues = new Map<string, Promise<unknown>>();

  async function acquire(bucket: KV, key: string): Promise<number | undefined> {
    const value = JSON.stringify({ holder });
    const present = await bucket.get(key);
    if (!present || present.operation !== 'PUT')
      return present
        ? bucket.update(key, value, present.revision).catch(() => undefined)
        : bucket.create(key, value).catch(() => undefined);
    return valueOf<{ holder: string }>(present)?.holder === holder
      ? bucket.update(key, value, present.revision).catch(() => undefined)
      : undefined;
  }

  /** Renews what was acquired while `work` runs, and gives it back. */
  async function whileHeld<T>(
    bucket: KV,
    key: string,
    acquired: number,
    stop: readonly AbortSignal[],
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    let revision = acquired;
    const held = new AbortController();
    const signal = AbortSignal.any([...stop, held.signal]);
    let renewedAt = Date.now();
    const renew = setInterval(() => {
      void bucket.update(key, JSON.stringify({ holder }), revision).then(
        (next) => {
          revision = next;
          renewedAt = Date.now();
        },
        (error: unknown) => {
          const isTaken = /wrong last sequence/.test((error as Error).message);
          if (isTaken || Date.now() - renewedAt > 25_000) held.abort();
        },
      );
    }, renewMs);
    try {
      return await work(signal);
    } finally {
      clearInterval(renew);
      if (!held.signal.aborted)
        await bucket.delete(key, { previousSeq: revision }).catch(() => undefined);
    }
  }

  async function holdOnce(
    job: string,
    stop: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const js = jetstream();
    if (!js || !isConnected()) return;
    const bucket = await bucketOf(js, 'leases', replicas);
    const key = `${service}.${job}`;
    const revision = await acquire(bucket, key);
    if (revision !== undefined) await whileHeld(bucket, key, revision, [stop], work);
  }

  /** The lease as soon as it is free; undefined while the bus is away. */
  async function waitFor(
    job: string,
    waitMs: number,
  ): Promise<{ bucket: KV; revision: number } | undefined> {
    const js = jetstream();
    if (!js || !isConnected()) return undefined;
    try {
      const bucket = await within(answerMs, bucketOf(js, 'leases', replicas));
      for (const end = Date.now() + waitMs; ;) {
        const revision = await within(answerMs, acquire(bucket, `${service}.${job}`));
        if (revision !== undefined) return { bucket, revision };
        if (Date.now() >= end)
          throw problem('upstream_unavailable', {
            detail: 'Another change to the same resource is in progress; retry in a moment',
            headers: { 'retry-after': '2' },
          });
        await new Promise((resolve) => setTimeout(resolve, askAgainMs * (0.5 + Math.random())));
      }
    } catch (error) {
      if (error instanceof Problem) throw error;
      log.warn({ err: error, job }, 'the lease cannot be acquired; continuing without it');
      return undefined;
    }
  }

  async function holding<T>(job: string, waitMs: number, work: () => Promise<T>): Promise<T> {
    const lease = await waitFor(job, waitMs);
    return lease ? whileHeld(lease.bucket, `${service}.${job}`, lease.revision, [], work) : work();
  }

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
        await holdOnce(job, stop, work).catch((error: unknown) => {
          if (!stop.aborted)
            log.warn({ err: error, job }, 'a leased job failed; it will be retried');
        });
        await pause(jetstream() ? retryMs : 200, stop);
      }
    },

    /**
     * Runs `work` while nobody else does under this name, in this process or another. Without the bus only this process is
     * kept in order.
     * @param waitMs how long to wait for other processes
     * @throws 503 `upstream_unavailable` when another one holds it all the while; what `work` throws
     */
    async exclusively<T>(job: string, waitMs: number, work: () => Promise<T>): Promise<T> {
      const before = queues.get(job) ?? Promise.resolve();
      const mine = before.then(() => holding(job, waitMs, work));
      const settled = mine.catch(() => undefined);
      queues.set(job, settled);
      void settled.then(() => queues.get(job) === settled && queues.delete(job));
      return mine;
    },
  };
}

/** See {@link leases}. */
export type Leases = ReturnType<typeof leases>;
