import { expect, test } from 'vitest';
import { webAppOf, webSessionOf } from './web-session.ts';

const origin = 'https://demo.id.example.com';
const id = 'A'.repeat(43);
const good = {
  host: 'demo.id.example.com',
  cookie: `other=1; __Host-console=${id}`,
  'x-web-app': 'console',
  'sec-fetch-site': 'same-origin',
};

test('reads the session of the application that the request names', () => {
  expect(webSessionOf(good, origin)).toEqual({
    app: 'console',
    sessionId: id,
    isBackground: false,
  });
  expect(webSessionOf({ ...good, 'x-web-activity': 'background' }, origin)?.isBackground).toBe(
    true,
  );
});

test('without Sec-Fetch-Site, the Origin must be that of the host', () => {
  const { 'sec-fetch-site': _, ...old } = good;
  expect(webSessionOf({ ...old, origin }, origin)?.app).toBe('console');
  expect(webSessionOf(old, origin)).toBeUndefined();
  expect(webSessionOf({ ...old, origin: 'null' }, origin)).toBeUndefined();
  expect(webSessionOf({ ...old, origin: 'http://demo.id.example.com' }, origin)).toBeUndefined();
  expect(webSessionOf({ ...old, origin: `${origin}.evil.example` }, origin)).toBeUndefined();
});

test.each<[string, Record<string, string | undefined>]>([
  ['another authentication', { authorization: 'Bearer x' }],
  ['an empty Authorization', { authorization: '' }],
  ['no application', { 'x-web-app': undefined }],
  ['an unknown application', { 'x-web-app': 'constructor' }],
  ['two applications', { 'x-web-app': 'console, account' }],
  ['an application without a cookie', { 'x-web-app': 'account' }],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ['a request of another subdomain or port', { 'sec-fetch-site': 'same-site' }],
  ['a navigation', { 'sec-fetch-site': 'none' }],
  ['a cross-site request with the right Origin', { 'sec-fetch-site': 'cross-site', origin }],
  ['another host', { host: 'acme.id.example.com' }],
  ['another port', { host: 'demo.id.example.com:8443' }],
  ['no host', { host: undefined }],
  ['no cookie', { cookie: undefined }],
  ['a cookie of another form', { cookie: '__Host-console=short' }],
  ['the cookie twice', { cookie: `__Host-console=${id}; __Host-console=${'B'.repeat(43)}` }],
  ['the cookie without its prefix', { cookie: `console=${id}` }],
])('ignores the cookie with %s', (_, change) => {
  expect(webSessionOf({ ...good, ...change }, origin)).toBeUndefined();
});

test('names the application of a script without a session', () => {
  const { cookie: _, ...script } = { ...good, 'x-web-app': 'setup' };
  expect(webAppOf(script, origin)).toBe('setup');
  expect(webAppOf({ ...script, 'x-web-app': 'other' }, origin)).toBeUndefined();
  expect(webAppOf({ ...script, authorization: 'Bearer x' }, origin)).toBeUndefined();
  expect(webAppOf({ ...script, 'sec-fetch-site': 'cross-site' }, origin)).toBeUndefined();
});
