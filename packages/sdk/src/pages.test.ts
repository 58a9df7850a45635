import { describe, expect, it } from 'vitest';
import { createPlatform } from './platform.ts';
import { problemResponse, testApi } from './test-api.ts';

const users = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ id: `usr_${first + i}` }));

/** 250 users in pages of 100. */
const listOfUsers = () =>
  testApi(({ url }) => {
    const start = Number(new URL(url).searchParams.get('cursor') ?? '1');
    const last = Math.min(start + 99, 250);
    const hasMore = last < 250;
    return Response.json({
      data: users(start, last),
      nextCursor: hasMore ? String(last + 1) : null,
      hasMore,
    });
  });
const platformOf = ({ fetch }: ReturnType<typeof testApi>) =>
  createPlatform({ baseUrl: 'https://api.example', fetch });

describe('a list', () => {
  it('is its first page when awaited', async () => {
    const api = listOfUsers();
    const page = await platformOf(api).users.list({ status: 'active' });
    expect([page.data.length, page.hasMore, page.nextCursor]).toEqual([100, true, '101']);
    expect(api.received).toHaveLength(1);
  });

  it('is all entries when iterated, with the same filters', async () => {
    const api = listOfUsers();
    const ids: string[] = [];
    for await (const user of platformOf(api).users.list({ status: 'active' })) ids.push(user.id);
    expect(ids).toEqual(users(1, 250).map(({ id }) => id));
    expect(api.received.map(({ url }) => new URL(url).search)).toEqual([
      '?status=active',
      '?status=active&cursor=101',
      '?status=active&cursor=201',
    ]);
  });

  it('requests only the pages that are read', async () => {
    const api = listOfUsers();
    for await (const page of platformOf(api).users.list().pages()) {
      expect(page.data).toHaveLength(100);
      break;
    }
    expect(api.received).toHaveLength(1);
  });

  it('sends nothing until it is read', async () => {
    const api = listOfUsers();
    platformOf(api).users.list();
    await new Promise(setImmediate);
    expect(api.received).toEqual([]);
  });

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    const api = listOfUsers();
    const read = async (): Promise<void> => {
      for await (const { id } of platformOf(api).users.list({ signal: controller.signal }))
        if (id === 'usr_100') controller.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
    expect(api.received).toHaveLength(2);
  });

  it('rejects with the problem of the page that failed', async () => {
    const page = Response.json({ data: [{ id: 'usr_1' }], nextCursor: 'x', hasMore: true });
    const api = testApi(page, problemResponse(400, 'invalid_cursor'));
    const read = async (): Promise<void> => {
      for await (const user of platformOf(api).users.list()) expect(user.id).toBe('usr_1');
    };
    await expect(read()).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('ends a feed where it ends now, although it has a cursor', async () => {
    const api = testApi(
      Response.json({ data: [{ id: 'evt_1' }], nextCursor: 'z', hasMore: false }),
    );
    const pages = [];
    for await (const page of platformOf(api).events.list().pages()) pages.push(page.nextCursor);
    expect(pages).toEqual(['z']);
  });
});
