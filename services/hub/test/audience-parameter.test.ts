import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { sendRaw } from '@platform/testkit/http';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

// How the SDKs of OpenFGA ask for a token: by `audience`, and where other servers have their token endpoint.
let hub: HubUnderTest;
let acme: MadeTenant;
let key: CryptoKey;

beforeAll(async () => {
  hub = await hubUnderTest({ 'platform.gateway.public-base-url': 'https://api.platform.test/' });
  acme = await hub.makeTenant('acme');
  const pair = await generateKeyPair('RS256');
  key = pair.privateKey;
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256' }] };
  await hub.pod.platform.db.transact(
    { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.execute(
        "INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, enabled) VALUES ($1, 'signer', 'signer', 'm2m', $2, '{tenant:fga.read}', true)",
        [
          acme.id,
          JSON.stringify({
            tokenEndpointAuthMethod: 'private_key_jwt',
            jwks,
          }),
        ],
      ),
  );
});
afterAll(() => hub.stop());

describe('audience at client_credentials', () => {
  it.each([
    'urn:platform:product-api',
    'https://api.platform.test/openfga',
    'https://acme.platform.localhost/openfga',
  ])('names the API as %s', async (audience) => {
    const { body } = await hub.token(acme, { audience });
    expect(decodeJwt(body.access_token).aud).toBe('product-api');
    expect((await hub.token(acme, { audience, resource: audience })).status).toBe(200);
  });

  it.each([
    ['another API', { audience: 'https://elsewhere.test' }],
    ['another issuer', { audience: 'https://globex.platform.localhost/openfga' }],
    [
      'a resource that is not the audience',
      { audience: 'https://api.platform.test/openfga', resource: 'urn:platform:product-api' },
    ],
  ])('is refused for %s', async (_, form: Record<string, string>) => {
    const { status, body } = await hub.token(acme, form);
    expect([status, body.error]).toEqual([400, 'invalid_target']);
  });
});

describe('/oauth/token', () => {
  const ask = async (path: string, form: Record<string, string>, basic?: [string, string]) =>
    sendRaw(hub.pod.httpPort, path, {
      form,
      ...(basic ? { basic } : {}),
      headers: { host: new URL(acme.issuer).host },
    });
  const form = {
    grant_type: 'client_credentials',
    audience: 'https://api.platform.test/openfga',
  };

  it('is the token endpoint', async () => {
    const { status, body } = await ask('/oauth/token', form, [acme.clientId, acme.clientSecret]);
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
  });

  it.each(['/oauth/token/', '/oauth', '/oauth/authorize'])('has no neighbor %s', async (path) => {
    expect((await ask(path, form)).body.code).toBe('token_missing');
  });

  it.each(['', '/'])('takes an assertion for the issuer%s', async (slash) => {
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setSubject('signer')
      .setIssuer('signer')
      .setJti(randomUUID())
      .setAudience(`${acme.issuer}${slash}`)
      .setExpirationTime('2m')
      .sign(key);
    const { status } = await ask('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: 'signer',
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      audience: 'https://api.platform.test/openfga',
    });
    expect(status).toBe(200);
  });
});
