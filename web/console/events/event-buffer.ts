import type { Event } from '@platform/sdk';

/** Events that a page keeps at most. */
export const mostEvents = 2_000;

/** Adds a page of the log, oldest first, to what is shown, newest first. The oldest leave when there are too many. */
export function withNewer(shown: readonly Event[], page: readonly Event[]): readonly Event[] {
  if (page.length === 0) return shown;
  const known = new Set(shown.map(({ id }) => id));
  const added = page.filter(({ id }) => !known.has(id)).toReversed();
  return [...added, ...shown].slice(0, mostEvents);
}
