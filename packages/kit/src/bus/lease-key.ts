import type { JetStreamClient, KV } from 'nats';
import { bucketOf, valueOf } from './kv.ts';

const renewMs = 10_000;
/** Without a renewal for so long it may be another's in a moment: a lease lasts 30 s. */
const staleMs = 25_000;

/** The key of a lease in the bucket, and who asks for it. */
export interface LeaseKey {
  readonly bucket: KV;
  readonly key: string;
  readonly holder: string;
}

/** A lease that was acquired, at its revision. */
export interface HeldLease extends LeaseKey {
  revision: number;
}

/** The bucket that leases live in. */
export const leaseBucket = (js: JetStreamClient, replicas: number): Promise<KV> =>
  bucketOf(js, 'leases', replicas);

async function revisionIfFree({ bucket, key, holder }: LeaseKey): Promise<number | undefined> {
  const value = JSON.stringify({ holder });
  const present = await bucket.get(key);
  if (!present) return bucket.create(key, value).catch(() => undefined);
  const isFree =
    present.operation !== 'PUT' || valueOf<{ holder: string }>(present)?.holder === holder;
  return isFree ? bucket.update(key, value, present.revision).catch(() => undefined) : undefined;
}

/** Acquires a lease that is free, or that a process of the same name held; undefined when another has it. */
export async function acquireLease(key: LeaseKey): Promise<HeldLease | undefined> {
  const revision = await revisionIfFree(key);
  return revision === undefined ? undefined : { ...key, revision };
}

/** Renews a lease now and then; calls `onLost` when it is another's, or may be. Returns what ends that. */
function keepRenewing(lease: HeldLease, onLost: () => void): () => void {
  const { bucket, key, holder } = lease;
  let renewedAt = Date.now();
  const renew = (): Promise<void> =>
    bucket.update(key, JSON.stringify({ holder }), lease.revision).then(
      (next) => {
        lease.revision = next;
        renewedAt = Date.now();
      },
      (error: unknown) => {
        const isTaken = /wrong last sequence/.test((error as Error).message);
        if (isTaken || Date.now() - renewedAt > staleMs) onLost();
      },
    );
  const timer = setInterval(() => void renew(), renewMs);
  return () => clearInterval(timer);
}

/** Renews a lease while `work` runs, and gives it back. */
export async function whileHeld<T>(
  lease: HeldLease,
  stop: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const endRenewing = keepRenewing(lease, () => lost.abort());
  try {
    return await work(AbortSignal.any([...stop, lost.signal]));
  } finally {
    endRenewing();
    if (!lost.signal.aborted)
      await lease.bucket.delete(lease.key, { previousSeq: lease.revision }).catch(() => undefined);
  }
}
