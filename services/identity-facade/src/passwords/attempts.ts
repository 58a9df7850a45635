import type { Tx } from '@platform/kit/database';
import { backoff } from '@platform/kit/async';
import {
  deleteThrottle,
  deleteThrottlesOf,
  findThrottle,
  insertPasswordAttempt,
  revertAttempt,
  updateNextAttempt,
  upsertClosing,
  upsertPause,
} from './throttle-store.ts';
import type { ThrottleKey } from './throttle-store.ts';

/** Consecutive failures before attempts are delayed. */
const freeFailures = 5;
/** The maximum delay between two attempts. */
const maxDelayMs = 900_000;
/** Consecutive failures after which a password is locked until it is reset (NIST SP 800-63B-4 §3.2.2). */
const closingFailures = 100;

/** The delay before the next attempt, after this many consecutive failures. */
export const delayAfter = (failures: number): number =>
  failures < freeFailures
    ? 0
    : backoff({ firstMs: 1_000, maxMs: maxDelayMs }, failures - freeFailures + 1);

/** Whether an attempt is allowed, or else when it will be. */
export type Attempt = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/** Reported for a locked password: it stays locked until a reset, so there is no exact delay. One day. */
const closedMs = 86_400_000;

async function refusedUntil(tx: Tx, key: ThrottleKey, now: number): Promise<Attempt> {
  const { failures = 0, nextAt } = (await findThrottle(tx, key)) ?? {};
  const isClosed = key.method === 'password' && failures >= closingFailures;
  const waitMs = Math.max(1, (nextAt?.getTime() ?? now) - now);
  return { isAllowed: false, retryAfterMs: isClosed ? closedMs : waitMs };
}

/**
 * Begins an attempt. It counts as failed until {@link attemptSucceeded} is called, so that neither concurrent attempts nor a crash
 * are free.
 */
export async function beginAttempt(
  tx: Tx,
  key: ThrottleKey,
  { now, userId }: { now: number; userId?: string },
): Promise<Attempt> {
  const isPassword = key.method === 'password';
  const limit = isPassword ? closingFailures : 2_147_483_646;
  const counted = await insertPasswordAttempt(tx, key, { now: new Date(now), limit });
  if (!counted) return refusedUntil(tx, key, now);
  const delayMs = delayAfter(counted.failures);
  if (delayMs > 0) await updateNextAttempt(tx, key, new Date(now + delayMs));
  if (isPassword && counted.failures === closingFailures && userId)
    await tx.publish({
      type: 'user.credential_locked',
      subject: { type: 'user', id: userId },
      data: { user: { id: userId }, method: key.method },
    });
  return { isAllowed: true };
}

/** Resets the failures after a success. */
export const attemptSucceeded = (tx: Tx, key: ThrottleKey): Promise<number> =>
  deleteThrottle(tx, key);

/** Resets the failures of all credentials of a user, and publishes it. Returns false if there were none. */
export async function unlockCredentials(tx: Tx, userId: string): Promise<boolean> {
  if ((await deleteThrottlesOf(tx, userId)) === 0) return false;
  await tx.publish({
    type: 'user.credential_unlocked',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId } },
  });
  return true;
}

/** Reverts an attempt that was not made, for example because the service is too busy. */
export const attemptNotMade = (tx: Tx, key: ThrottleKey, now: number): Promise<number> =>
  revertAttempt(tx, key, new Date(now));

/** Blocks attempts on a password for the maximum delay, after guesses detected elsewhere. */
export async function blockPassword(tx: Tx, userId: string, now: number): Promise<void> {
  await upsertPause(tx, { subject: userId, method: 'password' }, new Date(now + maxDelayMs));
}

/** Locks a password until it is reset, so that an attacker who knows it cannot sign in. */
export async function closePassword(tx: Tx, userId: string, now: number): Promise<void> {
  await upsertClosing(
    tx,
    { subject: userId, method: 'password' },
    {
      failures: closingFailures,
      nextAt: new Date(now),
    },
  );
}
