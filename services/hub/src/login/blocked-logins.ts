import type { Tx } from '@platform/kit/database';
import { countInWindow } from '@platform/kit/rate';
import type { LoginEvent } from './login-step.ts';

/** So many failed sign-ins of a person in ten minutes are no typing errors any more. */
const maxFailures = 20;
const windowMs = 600_000;

/**
 * Does this event bring a person's failed sign-ins to the number that blocks them? Counted in the transaction that publishes
 * the event, so exactly one event of a window says so.
 */
export async function blocksLogins(tx: Tx, { type, userId }: LoginEvent): Promise<boolean> {
  if (type !== 'user.sign_in_failed' || userId === undefined) return false;
  return (
    (await countInWindow(tx, { bucket: `sign_in_failed/${userId}`, windowMs })) === maxFailures
  );
}
