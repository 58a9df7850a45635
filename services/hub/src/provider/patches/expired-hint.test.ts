import { SignJWT, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { acceptExpiredHints } from './expired-hint.ts';
import { testProvider } from './test-provider.ts';

const { privateKey } = await generateKeyPair('RS256');
const hint = (kid: string, claims: object = {}) =>
  new SignJWT({ iss: 'http://localhost', aud: 'app', sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(privateKey);
const validate = async (provider: ReturnType<typeof testProvider>, jwt: string) =>
  (
    provider.IdToken as unknown as {
      validate(jwt: string, client: unknown): Promise<{ payload: object }>;
    }
  ).validate(jwt, await provider.Client.find('app'));

test('the library rejects an id_token_hint with an unknown key', async () => {
  await expect(validate(testProvider(), await hint('gone'))).rejects.toThrow();
});

test('an id_token_hint with an unknown key identifies the user', async () => {
  const provider = testProvider();
  acceptExpiredHints(provider, new Set(['current']));
  expect(await validate(provider, await hint('gone'))).toMatchObject({ payload: { sub: 'ada' } });
});

test.each([
  ['a forged signature of a known key', 'current', {}],
  ['another issuer', 'gone', { iss: 'https://other.example' }],
  ['another client', 'gone', { aud: 'other' }],
  ['no user', 'gone', { sub: undefined }],
])('an id_token_hint with %s is rejected', async (_name, kid, claims) => {
  const provider = testProvider();
  acceptExpiredHints(provider, new Set(['current']));
  await expect(validate(provider, await hint(kid, claims))).rejects.toThrow();
});
