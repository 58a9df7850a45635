import { isProblem } from '@platform/sdk';
import { SessionUnavailable } from './session.ts';

const baseMs = 1_000;
const longestMs = 30_000;

/** Whether the platform, or the way to it, is away for a while. */
export const isAway = (error: unknown): boolean =>
  isProblem(error)
    ? isProblem(error, 'connection_failed', 'timed_out') || [502, 503, 504].includes(error.status)
    : error instanceof SessionUnavailable && error.status >= 500;

/** The gateway learns of an elevation within 10 seconds, while the session knows of it immediately. */
const maxScopeRetries = 4;

/**
 * Whether a read is sent again by itself: always while the platform is away, once after a limit of requests, and a few times without a
 * scope. Pages read only what their session allows, so that such a scope comes from an elevation that has just begun.
 */
export const shouldRetryRead = (failures: number, error: unknown): boolean =>
  isAway(error) ||
  (failures < 1 && isProblem(error, 'rate_limited')) ||
  (failures < maxScopeRetries && isProblem(error, 'insufficient_scope'));

/** Milliseconds until the next attempt: as the platform says, or 1 to 30 seconds, so that browsers do not return together. */
export function retryDelayMs(failures: number, error: unknown, random: () => number): number {
  const asked = isProblem(error) ? error.retryAfterSeconds : undefined;
  const jitterMs = random() * baseMs;
  if (asked !== undefined) return asked * 1_000 + jitterMs;
  return Math.min(longestMs, baseMs * 2 ** failures) * (0.5 + random() / 2) + jitterMs / 2;
}
