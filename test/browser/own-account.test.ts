import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';
import { hasBrowser, startBrowser } from './browser.ts';
import { codeIn, person } from './person.ts';
import type { Person } from './person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

interface Answer {
  status: number;
  etag: string | null;
  body: any;
}

/** Calls the API as a script of the account does: with the cookie of the page. */
const callFrom = (
  page: Page,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  page.evaluate(
    async (request) => {
      const response = await fetch(`/api/v1/me${request.path}`, {
        method: request.method,
        headers: {
          'x-web-app': 'account',
          ...(request.body && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        etag: response.headers.get('etag'),
        body: text === '' ? null : JSON.parse(text),
      };
    },
    { method, path, body, headers },
  );

describeInBrowser('the own account, with a session of the web application', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let someone: Someone;
  let ada: Person;
  const call = (method: string, path: string, more?: Parameters<typeof callFrom>[3]) =>
    callFrom(ada.page, method, path, more);

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    someone = await platform.person('acme', { profile: { displayName: 'Ada' } });
    ada = await person(browser, platform.ready.inbox);
    await ada.page.goto(`${platform.tenant('acme').issuer}/account`);
    await ada.fills({ identifier: someone.email });
    await ada.goesOn();
    await ada.fills({ password: someone.password });
    await ada.goesOn();
    await ada.page.getByRole('heading', { name: 'Ada' }).waitFor();
  });
  afterAll(() => browser?.close());

  it('returns and changes the profile of the user', async () => {
    const { status, etag, body } = await call('GET', '');
    expect([status, body.id, body.displayName]).toEqual([200, someone.id, 'Ada']);
    const patch = { body: { displayName: 'Ada Lovelace' }, headers: { 'if-match': etag ?? '' } };
    expect((await call('PATCH', '', patch)).body.displayName).toBe('Ada Lovelace');
    expect((await call('PATCH', '', patch)).body.code).toBe('precondition_failed');
  });

  it('verifies a new address with the mailed code, and makes it the primary one', async () => {
    const value = `second-${Date.now()}@example.com`;
    const added = await call('POST', '/contacts', { body: { type: 'email', value } });
    expect([added.status, added.body.verified]).toEqual([200, false]);
    const code = codeIn(await ada.reads(value));
    const path = `/contacts/${added.body.id}`;
    expect((await call('POST', `${path}/verify`, { body: { code } })).body.verified).toBe(true);
    expect((await call('PUT', `${path}/primary`)).body).toMatchObject({ value, primary: true });
    const { contacts } = (await call('GET', '')).body;
    expect(contacts).toMatchObject([{ value }, { value: someone.email, primary: false }]);
  });

  it('keeps preferences', async () => {
    const values = { theme: 'dark' };
    expect((await call('PUT', '/preferences', { body: { values } })).body.values).toEqual(values);
    expect((await call('GET', '/preferences')).body.values).toEqual(values);
  });

  it('shows the sign-in in the activity', async () => {
    const signIn = await eventually(async () => {
      const { body } = await call('GET', '/activity');
      return body.data.find(({ type }: { type: string }) => type === 'user.signed_in');
    });
    expect(signIn).toMatchObject({ by: 'you', method: 'password' });
  });

  it('collects the data of the user', async () => {
    const { body } = await call('POST', '/access-requests');
    const done = await eventually(async () => {
      const answer = await call('GET', `/access-requests/${body.id}`);
      return answer.body.bundle ? answer.body : undefined;
    });
    expect(done.bundle.bytes).toBeGreaterThan(0);
  });

  it('is closed to requests that do not come from the application', async () => {
    const { body } = await call('GET', '', { headers: { 'x-web-app': 'none' } });
    expect(body.code).toBe('token_missing');
  });

  it('ends with the erasure of the user', async () => {
    const { status, body } = await call('POST', '/erasure-request');
    expect([status, body.cancellable]).toEqual([200, true]);
    await eventually(async () => (await call('GET', '')).status === 401 || undefined);
  });
});
