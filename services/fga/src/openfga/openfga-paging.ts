import type { Cursors } from '@platform/kit/database';

type ListBounds = Parameters<Cursors['decode']>[0];

/** The position of a token; undefined for an empty one, with which a list begins. */
export const positionIn = (
  cursors: Pick<Cursors, 'decode'>,
  bound: ListBounds,
  token: string,
): (string | number)[] | undefined => (token === '' ? undefined : cursors.decode(bound, token));

/** A page of rows that were read with one more than its size. The token is empty at the end. */
export function pageOf<R>(
  cursors: Pick<Cursors, 'page'>,
  bound: ListBounds,
  rows: readonly R[],
  { size, position }: { size: number; position: (row: R) => (string | number)[] },
): { items: R[]; token: string } {
  const { data, nextCursor } = cursors.page(bound, rows, size, {
    position,
    present: (row: R) => row,
  });
  return { items: data, token: nextCursor ?? '' };
}
