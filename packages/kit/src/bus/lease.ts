import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import type { JetStreamClient, KV } from 'nats';
import type { Logger } from '../log/log.ts';
import { bucketOf, valueOf } from './kv.ts';

const renewMs = 10_000;
const retryMs = 2_000;

/** What {@link leases} needs. */
export interface LeaseOptions {
  service: string;
  /** Name of this pod. A restarted process may take its own lease again at once. */
  holder?: string;
  jetstream: () => JetStreamClient | undefined;
  replicas: number;
  log: Logger;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => new Promise((resolve) => {
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
export function leases({ service, holder = hostname(), jetstream, replicas, log }: LeaseOptions) {
  async function acquire(bucket: KV, key: string): Promise<number | undefined> {
    const value = JSON.stringify({ holder });
    const present = await bucket.get(key);
    if (!present || present.operation !== 'PUT') return present ? bucket.update(key, value, present.revision).catch(() => undefined) : bucket.create(key, value).catch(() => undefined);
    return valueOf<{ holder: string }>(present)?.holder === holder ? bucket.update(key, value, present.revision).catch(() => undefined) : undefined;
  }

  async function holdOnce(job: string, stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const js = jetstream();
    if (!js) return;
    const bucket = await bucketOf(js, 'leases', replicas);
    const key = `${service}.${job}`;
    let revision = await acquire(bucket, key);
    if (revision === undefined) return;
    const held = new AbortController();
    const signal = AbortSignal.any([stop, held.signal]);
    let renewedAt = Date.now();
    const renew = setInterval(() => {
      void bucket.update(key, JSON.stringify({ holder }), revision as number).then(
        (next) => { revision = next; renewedAt = Date.now(); },
        (error: unknown) => {
          const isTaken = /wrong last sequence/.test((error as Error).message);
          if (isTaken || Date.now() - renewedAt > 25_000) held.abort();
        });
    }, renewMs);
    try {
      await work(signal);
    } finally {
      clearInterval(renew);
      if (!held.signal.aborted) await bucket.delete(key, { previousSeq: revision }).catch(() => undefined);
    }
  }

  return {
    /** Runs `work` whenever this process holds the job's lease, until `stop`; `signal` aborts when the lease is lost. */
    async hold(job: string, stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
      // One signal ends many jobs.
      setMaxListeners(0, stop);
      while (!stop.aborted) {
        await holdOnce(job, stop, work).catch((error: unknown) => {
          if (!stop.aborted) log.warn({ err: error, job }, 'a leased job failed; it is taken up again');
        });
        await pause(jetstream() ? retryMs : 200, stop);
      }
    },
  };
}

/** See {@link leases}. */
export type Leases = ReturnType<typeof leases>;
