import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { sendRaw } from '@platform/testkit/http';
import { loginHub, titleOf } from './login-hub.ts';
import { signInHub } from './sign-in-hub.ts';
import type { LoginHub } from './login-hub.ts';

const password = 'correct horse battery staple';
let hub: LoginHub;

beforeAll(async () => {
  hub = await loginHub();
  hub.around.identityFacade.setExperience('', {
    definition: builtInFlow,
    supportedLocales: ['en', 'de', 'it', 'fr-CH'],
  });
});
afterAll(() => hub.stop());

const linksOf = (text: string): string[] =>
  [...text.matchAll(/<a href="([^"]*)" lang="[^"]*" hreflang="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );

it('a language that is chosen in the footer stays selected during the login', async () => {
  hub.person('lang@example.com', { password });
  const browser = hub.browser(hub.request());
  const { text } = await browser.get();
  const german = linksOf(text).find((href) => href.endsWith('language=de'));
  const answer = await browser.open(german ?? '');
  expect(titleOf(answer)).toBe('Bei Acme anmelden');
  await browser.submit('identify', { identifier: 'lang@example.com' });
  expect(titleOf(browser.page!)).toBe('Passwort eingeben');
});

it('the offered languages are those of the tenant that have translated pages', async () => {
  const browser = hub.browser(hub.request());
  const { text } = await browser.get('?view=methods');
  expect(linksOf(text).map((href) => href.replace(/^.*\?/, ''))).toEqual([
    'view=methods&language=de',
    'view=methods&language=en',
    'view=methods&language=fr-CH',
  ]);
});

it('the pages of a tenant with one language offer no choice', async () => {
  hub.around.identityFacade.setExperience('alone', { definition: builtInFlow });
  const client = { ...hub.client, id: 'alone' };
  const { text } = await hub.browser(hub.request({ client })).get();
  expect(text).not.toContain('class="languages"');
});

it('pages outside a login use the chosen language', async () => {
  const headers = { cookie: '__Host-language=de' };
  const answer = await sendRaw(hub.pod.httpPort, '/login/gone', { host: 'localhost', headers });
  expect(titleOf(answer)).toBe('Diese Anmeldung ist abgelaufen');
});

it.each([
  ['/login//evil.test?language=de', '/login/evil.test'],
  ['//evil.test?language=de', undefined],
  ['/?language=de', '/'],
  ['/activate?user_code=BCDF&language=de', '/activate?user_code=BCDF'],
  ['/console/users?q=ada&language=de', '/console/users?q=ada'],
  ['/account?language=de', '/account'],
  ['/login/x?language=de%0d%0a', undefined],
  ['/oauth2/authorize?language=de', undefined],
  [
    '/login?page=%2Foauth2%2Fauthorize%3Flanguage%3Dfr%26state%3Da%2Bb&language=de',
    '/oauth2/authorize?language=fr&state=a+b',
  ],
  [
    '/login?page=%2F%2Fevil.test%2Foauth2%2F&language=de',
    '/login?page=%2F%2Fevil.test%2Foauth2%2F',
  ],
  ['/login?page=%2Foauth2%2F..%2Fadmin&language=de', '/login?page=%2Foauth2%2F..%2Fadmin'],
  [
    '/login?page=https%3A%2F%2Fevil.test%2Foauth2%2F&language=de',
    '/login?page=https%3A%2F%2Fevil.test%2Foauth2%2F',
  ],
])('choosing a language at %s redirects to %s', async (target, location) => {
  const { headers } = await sendRaw(hub.pod.httpPort, target, { host: 'localhost' });
  const set = String(headers['set-cookie'] ?? '');
  expect(set.includes('__Host-language=de')).toBe(location !== undefined);
  if (location !== undefined) expect(headers['location']).toBe(location);
});

it('a page of an OAuth endpoint offers the languages, and repeats the request after the choice', async () => {
  const own = await signInHub({}, undefined, [], { ownPages: true });
  try {
    own.around.identityFacade.setExperience('', {
      definition: builtInFlow,
      supportedLocales: ['en', 'de'],
    });
    const { host } = await own.makeTenant('acme');
    const path = '/oauth2/logout?client_id=nobody&language=fr';
    const page = await own.ask(path, { host });
    const german = linksOf(page.text).find((href) => href.endsWith('language=de')) ?? '';
    const { headers } = await own.ask(german, { host });
    expect(headers['location']).toBe(path);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const again = await own.ask(path, { host, headers: { cookie } });
    expect([page.text, again.text]).toEqual([
      expect.stringContaining('<html lang="en"'),
      expect.stringContaining('<html lang="de"'),
    ]);
  } finally {
    await own.stop();
  }
});
