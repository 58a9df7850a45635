import { createHash } from 'node:crypto';
import type { SignInFailureReason } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { rateKeyOf } from '@platform/kit/ip';
import { countInWindow, recentCounts } from '@platform/kit/rate';
import type { Login, LoginStepEvent } from '../steps/login-step.ts';

/** More failed sign-ins of a user within ten minutes than typing errors explain. */
const maxFailures = 20;
const windowMs = 600_000;

/** Failures that may be guesses. A denial by a flow or policy says nothing about who is signing in. */
const guesses: ReadonlySet<unknown> = new Set<SignInFailureReason>([
  'invalid_credentials',
  'user_not_found',
  'factor_failed',
  'locked_out',
  'expired',
]);

type Attempt = Pick<Login, 'browser' | 'progress'>;

/** The buckets in which the failures of an attempt are counted. An unknown identifier has a bucket as a user does. */
function bucketsOf({ browser, progress: { userId, identifier = '' } }: Attempt) {
  const typed = createHash('sha256').update(identifier.toLowerCase()).digest('base64url');
  return {
    person: userId === undefined ? `sign_in_failed_as/${typed}` : `sign_in_failed/${userId}`,
    address: `sign_in_failed_from/${rateKeyOf(browser.ip)}`,
  };
}

/**
 * Counts a failed sign-in for its user and its address. Returns whether the user has just reached the limit. Call it in the
 * transaction that publishes the event, so that exactly one event per window reports this.
 */
export async function countFailedSignIn(
  tx: Tx,
  attempt: Attempt,
  { type, userId, more }: LoginStepEvent,
): Promise<boolean> {
  if (type !== 'user.sign_in_failed' || !guesses.has(more['reason'])) return false;
  const { progress, browser } = attempt;
  const { person, address } = bucketsOf({ browser, progress: { ...progress, userId } });
  await countInWindow(tx, { bucket: address, windowMs });
  const failures = await countInWindow(tx, { bucket: person, windowMs });
  return userId !== undefined && failures === maxFailures;
}

/** Counts the failed sign-ins of the user, and from the address, in the last ten to twenty minutes. */
export async function recentFailures(tx: Tx, attempt: Attempt) {
  const { person, address } = bucketsOf(attempt);
  const [ofPerson = 0, fromAddress = 0] = await recentCounts(tx, {
    buckets: [person, address],
    windowMs,
  });
  return { ofPerson, fromAddress };
}
