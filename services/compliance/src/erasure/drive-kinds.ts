import { z } from 'zod';
import type { Tx } from '@platform/kit/database';
import { jobKind } from '@platform/kit/jobs';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import { nudgeRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';

/** What a drive is about. */
export interface DrivePayload {
  requestId: string;
}

/** How drives are run. */
export interface DriveKinds {
  /** Deactivates accounts and activates them again. Nothing that a tenant's own systems do can delay it. */
  account: JobKind<DrivePayload>;
  /** Consults veto clients and erases. */
  erasure: JobKind<DrivePayload>;
}

/** How many requests of one tenant are driven at once, of each kind. */
const perTenant = 8;

/** Kinds of drives. The lease is how long a request stays with a pod that is not heard of. */
export function driveKinds(lockTtlMs: number): DriveKinds {
  const settings = {
    payload: z.object({ requestId: z.string() }),
    // A drive mostly waits for others, its tenant's veto clients among them: tenants whose drives wait must not fill a pod.
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

/** The kind of the drive that takes a request out of its state. A request may be DEFERRED before the account is deactivated. */
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

/** Has a request driven on, in the transaction that changed it. */
export type Nudge = (tx: Tx, requestId: string) => Promise<void>;

/**
 * Enqueues a drive. The caller holds the request's lock, so a drive that begins later sees what is committed here, and one that
 * is in charge finds the note when it ends. A drive that waits after a failure does not make a change wait.
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
