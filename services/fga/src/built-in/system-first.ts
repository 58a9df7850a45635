import { problem } from '@platform/kit/problem';

type Position = readonly (string | number)[];

/**
 * Lists built-in items before stored ones: at most `limit` rows after the position `after`.
 * Positions are `[0, key]` of built-in items and `[1, id]` of stored ones.
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
