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

const gap = 10;

/**
 * The positions to save after one entry has been moved: its own, if there is room between its neighbors; otherwise those of all, with
 * new gaps between them.
 * @param index of the moved entry in the new order
 */
export function movedPositions<T>(
  list: readonly T[],
  index: number,
  positionOf: (entry: T) => number,
): { entry: T; position: number }[] {
  const [before, entry, after] = [list[index - 1], list[index], list[index + 1]];
  if (entry === undefined) return [];
  const low = before === undefined ? -1 : positionOf(before);
  const high = after === undefined ? low + 2 * gap : positionOf(after);
  if (high - low > 1) return [{ entry, position: Math.floor((low + high) / 2) }];
  return list.flatMap((one, at) =>
    positionOf(one) === at * gap ? [] : [{ entry: one, position: at * gap }],
  );
}
