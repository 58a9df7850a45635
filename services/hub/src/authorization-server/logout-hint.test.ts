import { UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { dropSpentHint } from './logout-hint.ts';

const issuer = 'https://acme.id.example.com';
const known = { issuer, kids: new Set(['current']) };
const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const hintOf = (kid: string, claims: object): string =>
  `${base64url({ alg: 'RS256', kid })}.${base64url(claims)}.c2lnbmF0dXJl`;
const spent = hintOf('gone', { iss: issuer, aud: 'shop' });
const back = 'post_logout_redirect_uri=https://shop.example/out?from=menu&state=s';

const after = (query: string): string => {
  const req = { url: `/oauth2/logout?${query}` };
  dropSpentHint(req as never, known);
  return req.url;
};

test('a logout hint that was signed with a removed key is replaced by its client id', () => {
  const { pathname, searchParams } = new URL(after(`id_token_hint=${spent}&${back}`), issuer);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/oauth2/logout',
    {
      client_id: 'shop',
      post_logout_redirect_uri: 'https://shop.example/out?from=menu',
      state: 's',
    },
  ]);
});

test.each([
  ['without a hint', back],
  [
    'with a hint that was signed with a known key',
    `id_token_hint=${hintOf('current', { iss: issuer, aud: 'shop' })}`,
  ],
  [
    'with a hint of another issuer',
    `id_token_hint=${hintOf('gone', { iss: 'https://b.example', aud: 'shop' })}`,
  ],
  [
    'with a hint for several clients',
    `id_token_hint=${hintOf('gone', { iss: issuer, aud: ['shop', 'b'] })}`,
  ],
  ['with a hint for another client', `id_token_hint=${spent}&client_id=other`],
  ['with two hints', `id_token_hint=${spent}&id_token_hint=${spent}`],
  ['with a hint that is not a token', 'id_token_hint=x.y.z'],
  ['with an unsecured token', `id_token_hint=${new UnsecuredJWT({}).encode()}`],
])('a logout request %s is not changed', (_, query) => {
  expect(after(query)).toBe(`/oauth2/logout?${query}`);
});
