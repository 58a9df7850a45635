import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { sendRaw } from '@platform/testkit/http';
import { loginHub, titleOf } from './login-hub.ts';
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

it('a language that is chosen in the footer is kept through the login', async () => {
  hub.person('lang@example.com', { password });
  const browser = hub.browser(hub.request());
  const { text } = await browser.get();
  const german = linksOf(text).find((href) => href.endsWith('language=de'));
  const answer = await browser.open(german ?? '');
  expect(titleOf(answer)).toBe('Bei Acme anmelden');
  await browser.submit('identify', { identifier: 'lang@example.com' });
  expect(titleOf(browser.page!)).toBe('Passwort eingeben');
});

it('the languages are those of the tenant that pages are written in', async () => {
  const browser = hub.browser(hub.request());
  const { text } = await browser.get('?view=methods');
  expect(linksOf(text).map((href) => href.replace(/^.*\?/, ''))).toEqual([
    'view=methods&language=de',
    'view=methods&language=en',
    'view=methods&language=fr-CH',
  ]);
});

it('a tenant with one language has no choice', async () => {
  hub.around.identityFacade.setExperience('alone', { definition: builtInFlow });
  const client = { ...hub.client, id: 'alone' };
  const { text } = await hub.browser(hub.request({ client })).get();
  expect(text).not.toContain('class="languages"');
});

it('pages beside a login follow the choice', async () => {
  const headers = { cookie: '__Host-language=de' };
  const answer = await sendRaw(hub.pod.httpPort, '/login/gone', { host: 'localhost', headers });
  expect(titleOf(answer)).toBe('Diese Anmeldung ist abgelaufen');
});

it.each([
  ['/login//evil.test?language=de', '/login/evil.test'],
  ['//evil.test?language=de', undefined],
  ['/?language=de', '/'],
  ['/activate?user_code=BCDF&language=de', '/activate?user_code=BCDF'],
  ['/login/x?language=de%0d%0a', undefined],
  ['/oauth2/authorize?language=de', undefined],
])('the choice at %s leads to %s', async (target, location) => {
  const { headers } = await sendRaw(hub.pod.httpPort, target, { host: 'localhost' });
  const set = String(headers['set-cookie'] ?? '');
  expect(set.includes('__Host-language=de')).toBe(location !== undefined);
  if (location !== undefined) expect(headers['location']).toBe(location);
});
