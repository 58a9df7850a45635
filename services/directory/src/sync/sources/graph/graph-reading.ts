import { keptToken } from '../access-token.ts';
import { graphGet, graphToken, graphUrl } from './graph-source.ts';
import type { GraphSource } from './graph-source.ts';

/** An object of Microsoft Graph. */
export type GraphObject = Record<string, unknown>;

/** The delta links that a run ended with. */
export interface GraphPosition {
  users: string;
  groups?: string;
}

/** Where a run is: a link of Graph, and where change tracking continues after the run. */
export interface GraphPlace {
  phase: 'users' | 'groups';
  link: string;
  position: GraphPosition | null;
}

export interface GraphReading {
  source: GraphSource;
  withGroups: boolean;
  /** The delta links of the last run; null: everything is listed. */
  since: GraphPosition | null;
  /** Reads a link of Graph. */
  get(url: string, signal: AbortSignal): Promise<GraphObject>;
}

/** The maximum number of values of an `in` in a filter of Graph. */
const idsPerFilter = 15;

/** Starts a run. Without delta links for every kind that it reads, it lists everything. */
export function graphReading(
  source: GraphSource,
  { withGroups, position }: { withGroups: boolean; position: Record<string, unknown> | null },
): GraphReading {
  const from = position as GraphPosition | null;
  const isTracked = from !== null && (!withGroups || from.groups !== undefined);
  const withToken = keptToken((signal) => graphToken(source, signal), source.clock);
  return {
    source,
    withGroups,
    since: isTracked ? from : null,
    get: (url, signal) => withToken((token) => graphGet(source, { token, url }, signal), signal),
  };
}

export const objectsIn = (page: GraphObject): GraphObject[] =>
  Array.isArray(page['value']) ? (page['value'] as GraphObject[]) : [];

/** The link to the next page, or to where change tracking continues. */
export const linkIn = (page: GraphObject, name: 'nextLink' | 'deltaLink'): string | undefined => {
  const link = page[`@odata.${name}`];
  return typeof link === 'string' ? link : undefined;
};

export const graphId = (object: GraphObject): string => String(object['id'] ?? '');

/**
 * The objects of a page of changes, each with its last change, and the ids of those that are gone.
 */
export function changesIn(page: GraphObject): { changed: string[]; removed: string[] } {
  const latest = new Map(objectsIn(page).map((object) => [graphId(object), object]));
  const isRemoved = (id: string): boolean => latest.get(id)?.['@removed'] !== undefined;
  const ids = [...latest.keys()];
  return { changed: ids.filter((id) => !isRemoved(id)), removed: ids.filter(isRemoved) };
}

/** Reads objects by their ids, as many per call as the filter allows. */
export async function objectsById(
  { source, get }: GraphReading,
  {
    path,
    ids,
    fields,
    filter,
  }: { path: string; ids: readonly string[]; fields: string; filter?: string | undefined },
  signal: AbortSignal,
): Promise<GraphObject[]> {
  const found: GraphObject[] = [];
  for (let at = 0; at < ids.length; at += idsPerFilter) {
    const list = ids.slice(at, at + idsPerFilter).map((id) => `'${id.replaceAll("'", "''")}'`);
    const among = `id in (${list.join(',')})`;
    const query = {
      $filter: filter === undefined ? among : `(${filter}) and ${among}`,
      $select: fields,
    };
    found.push(...objectsIn(await get(graphUrl(source, path, query), signal)));
  }
  return found;
}
