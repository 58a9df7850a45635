import type { ScimListRequest } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { exactCountOf } from '../counters/counters.ts';
import type { ResourceSchema } from './schemas/attribute.ts';
import type { Bookmarks, WalkedList } from './bookmarks.ts';
import { filterConditionOf } from './filters/filter-condition.ts';
import type { Condition } from './filters/filter-condition.ts';
import { parseFilter } from './filters/filter-grammar.ts';
import type { PageInfo } from './list-response.ts';
import type { ScimPageStart, ResourceList } from './resource-list-store.ts';

const defaultCount = 100;
const maxCount = 200;

export interface ScimListing<R> {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  walked: Omit<WalkedList, 'filter'>;
  resources: ResourceList<R>;
  /** Counts the resources of the directory. */
  counter: string;
  schema: ResourceSchema;
  bookmarks: Bookmarks;
  cursors: Cursors;
}

/** A page with its position and total. */
export interface ListedPage<R> {
  resources: R[];
  info: PageInfo;
}

const countOf = ({ count = defaultCount }: ScimListRequest): number =>
  Math.min(Math.max(count, 0), maxCount);

const filterOf = (schema: ResourceSchema, filter: string | undefined): Condition | undefined =>
  filter === undefined || filter.trim() === ''
    ? undefined
    : filterConditionOf(schema, parseFilter(filter));

/** Reads one page, and one more resource if there is a next page. */
async function readPage<R>(
  { read, walked, resources, counter }: ScimListing<R>,
  condition: Condition | undefined,
  start: ScimPageStart,
  count: number,
): Promise<{ rows: R[]; total: number }> {
  const { directoryId } = walked;
  return read(async (tx) => {
    const rows =
      count === 0 ? [] : await resources.page(tx, directoryId, condition, start, count + 1);
    const isWhole = 'skip' in start && start.skip === 0 && count > 0 && rows.length <= count;
    if (isWhole) return { rows, total: rows.length };
    const total = condition
      ? await resources.count(tx, directoryId, condition)
      : await exactCountOf(tx, counter);
    return { rows, total };
  });
}

async function pageByCursor<R extends { id: string }>(
  listing: ScimListing<R>,
  request: ScimListRequest,
  cursor: string,
): Promise<ListedPage<R>> {
  const { walked, cursors } = listing;
  const { tenantId, directoryId, list } = walked;
  const bound = {
    tenantId,
    list: `scim ${list}`,
    filters: { directoryId, filter: request.filter ?? null },
  };
  const [after = ''] = cursor === '' ? [] : cursors.decode(bound, cursor);
  const count = countOf(request);
  const condition = filterOf(listing.schema, request.filter);
  const { rows, total } = await readPage(listing, condition, { after: String(after) }, count);
  const resources = rows.slice(0, count);
  const last = resources.at(-1);
  return {
    resources,
    info: {
      totalResults: total,
      itemsPerPage: resources.length,
      ...(rows.length > count && last ? { nextCursor: cursors.encode(bound, [last.id]) } : {}),
    },
  };
}

async function pageByIndex<R extends { id: string }>(
  listing: ScimListing<R>,
  request: ScimListRequest,
): Promise<ListedPage<R>> {
  const { bookmarks } = listing;
  const startIndex = Math.max(request.startIndex ?? 1, 1);
  const count = countOf(request);
  const condition = filterOf(listing.schema, request.filter);
  const walked: WalkedList = { ...listing.walked, filter: request.filter };
  const after = startIndex === 1 ? undefined : await bookmarks.find(walked, startIndex);
  const start: ScimPageStart = after === undefined ? { skip: startIndex - 1 } : { after };
  const { rows, total } = await readPage(listing, condition, start, count);
  const resources = rows.slice(0, count);
  const last = resources.at(-1);
  if (rows.length > count && last) bookmarks.keep(walked, startIndex + count, last.id);
  return {
    resources,
    info: { totalResults: total, itemsPerPage: resources.length, startIndex },
  };
}

/**
 * A page of a list: by cursor if the request names one (empty for the first page), else by index.
 */
export const listedPage = <R extends { id: string }>(
  listing: ScimListing<R>,
  request: ScimListRequest,
): Promise<ListedPage<R>> =>
  request.cursor === undefined
    ? pageByIndex(listing, request)
    : pageByCursor(listing, request, request.cursor);
