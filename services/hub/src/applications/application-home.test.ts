import { expect, test } from 'vitest';
import { homeOf } from './application-home.ts';

const redirectUris = ['https://ledger.example/oauth/callback'];

test.each([
  [
    'web',
    { redirectUris, postLogoutRedirectUris: ['https://ledger.example/start'] },
    'https://ledger.example/start',
  ],
  ['web', { redirectUris }, 'https://ledger.example/'],
  ['spa', { redirectUris: ['http://localhost:3000/callback'] }, 'http://localhost:3000/'],
  ['web', {}, undefined],
  ['native', { redirectUris: ['http://127.0.0.1/callback'] }, undefined],
  ['device', {}, undefined],
] as const)('the home of a %s application with %j is %s', (type, settings, url) => {
  expect(homeOf({ name: 'Ledger', type, settings: structuredClone(settings) as object })?.url).toBe(
    url,
  );
});
