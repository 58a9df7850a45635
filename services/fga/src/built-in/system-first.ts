import { problem } from '@platform/kit/problem';

type Position = readonly (string | number)[];

/**
 * Rows of a list that shows what is code before what is stored: `after` is the position behind which it goes on, `limit`
 * how many rows are wanted. Positions are `[0, key]` of the former and `[1, id]` of the latter.
 */
export async function systemFirst<S, C>({
  system,
  keyOf,
  stored,
  after,
  limit,
}: {
  system: readonly S[];
  keyOf: (item: S) => string;
  stored: (afterId: string | undefined, limit: number) => Promise<C[]>;
  after: Position | undefined;
  limit: number;
}): Promise<(S | C)[]> {
  const [part, key] = after ?? [0, ''];
  if (typeof key !== 'string') throw problem('invalid_cursor');
  const first = part === 0 ? system.filter((item) => keyOf(item) > key).slice(0, limit) : [];
  if (first.length === limit) return first;
  return [...first, ...(await stored(part === 1 ? key : undefined, limit - first.length))];
}
