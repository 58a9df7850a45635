import { connectionIssuer } from '@platform/contracts';
import { expect, test } from 'vitest';
import { identityIssuerOf, qualifiedIssuer } from './identity-issuers.ts';

test.each([
  ['google-oauth2', 'https://accounts.google.com#google'],
  ['google', 'https://accounts.google.com#google'],
  ['linkedin-openid-connect', 'https://www.linkedin.com/oauth#linkedin'],
  ['github', 'https://github.com#github'],
  ['twitter', 'https://x.com#x'],
  ['auth0', undefined],
  ['constructor', undefined],
])('the provider %s of a source has the issuer %s', (provider, issuer) =>
  expect(identityIssuerOf(provider, {})).toBe(issuer),
);

test('the issuer that the tenant sets for a provider comes first', () => {
  const okta = connectionIssuer('https://acme.okta.com', 'dir_01h455vb4pex5vsknk084sn02q');
  const ofTenant = { 'acme-okta': okta, google: 'https://accounts.google.com' };
  expect(identityIssuerOf('acme-okta', ofTenant)).toBe(okta);
  expect(identityIssuerOf('google', ofTenant)).toBe('https://accounts.google.com#google');
});

test.each([
  'https://idp.example.com',
  'https://accounts.google.com#google',
  'https://accounts.google.com#dir_01h455vb4pex5vsknk084sn02q',
])('the issuer %s stays unchanged', (issuer) => expect(qualifiedIssuer(issuer)).toBe(issuer));
