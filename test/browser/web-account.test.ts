import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';
import { hasBrowser, startBrowser } from './browser.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the account in a browser', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let someone: Someone;
  /** Violations of the content policy, and errors of scripts. */
  const faults: string[] = [];
  const account = () => `${platform.tenant('acme').issuer}/account`;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    someone = await platform.person('acme', { profile: { displayName: 'Ada <b>Lovelace</b>' } });
    context = await browser.newContext({ locale: 'en' });
    context.on('console', (message) => {
      // An answer of 401 is how the page learns that nobody is signed in.
      if (message.type() === 'error' && !/status of 401/.test(message.text()))
        faults.push(message.text());
    });
    context.on('weberror', (error) => faults.push(String(error.error())));
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
  });
  afterAll(() => browser?.close());

  async function signIn(tab: Page): Promise<void> {
    await tab.fill('[name=identifier]', someone.email);
    await tab.click('main button.primary');
    await tab.fill('[name=password]', someone.password);
    await tab.click('main button.primary');
  }
  const showsName = (tab: Page) =>
    tab.getByRole('heading', { name: 'Ada <b>Lovelace</b>' }).waitFor();
  const cookie = async () =>
    (await context.cookies(account())).find(({ name }) => name === '__Host-account');

  it('signs the user in and shows the name', async () => {
    await page.goto(`${account()}?from=mail`);
    await signIn(page);
    await showsName(page);
    expect(new URL(page.url()).search).toBe('?from=mail');
    expect(await cookie()).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
  });

  it('shows the name after a reload and in a second tab, without another sign-in', async () => {
    await page.reload();
    await showsName(page);
    const tab = await context.newPage();
    await tab.goto(account());
    await showsName(tab);
    await tab.close();
  });

  it('keeps nothing that is worth stealing, and reaches the API through its cookie', async () => {
    const found = await page.evaluate(async () => {
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch('/api/v1/directory/users', { headers });
        return ((await response.json()) as { code?: string }).code;
      };
      return {
        cookie: document.cookie,
        stored: [localStorage.length, sessionStorage.length],
        withName: await ask({ 'x-web-app': 'account' }),
        without: await ask({}),
      };
    });
    expect(found).toEqual({
      cookie: '',
      stored: [0, 0],
      // The user is known, and has no role.
      withName: 'insufficient_scope',
      without: 'token_missing',
    });
  });

  /** Calls an operation on the own account as a script of the page does. */
  const ask = (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: any }> =>
    page.evaluate(
      async ([verb, at, json]) => {
        const headers = { 'x-web-app': 'account', 'content-type': 'application/json' };
        const init = { method: verb, headers: json ? headers : { 'x-web-app': 'account' } };
        const response = await fetch(`/api/v1/me/${at}`, { ...init, ...(json && { body: json }) });
        return { status: response.status, body: (await response.json()) as unknown };
      },
      [method, path, body && JSON.stringify(body)] as const,
    );

  it('shows and ends a session in another browser', async () => {
    const elsewhere = await browser.newContext({ locale: 'en' });
    const tab = await elsewhere.newPage();
    await tab.goto(account());
    await signIn(tab);
    await showsName(tab);
    const { data } = (await ask('GET', 'sessions')).body;
    expect(data).toHaveLength(2);
    expect(data.filter(({ current }: any) => current)).toMatchObject([
      { device: { browser: expect.stringContaining('Chrom'), kind: 'desktop' }, acr: 'aal1' },
    ]);
    const other = data.find(({ current }: any) => !current);
    expect((await ask('DELETE', `sessions/${other.id}`)).body).toMatchObject({ current: false });
    await tab.reload();
    await tab.waitForSelector('[name=identifier]');
    await elsewhere.close();
    await page.reload();
    await showsName(page);
  });

  it('sets up an authenticator app, and keeps the last method that signs in', async () => {
    const { body: begun } = await ask('POST', 'authenticators', { type: 'totp' });
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    const done = await ask('POST', `authenticators/${begun.id}/complete`, { code });
    expect([done.status, done.body.recoveryCodes?.length]).toEqual([200, 10]);
    const methods = (await ask('GET', 'sign-in-methods')).body.data;
    expect(methods).toMatchObject([
      { id: 'password', signsIn: true },
      { id: done.body.id, type: 'totp', removable: true },
      { id: 'recovery_codes', remaining: 10 },
    ]);
    expect((await ask('DELETE', `authenticators/${done.body.id}`)).status).toBe(200);
  });

  it('sets a new password without ending its own session', async () => {
    const newPassword = `${someone.password} and another`;
    expect((await ask('PUT', 'password', { newPassword })).status).toBe(200);
    someone = { ...someone, password: newPassword };
    const before = (await ask('GET', 'sessions')).body.data;
    expect(before).toMatchObject([{ current: true }]);
    await page.reload();
    await showsName(page);
  });

  it('cannot fetch a page of a sign-in, nor write HTML', async () => {
    const found = await page.evaluate(async () => {
      const statuses = [];
      for (const path of ['/oauth2/authorize?client_id=x', '/login/report', '/activate'])
        statuses.push((await fetch(path)).status);
      let written = 'written';
      try {
        document.createElement('div').innerHTML = '<img src=x>';
      } catch (error) {
        written = (error as Error).name;
      }
      return { statuses, written };
    });
    expect(found).toEqual({ statuses: [403, 403, 403], written: 'TypeError' });
    faults.splice(0);
  });

  it('asks for another sign-in in a step-up, and starts a new session', async () => {
    const before = await cookie();
    const tab = await context.newPage();
    await tab.goto(`${platform.tenant('acme').issuer}/web/sign-in?app=account&maxAge=0`);
    await signIn(tab);
    await showsName(tab);
    expect((await cookie())?.value).not.toBe(before?.value);
    await page.reload();
    await showsName(page);
    await tab.close();
  });

  it('ends in both tabs with a sign-out', async () => {
    const tab = await context.newPage();
    await tab.goto(account());
    await showsName(tab);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/oauth2\/logout\/success/);
    expect(await cookie()).toBeUndefined();
    // It has left its page as well.
    await tab.goto(account());
    await tab.waitForURL(/\/login\//);
    await tab.waitForSelector('[name=identifier]');
    await tab.close();
  });

  it('violates no content policy, and logs no error', () => {
    expect(faults).toEqual([]);
  });
});
