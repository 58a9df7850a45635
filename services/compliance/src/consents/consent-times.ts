import { invalid } from '@platform/kit/problem';

const toleranceMs = 5 * 60_000;
const earliest = new Date('1970-01-01T00:00:00Z');

/**
 * Returns when a person acted: now unless given; imports give past times. Callers' clocks may be
 * five minutes ahead, but no action precedes the previous one.
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

/** Returns when a consent ends: by default, after the duration of its purpose. */
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
