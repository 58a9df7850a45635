import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessTokenVerifier } from './access-tokens.ts';
import type { TokenVerifierOptions } from './access-tokens.ts';
import { testApi } from './test-api.ts';
import { startTestIssuer, testIssuer } from './test-issuer.ts';
import type { TestIssuer, TokenParts } from './test-issuer.ts';

const { issuer, audience } = testIssuer;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
let issuing: TestIssuer;
let tokenWith: TestIssuer['token'];

beforeAll(async () => {
  issuing = await startTestIssuer();
  tokenWith = issuing.token;
});

const verifierOf = (more: Partial<TokenVerifierOptions> = {}) =>
  accessTokenVerifier({ issuer, audience, fetch: issuing.api().fetch, ...more });

describe('accessTokenVerifier', () => {
  it('returns subject, client, scopes and claims, and reads the keys once', async () => {
    const { fetch, received } = issuing.api();
    const verify = accessTokenVerifier({ issuer, audience, fetch });
    const token = await verify(await tokenWith(), { scopes: ['orders.read'] });
    await verify(await tokenWith());
    expect(token).toMatchObject({ subject: 'usr_1', clientId: 'app_1', claims: { aud: audience } });
    expect([...token.scopes]).toEqual(['orders.read', 'orders.write']);
    expect(received).toHaveLength(2);
  });

  it.each<[string, TokenParts, string, number]>([
    ['another issuer', { claims: { iss: 'https://x.example' } }, 'token_invalid', 401],
    ['another audience', { claims: { aud: 'billing' } }, 'token_invalid', 401],
    ['an ID token', { typ: 'JWT' }, 'token_invalid', 401],
    ['an expired token', { lifetime: '-1m' }, 'token_expired', 401],
    ['a missing scope', { claims: { scope: 'orders.write' } }, 'insufficient_scope', 403],
  ])('rejects %s', async (_, parts, reason, status) => {
    const verify = verifierOf();
    const verified = verify(await tokenWith(parts), { scopes: ['orders.read'] });
    await expect(verified).rejects.toMatchObject({ name: 'InvalidToken', reason, status });
  });

  it('rejects what is no token, and another signature', async () => {
    const verify = verifierOf();
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

  it('does not take keys that cannot be read for a bad token', async () => {
    const verify = verifierOf({
      fetch: issuing.api({ keys: () => new Response('', { status: 503 }) }).fetch,
    });
    const error: unknown = await verify(await tokenWith()).catch((error: unknown) => error);
    expect(error).not.toMatchObject({ name: 'InvalidToken' });
    expect(String(error)).toContain('Expected 200 OK');
  });

  it('accepts one spelling of each token', async () => {
    const [header = '', payload = '', signature = ''] = (await tokenWith()).split('.');
    const bytesOf = (part: string) => Buffer.from(part, 'base64url');
    const verify = verifierOf();
    await verify(`${header}.${payload}.${signature}`);
    const parts = [header, payload, signature];
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.constantFrom(...alphabet, ''), async (i, last) => {
        const spelled = parts.map((part, j) => (j === i ? part.slice(0, -1) + last : part));
        if (spelled[i] === parts[i]) return;
        await expect(verify(spelled.join('.'))).rejects.toMatchObject({ reason: 'token_invalid' });
      }),
      { numRuns: 300 },
    );
    // The premise: a signature of 64 bytes has 16 spellings that decoders read alike.
    const alike = [...alphabet].filter((last) =>
      bytesOf(signature.slice(0, -1) + last).equals(bytesOf(signature)),
    );
    expect(alike).toHaveLength(16);
  });
});

describe('what a request requires', () => {
  const now = () => Math.floor(Date.now() / 1000);

  it('accepts a sign-in that is strong and recent', async () => {
    const token = await tokenWith({ claims: { acr: 'aal3', auth_time: now() - 60 } });
    const verified = await verifierOf()(token, { acr: ['aal2', 'aal3'], maxAgeSeconds: 120 });
    expect(verified).toMatchObject({ acr: 'aal3', token });
    expect(verified.authenticatedAt?.getTime()).toBeLessThan(Date.now() - 59_000);
  });

  const stepUp = 'realm="orders", error="insufficient_user_authentication"';
  it.each<[string, object, string]>([
    ['a weak sign-in', { acr: 'aal1', auth_time: now() }, 'the sign-in must reach aal2 or aal3'],
    [
      'an old sign-in',
      { acr: 'aal2', auth_time: now() - 400 },
      'the sign-in must be at most 300 seconds old',
    ],
    ['a token of an application', {}, 'the sign-in must reach aal2 or aal3'],
    ['an unknown time of sign-in', { acr: 'aal2' }, 'the sign-in must be at most 300 seconds old'],
  ])('asks for another sign-in after %s', async (_, claims, message) => {
    const verified = verifierOf()(await tokenWith({ claims }), {
      acr: ['aal2', 'aal3'],
      maxAgeSeconds: 300,
    });
    await expect(verified).rejects.toMatchObject({
      reason: 'insufficient_user_authentication',
      status: 401,
      challenge: `Bearer ${stepUp}, error_description="${message}", acr_values="aal2 aal3", max_age="300"`,
    });
  });

  it('names the scopes in the challenge, and the API in each', async () => {
    const scopes = ['orders.read', 'orders.delete'];
    await expect(verifierOf()(await tokenWith(), { scopes })).rejects.toMatchObject({
      missingScopes: ['orders.delete'],
      challenge:
        'Bearer realm="orders", error="insufficient_scope", error_description="the token lacks orders.delete", scope="orders.read orders.delete"',
    });
    await expect(verifierOf()(await tokenWith({ claims: { aud: 'x' } }))).rejects.toMatchObject({
      challenge: `Bearer realm="orders", error="invalid_token", error_description="unexpected 'aud' claim value"`,
    });
    await expect(verifierOf()(undefined)).rejects.toMatchObject({
      reason: 'token_missing',
      status: 401,
      challenge: 'Bearer realm="orders"',
    });
  });
});

describe('introspection', () => {
  const client = { clientId: 'app_orders', clientSecret: 'a secret' };

  it('rejects a token that has been revoked, and asks as the application', async () => {
    let active = true;
    const { fetch, received } = issuing.api({ introspection: () => Response.json({ active }) });
    const verify = verifierOf({ fetch, introspect: { ...client, maxAgeSeconds: 0 } });
    const token = await tokenWith();
    expect((await verify(token)).subject).toBe('usr_1');
    active = false;
    await expect(verify(token)).rejects.toMatchObject({ reason: 'token_invalid', status: 401 });
    const { headers, body } = received.find(({ url }) => url.endsWith('/introspect'))!;
    expect(headers.get('authorization')).toBe(`Basic ${btoa('app_orders:a+secret')}`);
    expect(String(body)).toBe(`token=${token}&token_type_hint=access_token`);
  });

  it('reuses a response for a time, for the same token', async () => {
    const { fetch, received } = issuing.api({
      introspection: () => Response.json({ active: true }),
    });
    const verify = verifierOf({ fetch, introspect: { ...client, maxAgeSeconds: 60 } });
    const [one, other] = [await tokenWith(), await tokenWith({ claims: { sub: 'usr_2' } })];
    await Promise.all([verify(one), verify(one), verify(other)]);
    await verify(one);
    expect(received.filter(({ url }) => url.endsWith('/introspect'))).toHaveLength(2);
  });

  it('accepts no token while the issuer does not respond, and asks again', async () => {
    let status = 503;
    const introspection = () => Response.json({ active: true }, { status });
    const verify = verifierOf({ fetch: issuing.api({ introspection }).fetch, introspect: client });
    const token = await tokenWith();
    await expect(verify(token)).rejects.toMatchObject({ name: 'OAuthError', error: 'status 503' });
    status = 200;
    expect((await verify(token)).subject).toBe('usr_1');
  });

  it('rejects a token of which the issuer says nothing', async () => {
    const { fetch } = issuing.api({ introspection: () => Response.json({}) });
    const verify = verifierOf({ fetch, introspect: client });
    await expect(verify(await tokenWith())).rejects.toMatchObject({ reason: 'token_invalid' });
  });

  it('asks only about tokens that are valid otherwise', async () => {
    const { fetch, received } = issuing.api({
      introspection: () => Response.json({ active: true }),
    });
    const verify = verifierOf({ fetch, introspect: client });
    const expired = await tokenWith({ lifetime: '-1m' });
    await expect(verify(expired)).rejects.toMatchObject({ reason: 'token_expired' });
    expect(received.some(({ url }) => url.endsWith('/introspect'))).toBe(false);
  });
});
