import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessTokenVerifier } from './access-tokens.ts';
import { testApi } from './test-api.ts';

const issuer = 'https://acme.id.example.com';
const audience = 'orders';
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let jwk: Awaited<ReturnType<typeof exportJWK>>;

beforeAll(async () => {
  pair = await generateKeyPair('ES256');
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' };
});

const issuerApi = () =>
  testApi(({ url }) =>
    Response.json(
      url.endsWith('/jwks')
        ? { keys: [jwk] }
        : { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
    ),
  );

interface Parts {
  claims?: object;
  typ?: string;
  lifetime?: string;
}
const tokenWith = ({ claims = {}, typ = 'at+jwt', lifetime = '10m' }: Parts = {}) =>
  new SignJWT({
    iss: issuer,
    aud: audience,
    sub: 'usr_1',
    client_id: 'app_1',
    scope: 'orders.read orders.write',
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ })
    .setExpirationTime(lifetime)
    .sign(pair.privateKey);

describe('accessTokenVerifier', () => {
  it('returns subject, client, scopes and claims, and reads the keys once', async () => {
    const { fetch, received } = issuerApi();
    const verify = accessTokenVerifier({ issuer, audience, fetch });
    const token = await verify(await tokenWith(), { scopes: ['orders.read'] });
    await verify(await tokenWith());
    expect(token).toMatchObject({ subject: 'usr_1', clientId: 'app_1', claims: { aud: audience } });
    expect([...token.scopes]).toEqual(['orders.read', 'orders.write']);
    expect(received).toHaveLength(2);
  });

  it.each<[string, Parts, string, number]>([
    ['another issuer', { claims: { iss: 'https://x.example' } }, 'token_invalid', 401],
    ['another audience', { claims: { aud: 'billing' } }, 'token_invalid', 401],
    ['an ID token', { typ: 'JWT' }, 'token_invalid', 401],
    ['an expired token', { lifetime: '-1m' }, 'token_expired', 401],
    ['a missing scope', { claims: { scope: 'orders.write' } }, 'insufficient_scope', 403],
  ])('rejects %s', async (_, parts, reason, status) => {
    const verify = accessTokenVerifier({ issuer, audience, fetch: issuerApi().fetch });
    const verified = verify(await tokenWith(parts), { scopes: ['orders.read'] });
    await expect(verified).rejects.toMatchObject({ name: 'InvalidToken', reason, status });
  });

  it('rejects what is no token, and another signature', async () => {
    const verify = accessTokenVerifier({ issuer, audience, fetch: issuerApi().fetch });
    await expect(verify('nonsense')).rejects.toMatchObject({ reason: 'token_invalid' });
    const [header, , signature] = (await tokenWith()).split('.');
    const [, payload] = (await tokenWith({ claims: { sub: 'usr_2' } })).split('.');
    const forged = verify(`${header}.${payload}.${signature}`);
    await expect(forged).rejects.toMatchObject({ reason: 'token_invalid' });
  });

  it('does not take an issuer that cannot be reached for a bad token', async () => {
    const { fetch } = testApi(new TypeError('fetch failed'));
    const verify = accessTokenVerifier({ issuer, audience, fetch });
    await expect(verify(await tokenWith())).rejects.toThrow('fetch failed');
  });
});
