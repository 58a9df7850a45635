import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Event, PlatformProblem } from '@platform/sdk';

/** Which events to follow. */
export interface FeedOptions {
  /** Types and families, separated by commas. */
  type?: string | undefined;
  /** Where to begin. Default: now. */
  since?: string | undefined;
  /** Called before a failed request is repeated. */
  onFailure: (problem: PlatformProblem, retryInSeconds: number) => void;
}

interface FeedPage {
  data: readonly Event[];
  nextCursor: string;
  hasMore: boolean;
}

/** Seconds that the API waits for the next event. */
const wait = 30;
const longestPauseSeconds = 30;

/** The platform or the network is away for a while, such as during a restart. */
const isTemporary = (error: unknown): error is PlatformProblem => {
  const { name, status, code } = error as PlatformProblem;
  return (
    name === 'PlatformProblem' &&
    code !== 'token_unavailable' &&
    (status === 0 || status === 429 || status >= 500)
  );
};

/** Repeats a request until it succeeds: who follows events wants those after an interruption, too. */
async function patiently<T>(
  request: () => PromiseLike<T>,
  onFailure: FeedOptions['onFailure'],
): Promise<T> {
  for (let pauseSeconds = 1; ; pauseSeconds = Math.min(2 * pauseSeconds, longestPauseSeconds)) {
    try {
      return await request();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      onFailure(error, pauseSeconds);
      await sleep(pauseSeconds * 1000);
    }
  }
}

/** The events of a tenant as they occur, in the order of the log. Does not end. */
export async function* followEvents(
  client: Client,
  { type, since = 'latest', onFailure }: FeedOptions,
): AsyncGenerator<readonly Event[], void, undefined> {
  const { events } = await import('@platform/sdk/events');
  const feed = events(client);
  const filter = { limit: 200, ...(type !== undefined && { type }) };
  // A wrong filter or address fails the command.
  let page: FeedPage = await feed.list({ ...filter, start: since });
  for (;;) {
    if (page.data.length > 0) yield page.data;
    const { nextCursor: cursor, hasMore } = page;
    page = await patiently(
      () => feed.list({ ...filter, cursor, ...(!hasMore && { wait }) }),
      onFailure,
    );
  }
}

/** Says that a request is repeated. */
export const retryNote =
  (note: (line: string) => void): FeedOptions['onFailure'] =>
  ({ detail }, seconds) =>
    note(`${detail.charAt(0).toUpperCase()}${detail.slice(1)}. Trying again in ${seconds} s.`);
