import type { Database } from '@platform/kit/database';
import { deleteOlder } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { pauseFailing } from './receiver-status.ts';
import {
  findSilence,
  listHoldingReceivers,
  listSilentReceivers,
  lockReceiver,
} from './receiver-store.ts';
import type { ReceiverKey, Silence, SilenceLimits } from './receiver-store.ts';
import { endTokensBefore } from './token-store.ts';

/** Times in milliseconds. */
export interface SweepOptions {
  db: Database;
  issuerOf: (tenantId: string) => Promise<string>;
  inactivityMs: number;
  maxHoldMs: number;
}

const actor = { type: 'system', id: 'ssf-sweep' } as const;
const verificationMs = 24 * 3_600_000;

const reasons: Record<Silence, string> = {
  verification_timeout: 'verification was not acknowledged in time',
  inactivity: 'the stream was not polled',
};

/** Pauses a receiver, unless it has answered or was enabled again since it was listed. */
async function pauseSilent(
  { db, issuerOf }: Pick<SweepOptions, 'db' | 'issuerOf'>,
  { tenantId, id }: ReceiverKey,
  limits: SilenceLimits,
): Promise<void> {
  const issuer = await issuerOf(tenantId);
  await db.transact({ tenantId, actor }, async (tx) => {
    const receiver = await lockReceiver(tx, id);
    const reason = receiver && (await findSilence(tx, id, limits));
    if (reason) await pauseFailing(tx, receiver, reasons[reason], issuer);
  });
}

/** Pauses silent receivers, and expires tokens that were held for too long. */
export async function sweepReceivers(options: SweepOptions, signal?: AbortSignal): Promise<void> {
  const { db, inactivityMs, maxHoldMs } = options;
  const limits = { verificationMs, inactivityMs };
  for (const key of await db.work((tx) => listSilentReceivers(tx, limits))) {
    if (signal?.aborted) return;
    await pauseSilent(options, key, limits);
  }
  for (const key of await db.work(listHoldingReceivers)) {
    if (signal?.aborted) return;
    await expireHeld(db, key, maxHoldMs);
  }
}

const expireHeld = (
  db: Database,
  { tenantId, id }: ReceiverKey,
  maxHoldMs: number,
): Promise<void> =>
  db.transact({ tenantId, actor }, async (tx) => {
    const receiver = await lockReceiver(tx, id);
    if (receiver?.status !== 'paused') return;
    const before = new Date((await databaseNow(tx)).getTime() - maxHoldMs);
    await endTokensBefore(tx, id, before, {
      state: 'expired',
      error: 'the receiver was paused for too long',
    });
  });

/** Runs the sweep every minute, and deletes deliveries older than 30 days every hour. */
export const receiverSweeps = (options: SweepOptions): SingletonJob[] => [
  {
    name: 'silent receivers of security events',
    schedule: 60_000,
    work: (signal) => sweepReceivers(options, signal),
  },
  {
    name: 'old security event deliveries',
    schedule: 3_600_000,
    work: () =>
      deleteOlder(options.db, { table: 'ssf_tokens', column: 'ended_at', life: '30 days' }),
  },
];
