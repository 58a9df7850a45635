import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@platform/kit/ids';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;

beforeAll(async () => {
  hub = await hubUnderTest();
});
afterAll(() => hub.stop());

const guarded = [
  '/oauth2/authorize?client_id=x',
  '/oauth2/authorize/some-request-uid',
  '/login/some-request-uid',
  '/login/some-request-uid/recovery-codes',
  '/login/report?token=x',
  '/login/callback/google?state=some-request-uid',
  `/federation/${newId('directory')}/callback?state=some-request-uid`,
  '/activate',
];

describe.each(guarded)('%s', (path) => {
  it.each(['cors', 'no-cors', 'same-origin', 'websocket'])('refuses the mode %s', async (mode) => {
    for (const method of ['GET', 'POST']) {
      const headers = { 'sec-fetch-mode': mode, 'sec-fetch-site': 'same-origin' };
      const answer = await hub.ask(path, { method, headers });
      expect([answer.status, answer.body.code]).toEqual([403, 'caller_not_allowed']);
    }
  });

  it('answers navigations, programs, and browsers without these headers, and has no opener', async () => {
    const accept = { accept: 'text/html' };
    const program = { ...accept, 'sec-fetch-mode': 'cors' };
    const browser = { ...accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
    for (const headers of [browser, program, accept]) {
      const answer = await hub.ask(path, { headers });
      expect([403, 500]).not.toContain(answer.status);
      expect(answer.headers['cross-origin-opener-policy']).toBe('noopener-allow-popups');
    }
  });
});

it.each([
  `/login/theme/${'0'.repeat(64)}.css`,
  `/login/assets/${'0'.repeat(64)}`,
  '/assets/pages.css',
  '/.well-known/openid-configuration',
  '/oauth2/jwks',
])('%s is loaded by pages and programs', async (path) => {
  const answer = await hub.ask(path, { headers: { 'sec-fetch-mode': 'no-cors' } });
  expect(answer.status).not.toBe(403);
});

it('the token endpoint answers applications in browsers', async () => {
  const answer = await hub.ask('/oauth2/token', {
    form: { grant_type: 'authorization_code', client_id: 'x', code: 'y' },
    headers: { 'sec-fetch-mode': 'cors' },
  });
  expect(answer.status).not.toBe(403);
});
