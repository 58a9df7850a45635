import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow, loginFlowTemplates } from '@platform/login-flow';
import { newId } from '@platform/kit/ids';
import { browser } from './browser.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { personBrowser } from './person-browser.ts';
import { attempt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const home = 'https://app.example.com/bye';
let hub: SignInHub;
let tenant: MadeTenant;
let empty: MadeTenant;
let application: TestApplication;

beforeAll(async () => {
  hub = await signInHub({}, undefined, [], { ownPages: true });
  hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  [tenant, empty] = [await hub.makeTenant('acme'), await hub.makeTenant('globex')];
  application = await hub.application(tenant, { postLogoutRedirectUris: [home] });
});
afterAll(() => hub.stop());

const openBrowser = () => personBrowser(browser(() => hub.pod.httpPort));
const begins = async () => {
  const ada = openBrowser();
  const { url } = await attempt(await hub.client(application));
  await ada.visit(url.href);
  return ada;
};
const titleOf = (text: string): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
const wayOn = (text: string): string | undefined =>
  /<a class="button primary" href="([^"]*)"/.exec(text)?.[1];

describe('the URL of a login in another browser', () => {
  it('leads to the application', async () => {
    const ada = await begins();
    const { status, text } = await openBrowser().visit(ada.page.url);
    expect([status, titleOf(text), wayOn(text)]).toEqual([404, 'This sign-in has expired', home]);
    expect(text).not.toMatch(/cookie/i);
  });

  it('leads to the only application of the tenant after the login', async () => {
    const { text } = await openBrowser().visit(`${tenant.issuer}/login/a-login-that-is-over`);
    expect(wayOn(text)).toBe(home);
    const other = await openBrowser().visit(`${empty.issuer}/login/a-login-that-is-over`);
    expect(wayOn(other.text)).toBeUndefined();
    expect(other.text).toContain('Go back to the application and start again.');
  });

  it('mentions cookies if the application has just sent the browser there', async () => {
    const ada = await begins();
    const { pathname } = new URL(ada.page.url);
    const { text } = await hub.ask(pathname, {
      host: tenant.host,
      headers: { ...html, 'sec-fetch-site': 'cross-site' },
    });
    expect(titleOf(text)).toBe('Turn on cookies to sign in');
  });
});

describe('a mailed link', () => {
  const withLinks = loginFlowTemplates.find(({ id }) => id === 'passwordless_email')!.definition;

  it('leads to its application after it was used, and in another browser', async () => {
    const mails = await hub.application(tenant, {
      redirectUris: ['https://mails.example.com/callback'],
      postLogoutRedirectUris: [],
    });
    hub.around.identityFacade.setExperience(mails.clientId, { definition: withLinks });
    const id = newId('user');
    const email = 'linked@example.com';
    hub.setUser(tenant, { userJson: JSON.stringify({ id, email, emailVerified: true }) }, id);
    const ada = openBrowser();
    const config = await hub.client(mails);
    const redirectUri = 'https://mails.example.com/callback';
    await ada.visit((await attempt(config, { redirect_uri: redirectUri })).url.href);
    await ada.sends({ identifier: email });
    await ada.visit(`${ada.page.url}?view=methods`);
    await ada.sends({ method: 'magic_link' });
    const sent = hub.around.identityFacade.challenges.findLast((one) => one.userId === id)!;
    const link = new URL(sent.linkUrl);
    link.searchParams.set('challenge', sent.id);
    link.searchParams.set('token', sent.code);

    const elsewhere = await openBrowser().visit(link.href);
    expect(titleOf(elsewhere.text)).toBe('This link no longer works');
    expect(wayOn(elsewhere.text)).toBe('https://mails.example.com/');

    await ada.visit(link.href);
    await ada.sends({ token: sent.code, challenge: sent.id });
    expect(ada.page.url).toContain(`${redirectUri}?code=`);
    const again = await ada.visit(link.href);
    expect([titleOf(again.text), wayOn(again.text)]).toEqual([
      'This link no longer works',
      'https://mails.example.com/',
    ]);
  });
});

describe('a URL without a login', () => {
  it.each([
    ['/', 'Start from your application'],
    ['/login', 'Start from your application'],
    ['/login/callback/google', 'This sign-in has expired'],
    ['/login/callback/google?state=unknown', 'This sign-in has expired'],
    ['/federation/dir_x/callback?state=a-login-that-is-over.x', 'This sign-in has expired'],
    ['/account/settings', 'There’s no page here'],
    ['/favicon.ico', 'There’s no page here'],
  ])('such as %s shows browsers a page', async (path, title) => {
    let answer = await hub.ask(path, { host: tenant.host, headers: html });
    if (answer.status === 303)
      answer = await hub.ask(String(answer.headers['location']), {
        host: tenant.host,
        headers: html,
      });
    expect(answer.headers['content-type']).toContain('text/html');
    expect([answer.status, titleOf(answer.text)]).toEqual([404, title]);
  });

  it.each(['/', '/login/callback/google', '/account/settings', '/api/v1/applications'])(
    'such as %s returns a problem to programs',
    async (path) => {
      const { status, headers } = await hub.ask(path, { host: tenant.host });
      expect([401, 404]).toContain(status);
      expect(headers['content-type']).toContain('application/problem+json');
    },
  );
});
