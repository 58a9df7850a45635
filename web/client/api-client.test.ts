import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { users } from '@platform/sdk';
import { apiClient } from './api-client.ts';

const sent: Request[] = [];
let answer: () => Response;

beforeEach(() => {
  sent.splice(0);
  vi.stubGlobal('location', { origin: 'https://demo.id.example.com' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const problem = (status: number, code: string) => () =>
  Response.json(
    { type: 'x', title: 'x', status, code },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

test('names the application, and sends no token', async () => {
  answer = () => Response.json({ id: 'usr_1' });
  const client = apiClient({ app: 'console', onSessionEnded: () => undefined });
  await users(client).get('usr_1');
  expect(sent[0]?.url).toBe('https://demo.id.example.com/api/v1/directory/users/usr_1');
  expect(sent[0]?.headers.get('x-web-app')).toBe('console');
  expect(sent[0]?.headers.has('authorization')).toBe(false);
  expect(sent[0]?.credentials).toBe('same-origin');
});

test.each([
  ['token_expired', true],
  ['token_missing', true],
  ['insufficient_user_authentication', false],
])('of a 401 with %s, it reports an end of the session: %s', async (code, isEnd) => {
  answer = problem(401, code);
  const onSessionEnded = vi.fn<() => void>();
  const client = apiClient({ app: 'console', onSessionEnded });
  await expect(users(client).get('usr_1')).rejects.toMatchObject({ code });
  expect(onSessionEnded).toHaveBeenCalledTimes(isEnd ? 1 : 0);
});
