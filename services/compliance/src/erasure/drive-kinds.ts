import { z } from 'zod';
import type { Tx } from '@platform/kit/database';
import { jobKind } from '@platform/kit/jobs';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import { nudgeRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';

export interface DrivePayload {
  requestId: string;
}

export interface DriveKinds {
  /** Deactivates and reactivates accounts. Nothing in the tenant's own systems can delay it. */
  account: JobKind<DrivePayload>;
  /** Consults veto clients and erases. */
  erasure: JobKind<DrivePayload>;
}

/** The most requests of one tenant that are driven concurrently, per kind. */
const perTenant = 8;

/** Returns the kinds of drives. `lockTtlMs` is how long a request stays with a pod that does not respond. */
export function driveKinds(lockTtlMs: number): DriveKinds {
  const settings = {
    payload: z.object({ requestId: z.string() }),
    // High, because drives mostly wait for others, such as veto clients: tenants with slow ones
    // must not fill a pod.
    concurrency: 64,
    perTenant,
    leaseMs: lockTtlMs,
    backoffMs: 1_000,
    maxBackoffMs: 900_000,
    maxAttempts: 10,
  };
  return {
    account: jobKind({ ...settings, name: 'erasure_account' }),
    erasure: jobKind({ ...settings, name: 'erasure_drive' }),
  };
}

/**
 * Returns the kind of drive that moves a request out of its state. A DEFERRED request may still
 * have to deactivate its account.
 */
export const kindFor = ({
  state,
  deactivatedAt,
}: Pick<ErasureRecord, 'state' | 'deactivatedAt'>): keyof DriveKinds =>
  state === 'RECEIVED' ||
  state === 'DEACTIVATING' ||
  state === 'CANCELLING' ||
  (state === 'DEFERRED' && deactivatedAt === null)
    ? 'account'
    : 'erasure';

/** Enqueues a drive of a request in the transaction that changed it. */
export type Nudge = (tx: Tx, requestId: string) => Promise<void>;

/**
 * Enqueues a drive. The caller holds the lock of the request: a drive that starts later sees the
 * change, and one that is running finds the note when it ends. A drive that backs off after a
 * failure does not delay a change.
 */
export const nudges =
  (jobs: Pick<Jobs, 'enqueue'>, kinds: DriveKinds): Nudge =>
  async (tx, requestId) => {
    const request = await nudgeRequest(tx, requestId);
    if (!request) return;
    const kind = kinds[kindFor(request)];
    const dedupeKey = `${requestId} ${request.drives}`;
    const { isNew } = await jobs.enqueue(tx, kind, { requestId }, { dedupeKey });
    if (!isNew && request.driver === null)
      await jobs.enqueue(tx, kind, { requestId }, { dedupeKey: `${dedupeKey} again` });
  };
