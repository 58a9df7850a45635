import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientOptions } from './client.ts';
import { createPlatform } from './platform.ts';
import { PlatformProblem } from './problem.ts';
import { retryDelayMs } from './retry.ts';
import { problemResponse, testApi } from './test-api.ts';

const ok = Response.json({ id: 'usr_1' });
const unavailable = problemResponse(503, 'upstream_unavailable');
const lost = new TypeError('fetch failed');

const platformOf = (api: ReturnType<typeof testApi>, more: Partial<ClientOptions> = {}) =>
  createPlatform({ baseUrl: 'https://api.example', fetch: api.fetch, ...more });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function settled<T>(call: Promise<T>) {
  const end = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return end;
}

describe('retries', () => {
  it.each<
    [string, Response | Error, number, (api: ReturnType<typeof testApi>) => Promise<unknown>]
  >([
    ['a GET', unavailable, 2, (api) => platformOf(api).users.get('usr_1')],
    ['a POST with its key', lost, 2, (api) => platformOf(api).users.create({ username: 'ada' })],
    ['a query by POST', lost, 2, (api) => platformOf(api).fga.listObjects({} as never)],
    ['a PUT', unavailable, 2, (api) => platformOf(api).users.put('usr_1', {})],
    ['a DELETE', unavailable, 2, (api) => platformOf(api).users.delete('usr_1')],
    ['no PATCH', unavailable, 1, (api) => platformOf(api).users.update('usr_1', {})],
    [
      'a conditional PATCH',
      unavailable,
      2,
      (api) => platformOf(api).users.update('usr_1', {}, { ifMatch: '"3"' }),
    ],
    [
      'a PATCH that was not run',
      problemResponse(429, 'rate_limited'),
      2,
      (api) => platformOf(api).users.update('usr_1', {}),
    ],
    [
      'a POST whose first request is in progress',
      problemResponse(409, 'idempotency_key_in_use'),
      2,
      (api) => platformOf(api).users.create({ username: 'ada' }),
    ],
    [
      'no other problem',
      problemResponse(404, 'not_found'),
      1,
      (api) => platformOf(api).users.get('x'),
    ],
    [
      'no internal error',
      problemResponse(500, 'internal_error'),
      1,
      (api) => platformOf(api).users.get('x'),
    ],
    [
      'no stream',
      unavailable,
      1,
      (api) => platformOf(api).migrationSources.uploads.put('x', new ReadableStream()),
    ],
    [
      'nothing without retries',
      unavailable,
      1,
      (api) => platformOf(api, { retries: 0 }).users.get('x'),
    ],
  ])('%s', async (_, first, requests, call) => {
    const api = testApi(first, ok);
    await settled(call(api));
    expect(api.received).toHaveLength(requests);
  });

  it('send the same idempotency key', async () => {
    const api = testApi(lost, ok);
    await settled(platformOf(api).users.create({ username: 'ada' }));
    const [first, second] = api.received.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBe(second);
    expect(first).not.toBeNull();
  });

  it('end with the last problem and the number of requests', async () => {
    const api = testApi(unavailable);
    expect(await settled(platformOf(api).users.get('x'))).toMatchObject({
      error: { code: 'upstream_unavailable', attempts: 3 },
    });
  });

  it('stop when the call is aborted', async () => {
    const api = testApi(problemResponse(429, 'rate_limited', { headers: { 'retry-after': '20' } }));
    const controller = new AbortController();
    const call = platformOf(api).users.get('x', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 1000);
    expect(await settled(call)).toMatchObject({ error: { message: 'enough' } });
    expect(api.received).toHaveLength(1);
  });
});

describe('retryDelayMs', () => {
  const row = { name: 'users.get', method: 'GET', path: '/' } as const;
  const problemWith = (retryAfter?: string) =>
    new PlatformProblem(
      'rate_limited',
      {},
      {
        operation: 'users.get',
        status: 429,
        attempts: 1,
        headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      },
    );
  const delay = (attempt: number, random: number, retryAfter?: string) =>
    retryDelayMs({
      row,
      problem: problemWith(retryAfter),
      attempt,
      isGuarded: false,
      random: () => random,
    });

  it('grows with full jitter and has a bound', () => {
    expect([delay(1, 1), delay(2, 1), delay(3, 0.5), delay(9, 1)]).toEqual([500, 1000, 1000, 8000]);
    expect(delay(3, 0)).toBe(0);
  });

  it('never falls below Retry-After, a number or a date', () => {
    expect([delay(1, 0, '7'), delay(1, 1, '7')]).toEqual([7000, 7500]);
    const inTen = delay(1, 0, new Date(Date.now() + 10_000).toUTCString());
    expect(inTen).toBeGreaterThan(8000);
    expect(inTen).toBeLessThanOrEqual(10_000);
  });

  it('does not wait for minutes', () => {
    expect(delay(1, 0, '600')).toBeUndefined();
  });
});

describe('tokens', () => {
  it('are requested again once if the API refuses one', async () => {
    const api = testApi(problemResponse(401, 'token_expired'), ok);
    const rejections: (string | undefined)[] = [];
    const token = ({ rejected }: { rejected?: string }): string => {
      rejections.push(rejected);
      return rejected === undefined ? 'old' : 'new';
    };
    await platformOf(api, { token }).users.update('usr_1', {});
    expect(rejections).toEqual([undefined, 'old']);
    expect(api.received.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    const refused = testApi(problemResponse(401, 'token_invalid'));
    expect(await settled(platformOf(refused, { token }).users.get('x'))).toMatchObject({
      error: { code: 'token_invalid' },
    });
    expect(refused.received).toHaveLength(2);
  });

  it('that cannot be had are a problem with a cause', async () => {
    const cause = new Error('invalid_client');
    const token = (): string => {
      throw cause;
    };
    const api = testApi(ok);
    expect(await settled(platformOf(api, { token }).users.get('x'))).toMatchObject({
      error: { code: 'token_unavailable', cause, attempts: 0 },
    });
    expect(api.received).toEqual([]);
  });
});
