import type { CutReason, ListingEnvironment } from './listing.ts';

/** A breadth-first search for the answers of a listing. */
export interface ListingSearch extends ListingEnvironment {
  cuts: Set<CutReason>;
  /** Nodes that were reached, and whether over a way on which nothing has to be confirmed. */
  visited: Map<string, boolean>;
  /** Lookups so far, of which a listing has at most `maxNodes`. */
  lookups: number;
}

export const listingSearch = (environment: ListingEnvironment): ListingSearch => ({
  ...environment,
  cuts: new Set(),
  visited: new Map(),
  lookups: 0,
});

/** True when a node is new, or was only reached over ways that have to be confirmed. */
export function markVisited({ visited }: ListingSearch, node: string, isCertain: boolean): boolean {
  const wasCertain = visited.get(node);
  if (wasCertain || (wasCertain === false && !isCertain)) return false;
  visited.set(node, isCertain);
  return true;
}

/** True when the search has to end before this level, for its time or its depth. */
export function endsBefore(
  { cuts, limits, isLate = () => false }: ListingSearch,
  depth: number,
): boolean {
  if (isLate()) cuts.add('deadline');
  else if (depth > limits.maxDepth) cuts.add('depth');
  else return false;
  return true;
}

/** As many of these lookups as the search may still do. */
export function takeLookups<T>(search: ListingSearch, lookups: readonly T[]): T[] {
  const taken = lookups.slice(0, search.limits.maxNodes - search.lookups);
  if (taken.length < lookups.length) search.cuts.add('nodes');
  search.lookups += taken.length;
  return taken;
}

/** As many rows of one lookup as may be followed. */
export function takeRows<T>({ cuts, limits }: ListingSearch, rows: readonly T[]): T[] {
  if (rows.length > limits.maxFanout) cuts.add('fanout');
  return rows.slice(0, limits.maxFanout);
}
