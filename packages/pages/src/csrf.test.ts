import { expect, test } from 'vitest';
import { parseCookies } from '@platform/kit/http';
import { csrfTokens } from './csrf.ts';

const tokens = csrfTokens(Buffer.alloc(32, 1));
const anonymous = { sessionId: '', cookies: new Map<string, string>() };

/** A browser that has loaded a page of a session. */
function visited(sessionId = 'ses_1') {
  const { token, setCookie = '' } = tokens.issue({ ...anonymous, sessionId });
  const cookies = parseCookies(setCookie.split(';')[0]);
  return { owner: { sessionId, cookies }, token, setCookie };
}

test('a form of the same browser and session passes', () => {
  const { owner, token, setCookie } = visited();
  expect(setCookie).toMatch(/^__Host-csrf=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(tokens.verify(owner, token)).toBe(true);
});

test('a browser keeps its cookie, and every page has another token', () => {
  const { owner, token } = visited();
  const next = tokens.issue(owner);
  expect(next.setCookie).toBeUndefined();
  expect(next.token).not.toBe(token);
  expect([tokens.verify(owner, token), tokens.verify(owner, next.token)]).toEqual([true, true]);
});

test('works before there is a session', () => {
  const { owner, token } = visited('');
  expect(tokens.verify(owner, token)).toBe(true);
});

test('a form of another session, browser or key does not', () => {
  const { owner, token } = visited();
  expect(tokens.verify({ ...owner, sessionId: 'ses_2' }, token)).toBe(false);
  expect(tokens.verify(owner, visited().token)).toBe(false);
  expect(tokens.verify({ ...owner, cookies: new Map() }, token)).toBe(false);
  expect(csrfTokens(Buffer.alloc(32, 2)).verify(owner, token)).toBe(false);
});

test('a form without a token, or with half of one, does not', () => {
  const { owner, token } = visited();
  const [salt, signature] = token.split('.');
  for (const bad of [
    undefined,
    '',
    '.',
    salt,
    `${salt}.`,
    `.${signature}`,
    `${token}x`,
    `x${token}`,
  ])
    expect(tokens.verify(owner, bad)).toBe(false);
});

test('a cookie that we did not set is replaced', () => {
  const cookies = new Map([['__Host-csrf', 'x']]);
  expect(tokens.issue({ sessionId: '', cookies }).setCookie).toBeDefined();
});
