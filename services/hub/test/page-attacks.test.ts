import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { newId } from '@platform/kit/ids';
import type * as oidc from 'openid-client';
import { browser } from './browser.ts';
import type { CookieBrowser } from './browser.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { personBrowser } from './person-browser.ts';
import type { PersonBrowser } from './person-browser.ts';
import { attempt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

const password = 'correct horse battery staple';
const script = '"><script>alert(1)</script>{{ 7777 | times: 9999 }}';
const evaluated = String(7777 * 9999);
const email = 'ada@example.com';
let hub: SignInHub;
let tenant: MadeTenant;
let other: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;

beforeAll(async () => {
  hub = await signInHub({}, undefined, [], { ownPages: true });
  hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  [tenant, other] = [await hub.makeTenant('acme'), await hub.makeTenant('globex')];
  const id = newId('user');
  const userJson = JSON.stringify({ id, email, emailVerified: true, displayName: script });
  hub.setUser(tenant, { userJson }, id);
  hub.around.identityFacade.setCredentials(id, { password });
  application = await hub.application(tenant, {
    postLogoutRedirectUris: ['https://app.example.com/bye'],
  });
  config = await hub.client(application);
});
afterAll(() => hub.stop());

const openBrowser = (): PersonBrowser => personBrowser(browser(() => hub.pod.httpPort));
const asks = async (who: PersonBrowser, more: Record<string, string> = {}): Promise<HubReply> =>
  who.visit((await attempt(config, more)).url.href);
const signsIn = async (who: PersonBrowser): Promise<void> => {
  await asks(who);
  await who.sends({ identifier: email });
  await who.sends({ password });
};
const codeOf = ({ page }: PersonBrowser): string | null =>
  new URL(page.url).searchParams.get('code');
const hiddenIn = ({ page }: PersonBrowser, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';

describe('a forged login form', () => {
  /** Opens the page that asks for the password, and returns the fields of its form. */
  const atPassword = async () => {
    const ada = openBrowser();
    await asks(ada);
    await ada.sends({ identifier: email });
    const form = { action: 'prove', password, version: hiddenIn(ada, 'version') };
    return { ada, url: ada.page.url, form, csrf: hiddenIn(ada, 'csrf') };
  };

  it.each<[string, (csrf: string) => Promise<Record<string, string>> | Record<string, string>]>([
    ['without a token', () => ({})],
    ['with an empty token', () => ({ csrf: '' })],
    ['with a changed token', (csrf) => ({ csrf: `${csrf.slice(0, -2)}xx` })],
    ['with the token of another browser', async () => ({ csrf: (await atPassword()).csrf })],
  ])('%s does not sign in', async (_name, tokenOf) => {
    const { ada, url, form, csrf } = await atPassword();
    const answer = await ada.browser.post(url, { ...form, ...(await tokenOf(csrf)) });
    // The browser is redirected to the current page of the login.
    expect([answer.status, answer.headers['location']]).toEqual([303, new URL(url).pathname]);
    await ada.visit(url);
    expect(ada.title()).toBe('Enter your password');
  });

  it('from another browser does not find the login', async () => {
    const { url, form, csrf } = await atPassword();
    const answer = await openBrowser().browser.post(url, { ...form, csrf });
    expect(answer.status).toBe(404);
  });

  it('is not accepted as JSON or text', async () => {
    const { url } = await atPassword();
    for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
      const { status } = await hub.ask(new URL(url).pathname, {
        host: tenant.host,
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect([type, status >= 400]).toEqual([type, true]);
    }
  });
});

describe('against session fixation', () => {
  const session = ({ cookies }: CookieBrowser) =>
    cookies.find(({ name }) => name === '__Secure-session');

  it.each([
    ['session id of the attacker', 'attacker-chosen-session-id'],
    ['empty session id', ''],
  ])('a browser with a planted %s gets a new one at sign-in', async (_name, value) => {
    const ada = openBrowser();
    const host = new URL(tenant.issuer).hostname;
    ada.browser.cookies.push({ name: '__Secure-session', value, host, path: '/' });
    await signsIn(ada);
    expect(codeOf(ada)).toBeTruthy();
    expect(session(ada.browser)?.value).not.toBe(value);
  });

  it('the session from before a sign-in is not reused', async () => {
    const mallory = openBrowser();
    await asks(mallory);
    const planted = mallory.browser.cookies.filter(({ name }) =>
      name.startsWith('__Secure-session'),
    );
    const ada = openBrowser();
    ada.browser.cookies.push(...planted.map((cookie) => ({ ...cookie })));
    await signsIn(ada);
    await asks(mallory, { prompt: 'none' });
    expect(new URL(mallory.page.url).searchParams.get('error')).toBe('login_required');
  });
});

describe('against account enumeration', () => {
  it.each([
    ['an unknown identifier', 'nobody@example.com'],
    ['a user without a password', 'passkey@example.com'],
  ])('%s gets the same pages as an existing account', async (_name, identifier) => {
    const id = newId('user');
    const userJson = JSON.stringify({ id, email: 'passkey@example.com', emailVerified: true });
    hub.setUser(tenant, { userJson }, id);
    const pages = async (who: string) => {
      const person = openBrowser();
      await asks(person);
      const asked = await person.sends({ identifier: who });
      const wrong = await person.sends({ password: 'wrong' });
      return [asked, wrong].map(({ status, text }) => [
        status,
        text
          .replaceAll(who, 'who')
          .replace(/(value|nonce|href|src|action)="[^"]*"/g, '')
          .replace(/aria-hidden="true">.</g, ''),
      ]);
    };
    expect(await pages(identifier)).toEqual(await pages(email));
  });
});

describe('against open redirects', () => {
  it.each([
    '/login//evil.test',
    '/login/x/callback?state=x&next=https://evil.test',
    '/login/callback/evil.test?state=//evil.test.x',
    '/login/callback/google?state=%2F%2Fevil.test%2Fx.y&redirect_uri=https://evil.test',
    '/federation/dir_x/callback?state=https%3A%2F%2Fevil.test.x',
    '/oauth2/logout?post_logout_redirect_uri=https://evil.test',
    '/oauth2/logout/success?post_logout_redirect_uri=https://evil.test',
    '/oauth2/authorize/x?redirect_uri=https://evil.test',
    '/activate?user_code=//evil.test&redirect_uri=https://evil.test',
    '//evil.test/login/x',
    '/\\evil.test',
  ])('%s does not redirect to another site', async (target) => {
    const { headers } = await hub.ask(target, { host: tenant.host });
    const location = String(headers['location'] ?? '');
    expect(location === '' ? tenant.issuer : new URL(location, tenant.issuer).origin).toBe(
      tenant.issuer,
    );
  });

  it.each([
    'https://evil.test/',
    'https://app.example.com/bye/../evil',
    'https://app.example.com/bye?x',
    'https://app.example.com.evil.test/bye',
    'javascript:alert(1)',
  ])('signing out does not redirect to %s', async (uri) => {
    const query = new URLSearchParams({
      client_id: application.clientId,
      post_logout_redirect_uri: uri,
    });
    const ada = openBrowser();
    const { text, headers, status } = await ada.visit(`${tenant.issuer}/oauth2/logout?${query}`);
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(text).not.toMatch(/evil\.test|alert\(1\)/);
  });
});

describe('the security headers of a page', () => {
  const pages: Record<string, () => Promise<HubReply>> = {
    'the sign-in': () => asks(openBrowser()),
    'the password': async () => {
      const ada = openBrowser();
      await asks(ada);
      return ada.sends({ identifier: email });
    },
    'an unknown application': () => hub.ask('/oauth2/authorize?client_id=x', { host: tenant.host }),
    'an expired login': () => hub.ask('/login/unknown-login', { host: tenant.host }),
    'the device page': () => openBrowser().visit(`${tenant.issuer}/activate`),
    'signing out': async () => {
      const ada = openBrowser();
      await signsIn(ada);
      return ada.visit(`${tenant.issuer}/oauth2/logout`);
    },
    'being signed out': () => hub.ask('/oauth2/logout/success', { host: tenant.host }),
  };

  it.each(Object.keys(pages))('prevent framing and leaks: %s', async (name) => {
    const { headers, text } = await pages[name]!();
    const csp = String(headers['content-security-policy']);
    expect(text).toContain('<!doctype html>');
    expect(csp).toMatch(/default-src 'none'/);
    expect(csp).toMatch(/frame-ancestors 'none'/);
    expect(csp).toMatch(/base-uri 'none'/);
    expect(csp).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});

describe('untrusted text with markup and templates', () => {
  it.each([
    ['the login hint', () => ({ login_hint: script })],
    ['the locale', () => ({ ui_locales: script })],
    ['the state', () => ({ state: script })],
    ['the link of an invitation', () => ({ link_intent: script })],
  ])('is escaped in %s', async (_name, parameters) => {
    const { text, status } = await asks(openBrowser(), parameters());
    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain(evaluated);
  });

  it('is escaped in user input', async () => {
    const ada = openBrowser();
    await asks(ada);
    const { text } = await ada.sends({ identifier: `${script}@example.com` });
    expect(text).toContain('{{ 7777 | times: 9999 }}');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain(evaluated);
  });

  it('is escaped in the name of an application', async () => {
    const named = await hub.application(tenant);
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.execute('UPDATE application SET name = $2 WHERE client_id = $1', [
          named.clientId,
          script,
        ]),
    );
    const { url } = await attempt(await hub.client(named));
    const { text } = await openBrowser().visit(url.href);
    expect(text).toContain('{{ 7777 | times: 9999 }}');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain(evaluated);
  });

  it('is escaped in the error for an unknown application', async () => {
    const { text } = await hub.ask(`/oauth2/authorize?client_id=${encodeURIComponent(script)}`, {
      host: tenant.host,
    });
    expect(text).not.toContain('<script>alert');
  });
});

describe('cookies between tenants', () => {
  it('are limited to one host, and useless on another', async () => {
    const ada = openBrowser();
    await signsIn(ada);
    const at = new URL(other.issuer).hostname;
    expect(ada.browser.cookies.every(({ host }) => host === new URL(tenant.issuer).hostname)).toBe(
      true,
    );
    // Another subdomain can set cookies for the parent domain of both.
    ada.browser.cookies.push(...ada.browser.cookies.map((cookie) => ({ ...cookie, host: at })));
    const theirs = await hub.client(await hub.application(other));
    await ada.visit((await attempt(theirs, { prompt: 'none' })).url.href);
    expect(new URL(ada.page.url).searchParams.get('error')).toBe('login_required');
  });

  it("of a login are useless for another tenant's login", async () => {
    const ada = openBrowser();
    await asks(ada);
    const at = new URL(other.issuer).hostname;
    ada.browser.cookies.push(...ada.browser.cookies.map((cookie) => ({ ...cookie, host: at })));
    const { pathname } = new URL(ada.page.url);
    expect((await ada.browser.get(`${other.issuer}${pathname}`)).status).toBe(404);
  });
});
