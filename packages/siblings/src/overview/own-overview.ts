import type { HealthItem, SearchHit } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { OverviewSource, SearchTerm } from './overview-source.ts';

/** A caller's view: what the scopes do not cover is absent. */
const visible = (sources: readonly OverviewSource[], scopes: ReadonlySet<string>) =>
  sources.filter((source) => source.scopes.some((scope) => scopes.has(scope)));

/** The health of a tenant, as far as one service knows it. */
export interface PartHealth {
  items: HealthItem[];
  firstSteps: { key: string; done: boolean }[];
}

/** Asks the areas of this service. */
export async function ownHealth(
  tx: Tx,
  sources: readonly OverviewSource[],
  { scopes, now = new Date() }: { scopes: ReadonlySet<string>; now?: Date },
): Promise<PartHealth> {
  const health: PartHealth = { items: [], firstSteps: [] };
  for (const source of visible(sources, scopes)) {
    health.items.push(...((await source.health?.(tx, now)) ?? []));
    const steps = (await source.firstSteps?.(tx)) ?? {};
    health.firstSteps.push(...Object.entries(steps).map(([key, done]) => ({ key, done })));
  }
  return health;
}

/** A search of one caller. */
export interface SearchQuery {
  scopes: ReadonlySet<string>;
  text: string;
  /** undefined: every type. */
  types: readonly string[] | undefined;
  limit: number;
}

/** Asks the areas of this service. Hits of one type are in order. */
export async function ownHits(
  tx: Tx,
  sources: readonly OverviewSource[],
  { scopes, text, types, limit }: SearchQuery,
): Promise<SearchHit[]> {
  const term: SearchTerm = { text, key: text.toLowerCase(), limit };
  const hits: SearchHit[] = [];
  for (const { search = [] } of visible(sources, scopes))
    for (const { type, find } of search) {
      if (types && !types.includes(type)) continue;
      const found = await find(tx, term);
      hits.push(...found.map((hit): SearchHit => ({ type, ...hit })));
    }
  return hits;
}
