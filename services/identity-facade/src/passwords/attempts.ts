import type { Tx } from '@platform/kit/database';
import { backoff } from '@platform/kit/async';
import {
  deleteThrottle,
  findThrottle,
  insertPasswordAttempt,
  revertAttempt,
  updateNextAttempt,
  upsertClosing,
  upsertPause,
} from './throttle-store.ts';
import type { ThrottleKey } from './throttle-store.ts';

/** Failures after which each further attempt has to wait. */
const freeFailures = 5;
/** The longest pause between two attempts. */
const maxDelayMs = 900_000;
/** Failures in a row after which a password is closed until it is reset (NIST SP 800-63B-4 §3.2.2). */
const closingFailures = 100;

/** How long the next attempt has to wait after this many failures in a row. */
export const delayAfter = (failures: number): number =>
  failures < freeFailures
    ? 0
    : backoff({ firstMs: 1_000, maxMs: maxDelayMs }, failures - freeFailures + 1);

/** Whether an attempt may be made; if not, when. */
export type Attempt = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/** Reported for what stays closed until a reset: there is no time to name, so a day. */
const closedMs = 86_400_000;

async function refusedUntil(tx: Tx, key: ThrottleKey, now: number): Promise<Attempt> {
  const { failures = 0, nextAt } = (await findThrottle(tx, key)) ?? {};
  const isClosed = key.method === 'password' && failures >= closingFailures;
  const waitMs = Math.max(1, (nextAt?.getTime() ?? now) - now);
  return { isAllowed: false, retryAfterMs: isClosed ? closedMs : waitMs };
}

/**
 * Begins an attempt. It counts as failed until {@link attemptSucceeded} says otherwise, so that neither attempts at once nor a
 * crash are free.
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

/** Forgets the failures before a success. */
export const attemptSucceeded = (tx: Tx, key: ThrottleKey): Promise<number> =>
  deleteThrottle(tx, key);

/** Takes back an attempt that could not be made, as when the service is too busy to check it. */
export const attemptNotMade = (tx: Tx, key: ThrottleKey, now: number): Promise<number> =>
  revertAttempt(tx, key, new Date(now));

/** Holds attempts on a password up for as long as the longest pause, because of guesses that were seen elsewhere. */
export async function blockPassword(tx: Tx, userId: string, now: number): Promise<void> {
  await upsertPause(tx, { subject: userId, method: 'password' }, new Date(now + maxDelayMs));
}

/** Closes a password until it is reset: whoever knows it is locked out. */
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
