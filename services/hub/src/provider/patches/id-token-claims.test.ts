import { decodeJwt } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { expect, test } from 'vitest';
import { addIdTokenClaims } from './id-token-claims.ts';
import { testProvider } from './test-provider.ts';

/** Issues an ID token for a user whose account has claims that are not configured. */
async function issue(provider: ReturnType<typeof testProvider>) {
  const client = await provider.Client.find('app');
  const ctx = { oidc: { client } } as unknown as KoaContextWithOIDC;
  const token = new provider.IdToken({ sub: 'ada', department: 'account' }, { ctx } as never);
  token.set('nonce', 'own');
  return decodeJwt(await token.issue({ use: 'idtoken' }));
}

test('the library drops account claims that are not configured', async () => {
  expect(await issue(testProvider())).not.toHaveProperty('department');
});

test('added claims do not replace claims of the issuer', async () => {
  const provider = testProvider();
  addIdTokenClaims(provider, async () => ({ department: 'r+d', nonce: 'forged' }));
  expect(await issue(provider)).toMatchObject({ department: 'r+d', nonce: 'own' });
});
