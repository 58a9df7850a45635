import type { Client, Event } from '@platform/sdk';

/** Which events to follow. */
export interface FeedOptions {
  /** Types and families, separated by commas. */
  type?: string | undefined;
  /** Where to begin. Default: now. */
  since?: string | undefined;
}

/** Seconds that the API waits for the next event. */
const wait = 30;

/** The events of a tenant as they occur, in the order of the log. Does not end. */
export async function* followEvents(
  client: Client,
  { type, since = 'latest' }: FeedOptions,
): AsyncGenerator<readonly Event[], void, undefined> {
  const { events } = await import('@platform/sdk/events');
  const feed = events(client);
  const filter = type === undefined ? {} : { type };
  let page = await feed.list({ ...filter, start: since, limit: 200 });
  for (;;) {
    if (page.data.length > 0) yield page.data;
    const { nextCursor: cursor, hasMore } = page;
    page = await feed.list({ ...filter, cursor, limit: 200, ...(!hasMore && { wait }) });
  }
}
