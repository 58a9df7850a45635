import type { Client, Entry, Filter } from 'ldapts';

export interface PagedSearch {
  base: string;
  filter: string | Filter;
  attributes: string[];
  pageSize: number;
}

/**
 * Searches below a base, page by page (RFC 2696). Active Directory's id is binary and is returned
 * as bytes.
 */
export async function* searchPages(
  client: Client,
  { base, filter, attributes, pageSize }: PagedSearch,
): AsyncGenerator<Entry[]> {
  const pages = client.searchPaginated(base, {
    scope: 'sub',
    filter,
    attributes,
    paged: { pageSize },
    explicitBufferAttributes: ['objectGUID'],
  });
  for await (const { searchEntries } of pages) yield searchEntries;
}
