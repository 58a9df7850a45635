/** A list with the entry at `from` moved to `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/**
 * Entries whose position must change so that positions follow the order of the list. Positions count from 0.
 * @param positionOf the present position of an entry
 */
export const positionChanges = <T>(
  list: readonly T[],
  positionOf: (entry: T) => number,
): { entry: T; position: number }[] =>
  list.flatMap((entry, position) => (positionOf(entry) === position ? [] : [{ entry, position }]));
