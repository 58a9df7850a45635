import { searchTypes } from '@platform/contracts';
import type { SearchHit } from '@platform/contracts';

/**
 * Puts an exact id first, then the best hit of each type, then the second of each: a name that many
 * users have does not hide the application of that name.
 */
export function ranked(hits: readonly SearchHit[], text: string): SearchHit[] {
  const seen = new Map<string, number>();
  const placed = hits.map((hit) => {
    const place = seen.get(hit.type) ?? 0;
    seen.set(hit.type, place + 1);
    return { hit, place: hit.id === text ? -1 : place };
  });
  return placed
    .toSorted(
      (a, b) =>
        a.place - b.place || searchTypes.indexOf(a.hit.type) - searchTypes.indexOf(b.hit.type),
    )
    .map(({ hit }) => hit);
}
