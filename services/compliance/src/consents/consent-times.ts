import { invalid } from '@platform/kit/problem';

const toleranceMs = 5 * 60_000;
const earliest = new Date('1970-01-01T00:00:00Z');

/**
 * When a person acted. Without a word it is now; imports name the past. Clocks of callers may be five minutes ahead, but
 * nobody acts before what they did last.
 */
export function timeOfAct(
  given: string | undefined,
  { now, lastAt, pointer }: { now: Date; lastAt?: Date; pointer: string },
): Date {
  if (given === undefined) return lastAt && lastAt > now ? lastAt : now;
  const at = new Date(given);
  if (at < earliest) throw invalid(pointer, 'invalid_format', 'must not be before 1970');
  if (at.getTime() > now.getTime() + toleranceMs)
    throw invalid(pointer, 'invalid_format', 'must not be in the future');
  if (lastAt && at < lastAt)
    throw invalid(
      pointer,
      'invalid_format',
      'must not be before the previous entry of the history',
    );
  return at;
}

/** When a consent ends. Without a word it lasts as long as its purpose says. */
export function expiryOf(
  asked: string | null | undefined,
  at: Date,
  validitySeconds: number | null,
): Date | null {
  if (asked === null) return null;
  if (asked === undefined)
    return validitySeconds === null ? null : new Date(at.getTime() + validitySeconds * 1000);
  const expiresAt = new Date(asked);
  if (expiresAt <= at)
    throw invalid('/expiresAt', 'invalid_format', 'must be later than the decision');
  return expiresAt;
}
