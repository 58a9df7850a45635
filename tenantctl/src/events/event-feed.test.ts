import { createClient } from '@platform/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followEvents, retryNote } from './event-feed.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A client whose API returns these answers in turn. */
function clientWith(...answers: (object | Error)[]) {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    retries: 0,
    fetch: async (url) => {
      urls.push(new URL(url).search);
      const answer = answers[urls.length - 1];
      if (answer instanceof Error) throw answer;
      if (answer === undefined) return new Promise(() => undefined);
      return Response.json(answer);
    },
  });
  return { client, urls };
}
const page = (ids: string[], nextCursor: string, hasMore = false) => ({
  data: ids.map((id) => ({ id })),
  nextCursor,
  hasMore,
});

it('continues from each page, and waits only at the end of the log', async () => {
  const { client, urls } = clientWith(page(['a'], 'c1', true), page([], 'c2'), page(['b'], 'c3'));
  const feed = followEvents(client, { type: 'user.*', onFailure: () => undefined });
  expect((await feed.next()).value).toMatchObject([{ id: 'a' }]);
  expect((await feed.next()).value).toMatchObject([{ id: 'b' }]);
  expect(urls).toEqual([
    '?type=user.*&limit=200&start=latest',
    '?type=user.*&limit=200&cursor=c1',
    '?type=user.*&limit=200&cursor=c2&wait=30',
  ]);
});

it('continues where it was after an interruption', async () => {
  const broken = new TypeError('fetch failed');
  const { client, urls } = clientWith(page(['a'], 'c1'), broken, broken, page(['b'], 'c2'));
  const notes: string[] = [];
  const feed = followEvents(client, { onFailure: retryNote((line) => notes.push(line)) });
  await feed.next();
  const next = feed.next();
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await next).value).toMatchObject([{ id: 'b' }]);
  expect(urls.at(-1)).toContain('cursor=c1');
  expect(notes).toEqual([
    'The API cannot be reached. Trying again in 1 s.',
    'The API cannot be reached. Trying again in 2 s.',
  ]);
});

it('fails if the first request does', async () => {
  const { client } = clientWith(new TypeError('fetch failed'));
  const feed = followEvents(client, { onFailure: () => undefined });
  await expect(feed.next()).rejects.toMatchObject({ code: 'connection_failed' });
});
