import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { users } from '@platform/sdk';
import { apiClient } from './api-client.ts';
import { sessionGate } from './session-gate.ts';
import type { SessionGate } from './session-gate.ts';

const sent: Request[] = [];
let answers: (() => Response)[];
let gate: SessionGate;
let isPresent: boolean;

beforeEach(() => {
  sent.splice(0);
  isPresent = true;
  gate = sessionGate();
  vi.stubGlobal('location', { origin: 'https://demo.id.example.com' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return answers[sent.length - 1]!();
  });
});
afterEach(() => vi.unstubAllGlobals());

const problem =
  (status: number, code: string, members: object = {}) =>
  () =>
    Response.json(
      { type: 'x', title: 'x', status, code, ...members },
      { status, headers: { 'content-type': 'application/problem+json' } },
    );
const user = () => Response.json({ id: 'usr_1' });
const client = () => apiClient({ app: 'console', gate, activity: { isPresent: () => isPresent } });
const interrupted = () => vi.waitUntil(() => gate.current());

test('names the application, and sends no token', async () => {
  answers = [user];
  await users(client()).get('usr_1');
  expect(sent[0]?.url).toBe('https://demo.id.example.com/api/v1/directory/users/usr_1');
  expect(sent[0]?.headers.get('x-web-app')).toBe('console');
  expect(sent[0]?.headers.has('x-web-activity')).toBe(false);
  expect(sent[0]?.headers.has('authorization')).toBe(false);
  expect(sent[0]?.credentials).toBe('same-origin');
});

test('marks the requests of a page that is left open', async () => {
  answers = [user];
  isPresent = false;
  await users(client()).get('usr_1');
  expect(sent[0]?.headers.get('x-web-activity')).toBe('background');
});

test('after the session has ended, it sends the same request again once the user is back', async () => {
  answers = [problem(401, 'token_expired'), user];
  const call = users(client()).create({ email: 'ada@example.com' });
  expect(await interrupted()).toEqual({ kind: 'ended' });
  gate.open();
  await expect(call).resolves.toEqual({ id: 'usr_1' });
  const [first, second] = sent;
  expect(await second!.text()).toBe(await first!.text());
  expect(second!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'));
});

test('a step-up names what the sign-in must be like', async () => {
  answers = [
    problem(401, 'insufficient_user_authentication', { max_age: 900, acr_values: 'aal2' }),
    () => Response.json({ id: 'usr_1', deleted: true }),
  ];
  const call = users(client()).delete('usr_1');
  expect(await interrupted()).toEqual({
    kind: 'step-up',
    operation: 'users.delete',
    maxAgeSeconds: 900,
    acr: 'aal2',
  });
  gate.open();
  await expect(call).resolves.toMatchObject({ id: 'usr_1' });
});

test('a step-up that the user cancels is a problem of the call', async () => {
  answers = [problem(401, 'insufficient_user_authentication')];
  const call = users(client()).delete('usr_1').result();
  await interrupted();
  gate.cancel();
  expect(await call).toMatchObject({
    ok: false,
    problem: { code: 'insufficient_user_authentication' },
  });
});

test('an ended session outweighs a step-up', async () => {
  void gate.wait({ kind: 'ended' });
  void gate.wait({ kind: 'step-up', operation: 'users.delete' });
  expect(gate.current()).toEqual({ kind: 'ended' });
});
