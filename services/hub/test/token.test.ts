import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes, defaultTenantId } from '@platform/contracts';
import { egress, egressFetch } from '@platform/kit/egress';
import { listen } from '@platform/kit/http';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { clientSource } from '../src/oauth-clients/client-source.ts';
import type { ProviderFetch } from '../src/provider/provider-options.ts';
import type { ProviderPages } from '../src/provider/pages.ts';
import { deviceVerification } from '../src/device/device-verification.ts';
import { providers } from '../src/provider/providers.ts';
import { resourceKeys } from '../src/signing-keys/resource-keys.ts';
import { signingKeys } from '../src/signing-keys/signing-keys.ts';
import { hubUnderTest, platformIssuer } from './hub-under-test.ts';
import type { HubReply, HubUnderTest, MadeTenant } from './hub-under-test.ts';
import { claimValidators } from '@platform/siblings/claims';

let hub: HubUnderTest;
let acme: MadeTenant;
let globex: MadeTenant;
let key: CryptoKey;
let keySet: { keys: object[] };

const cliSecret = 'c'.repeat(40);
const provisionerSecret = 'p'.repeat(40);
const tenantScopes = allScopes.filter((s) => s.startsWith('tenant:'));
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Registers a client through the store, like the API. */
async function register(
  tenant: MadeTenant,
  clientId: string,
  row: { type?: string; settings?: object; scopes?: readonly string[]; enabled?: boolean } = {},
): Promise<void> {
  await hub.pod.platform.db.transact(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.execute(
        'INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, enabled) VALUES ($1, $2, $2, $3, $4, $5, $6)',
        [
          tenant.id,
          clientId,
          row.type ?? 'm2m',
          JSON.stringify(row.settings ?? {}),
          row.scopes ?? ['tenant:users.read'],
          row.enabled ?? true,
        ],
      ),
  );
}

const posterSecret = 'p'.repeat(43);

interface AssertionOptions {
  clientId?: string;
  audience?: string | string[];
  jti?: string;
  expires?: string;
  by?: CryptoKey;
  issuer?: string;
}
const assertion = ({
  clientId = 'signer',
  audience = acme.issuer,
  jti = randomUUID(),
  expires = '1m',
  by = key,
  issuer = clientId,
}: AssertionOptions = {}) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer(issuer)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(jti)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(by);
const byAssertion = (token: string, form: Record<string, string> = {}): Promise<HubReply> =>
  hub.ask('/oauth2/token', {
    host: acme.host,
    form: {
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion: token,
      ...form,
    },
  });

beforeAll(async () => {
  hub = await hubUnderTest({
    'platform.hub.infra-secret-reconciler.cli-secret': cliSecret,
    'platform.hub.infra-secret-reconciler.broker-provisioner-secret': provisionerSecret,
    'platform.hub.infra-secret-reconciler.self-service-bff-secret': 'b'.repeat(40),
    'platform.hub.api-resources': 'https://api.platform.test',
  });
  [acme, globex] = [await hub.makeTenant('acme'), await hub.makeTenant('globex')];
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  const jwks = (keySet = {
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }],
  });
  await register(acme, 'signer', {
    settings: { tokenEndpointAuthMethod: 'private_key_jwt', jwks, accessTokenTtlSeconds: 120 },
  });
  await register(acme, 'poster', { settings: { tokenEndpointAuthMethod: 'client_secret_post' } });
  await hub.pod.platform.db.transact(
    { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.execute(
        `INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, 'poster', 'sec_poster', sha256($2::bytea), 'pppp')`,
        [acme.id, posterSecret],
      ),
  );
  await register(acme, 'browser', { type: 'spa' });
  await register(acme, 'scopeless', {
    settings: { tokenEndpointAuthMethod: 'private_key_jwt', jwks },
    scopes: [],
  });
});
afterAll(() => hub.stop());

describe('an access token', () => {
  it('meets the requirements of RFC 9068 and the platform', async () => {
    const answer = await hub.token(acme, { scope: 'tenant:users.read' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'tenant:users.read',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(decodeProtectedHeader(answer.body.access_token)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    const claims = decodeJwt(answer.body.access_token);
    expect(claims).toEqual({
      iss: 'http://acme.platform.localhost:18080',
      sub: 'tenant-admin',
      client_id: 'tenant-admin',
      aud: 'product-api',
      scope: 'tenant:users.read',
      tnt: acme.id,
      iat: expect.any(Number),
      exp: (claims.iat as number) + 600,
      jti: expect.any(String),
    });
  });

  it('is accepted by the verifier of every service', async () => {
    const { body } = await hub.token(acme);
    const { principal, tenant } = await hub.pod.platform.trust.verifyBearer(
      `Bearer ${body.access_token}`,
    );
    expect(principal).toMatchObject({ type: 'client', id: 'tenant-admin', tenantId: acme.id });
    expect(tenant.slug).toBe('acme');
  });

  it("has the client's own lifetime", async () => {
    const { body } = await byAssertion(await assertion());
    const { iat, exp } = decodeJwt(body.access_token);
    expect([body.expires_in, (exp as number) - (iat as number)]).toEqual([120, 120]);
  });

  it("of the default tenant has the platform's issuer", async () => {
    const { body } = await hub.ask('/oauth2/token', {
      basic: ['broker-provisioner', provisionerSecret],
      form: { grant_type: 'client_credentials' },
    });
    expect(decodeJwt(body.access_token)).toMatchObject({
      iss: platformIssuer,
      tnt: defaultTenantId,
      scope: 'platform:tenants.read platform:tenants.write',
    });
  });
});

describe('client authentication', () => {
  it.each([
    ['client_secret_basic', () => hub.token(acme)],
    [
      'client_secret_post',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          form: {
            grant_type: 'client_credentials',
            client_id: 'poster',
            client_secret: posterSecret,
          },
        }),
    ],
    [
      'client_secret_basic of a client that is registered for client_secret_post (RFC 6749 §2.3.1)',
      () => hub.token({ ...acme, clientId: 'poster', clientSecret: posterSecret }),
    ],
    ['private_key_jwt for the issuer', async () => byAssertion(await assertion())],
    [
      'private_key_jwt for the token endpoint',
      async () => byAssertion(await assertion({ audience: `${acme.issuer}/oauth2/token` })),
    ],
    [
      'private_key_jwt for the issuer and the token endpoint',
      async () =>
        byAssertion(await assertion({ audience: [acme.issuer, `${acme.issuer}/oauth2/token`] })),
    ],
  ])('%s works', async (_, call) => {
    expect((await call()).status).toBe(200);
  });

  const foreignKey = generateKeyPair('ES256', { extractable: true });
  it.each<[string, () => Promise<HubReply>]>([
    ['a wrong secret', () => hub.token({ ...acme, clientSecret: 'wrong' })],
    ['an unknown client', () => hub.token({ ...acme, clientId: 'nobody' })],
    ['a client of another tenant', () => hub.token({ ...acme, host: globex.host })],
    ['a client id that no client can have', () => hub.token({ ...acme, clientId: 'ab' })],
    ['an empty client in an assertion', async () => byAssertion(await assertion({ clientId: '' }))],
    [
      'the hash of the secret',
      async () => hub.token({ ...acme, clientSecret: await storedHash() }),
    ],
    ['a secret for a client that signs', () => hub.token({ ...acme, clientId: 'signer' })],
    [
      'a client without secret or assertion',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          form: { grant_type: 'client_credentials', client_id: acme.clientId },
        }),
    ],
    [
      'an assertion of another key',
      async () => byAssertion(await assertion({ by: (await foreignKey).privateKey })),
    ],
    [
      'an assertion for another issuer',
      async () => byAssertion(await assertion({ audience: globex.issuer })),
    ],
    [
      'an assertion for another issuer as well',
      async () => byAssertion(await assertion({ audience: [acme.issuer, globex.issuer] })),
    ],
    [
      'client_secret_post for a client that is registered for client_secret_basic',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          form: {
            grant_type: 'client_credentials',
            client_id: acme.clientId,
            client_secret: acme.clientSecret,
          },
        }),
    ],
    [
      'an assertion by another client',
      async () => byAssertion(await assertion({ issuer: 'other' })),
    ],
    ['an expired assertion', async () => byAssertion(await assertion({ expires: '-1m' }))],
    [
      'an assertion that is valid for a day',
      async () => byAssertion(await assertion({ expires: '1d' })),
    ],
    [
      'a client assertion signed with the secret',
      async () =>
        byAssertion(
          await new SignJWT({})
            .setProtectedHeader({ alg: 'HS256' })
            .setIssuer('signer')
            .setSubject('signer')
            .setAudience(acme.issuer)
            .setJti('x')
            .setExpirationTime('1m')
            .sign(Buffer.from(acme.clientSecret)),
        ),
    ],
  ])('rejects %s as invalid_client', async (_, call) => {
    const answer = await call();
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    expect(answer.body).not.toHaveProperty('access_token');
  });

  async function storedHash(): Promise<string> {
    const row = await hub.pod.platform.db.read(
      { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.row<{ hash: string }>(
          `SELECT encode(secret_hash, 'hex') AS hash FROM application_secret WHERE client_id = 'tenant-admin'`,
        ),
    );
    return row!.hash;
  }

  it('returns the same error for an unknown client and a wrong secret', async () => {
    const [unknown, wrong] = await Promise.all([
      hub.token({ ...acme, clientId: 'nobody' }),
      hub.token({ ...acme, clientSecret: 'wrong' }),
    ]);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('accepts an assertion only once, even concurrently', async () => {
    const race = async () => {
      const token = await assertion();
      return {
        token,
        answers: await Promise.all(Array.from({ length: 10 }, () => byAssertion(token))),
      };
    };
    let { token, answers } = await race();
    // On a busy machine, the winner can get a 503 although its assertion is used.
    while (answers.some(({ status }) => status === 503)) ({ token, answers } = await race());
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.body.error))).toEqual(
      new Set(['invalid_client']),
    );
    expect((await byAssertion(token)).status).toBe(401);
  });

  it('accepts two active secrets, but no expired one', async () => {
    const secret = 's'.repeat(43);
    await hub.pod.platform.db.transact(
      { tenantId: globex.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.execute(
          `INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, 'tenant-admin', 'sec_2', sha256($2::bytea), 'ssss')`,
          [globex.id, secret],
        ),
    );
    expect((await hub.token(globex)).status).toBe(200);
    expect((await hub.token({ ...globex, clientSecret: secret })).status).toBe(200);
    await hub.pod.platform.db.transact(
      { tenantId: globex.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.execute(`UPDATE application_secret SET expires_at = now() WHERE id = 'sec_2'`),
    );
    expect((await hub.token({ ...globex, clientSecret: secret })).status).toBe(401);
    expect((await hub.token(globex)).status).toBe(200);
  });

  it('rejects a client that was disabled or deleted', async () => {
    await register(acme, 'switched', {
      settings: { tokenEndpointAuthMethod: 'private_key_jwt', jwksUri: 'https://keys.test' },
      enabled: false,
    });
    expect((await byAssertion(await assertion({ clientId: 'switched' }))).body.error).toBe(
      'invalid_client',
    );
    const gone = await hub.makeTenant('gone-client');
    expect((await hub.token(gone)).status).toBe(200);
    await hub.pod.platform.db.transact(
      { tenantId: gone.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.execute('UPDATE application SET deleted_at = now()'),
    );
    expect((await hub.token(gone)).body.error).toBe('invalid_client');
  });

  it("fetches a client's key set once, through egress, and from private addresses only if configured", async () => {
    const tls = testCertificate();
    let fetched = 0;
    const keyServer = createServer(tls, (_req, res) => {
      fetched += 1;
      res.setHeader('content-type', 'application/json').end(JSON.stringify(keySet));
    });
    await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
    await register(acme, 'fetched', {
      settings: {
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwksUri: `https://localhost:${(keyServer.address() as AddressInfo).port}/keys`,
      },
    });
    const { db, bus, secrets, log, metrics, trust } = hub.pod.platform;
    const keys = signingKeys({ db, bus, secrets, log, metrics, rotationMs: 1e9 });
    const providerAt = async (allowedNetworks: string[]) => {
      const client = egress({
        profile: 'clients',
        allowedNetworks,
        extraCa: tls.cert,
        resolver: async () => ['127.0.0.1'],
      });
      const provider = await providers({
        db,
        log,
        metrics,
        keys,
        max: 1,
        verifyBearer: trust.verifyBearer,
        apiUserAccessOf: async () => ({ roles: [], permissions: [], entitlements: [] }),
        validatorOf: claimValidators(),
        resourceKeys: resourceKeys({ db, bus, secrets, log, rotationMs: 1e9 }),
        apiResourcesOf: () => new Set(['urn:platform:product-api']),
        cookieKeys: () => ['x'],
        clients: clientSource({
          db,
          platformClientIds: new Set(),
          accessTokenSeconds: 600,
          refreshIdleSeconds: 600,
        }),
        devices: deviceVerification({ db, maxAttempts: 1, maxFailures: 1, windowSeconds: 60 }),
        leewaySeconds: 10,
        lifetimes: {
          refreshAbsolute: 600,
          authorizationCode: 60,
          deviceCode: 600,
          idToken: 600,
          session: 600,
        },
        onSignOut: async () => undefined,
        onReuse: async () => undefined,
        onDevice: async () => undefined,
        findUser: async () => undefined,
        findUserState: async () => undefined,
        userAccessOf: async () => ({ scopes: new Set(), elevated: [] }),
        evaluatePolicies: async () => undefined,
        pagesOf: () => ({}) as ProviderPages,
        limits: { client: () => undefined },
        secretUse: { used: () => undefined },
        authFailures: { failed: () => undefined },
        entitledScopes: async (_tenantId, scopes) => scopes,
        enrich: async () => ({ claims: {} }),
        checkAccess: () => async () => undefined,
        hooks: {
          mayHave: () => false,
          stage: async () => ({ denied: undefined, commands: [] }),
          step: async () => ({ denied: undefined, commands: [] }),
        },
        platformDomain: 'platform.localhost',
        maxHookClaimsBytes: 8192,
        fetchOf: (tenantId) => egressFetch(client, { tenantId, timeoutMs: 2_500 }) as ProviderFetch,
      })({ ...acme, name: 'acme', mode: 'live', state: 'active', isDefault: false });
      return listen(0, (req, res) => void provider.handle(req, res));
    };
    const [closed, open] = [await providerAt([]), await providerAt(['127.0.0.0/8'])];
    const call = async (port: number) =>
      (
        await sendRaw(port, '/oauth2/token', {
          host: acme.host,
          form: {
            grant_type: 'client_credentials',
            client_assertion_type: assertionType,
            client_assertion: await assertion({ clientId: 'fetched' }),
          },
        })
      ).status;
    try {
      expect([await call(closed.port), fetched]).toEqual([401, 0]);
      expect([await call(open.port), await call(open.port), fetched]).toEqual([200, 200, 1]);
    } finally {
      keyServer.closeAllConnections();
      keyServer.close();
      await Promise.all([closed.close(0), open.close(0)]);
    }
  });
});

describe('errors of the token endpoint', () => {
  const form = (fields: Record<string, string>) => hub.token(acme, fields);
  it.each<[string, () => Promise<HubReply>, number, string]>([
    [
      'no grant type',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          basic: [acme.clientId, acme.clientSecret],
          form: { scope: 'x' },
        }),
      400,
      'invalid_request',
    ],
    [
      'an unknown grant type',
      () => form({ grant_type: 'password' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'an unsupported grant',
      () => form({ grant_type: 'password', username: 'x', password: 'y' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'a grant that the client may not use',
      () => form({ grant_type: 'authorization_code', code: 'x' }),
      400,
      'unauthorized_client',
    ],
    [
      'a public client',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          form: { grant_type: 'client_credentials', client_id: 'browser' },
        }),
      400,
      'unauthorized_client',
    ],
    [
      'only scopes that the client lacks',
      () => form({ scope: 'platform:tenants.write' }),
      400,
      'invalid_scope',
    ],
    [
      'a scope with invalid characters',
      () => form({ scope: 'tenant:users.read "' }),
      400,
      'invalid_scope',
    ],
    [
      'an unknown resource',
      () => form({ resource: 'https://elsewhere.test' }),
      400,
      'invalid_target',
    ],
    [
      'a resource that is not a URI',
      () => form({ resource: 'product-api' }),
      400,
      'invalid_target',
    ],
    [
      'two resources',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          basic: [acme.clientId, acme.clientSecret],
          form: {
            grant_type: 'client_credentials',
            resource: ['urn:platform:product-api', 'https://api.platform.test'],
          },
        }),
      400,
      'invalid_target',
    ],
    [
      'a repeated parameter',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          basic: [acme.clientId, acme.clientSecret],
          form: { grant_type: ['client_credentials', 'client_credentials'] },
        }),
      400,
      'invalid_request',
    ],
    [
      'two ways to authenticate',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          basic: [acme.clientId, acme.clientSecret],
          form: {
            grant_type: 'client_credentials',
            client_id: acme.clientId,
            client_secret: acme.clientSecret,
          },
        }),
      400,
      'invalid_request',
    ],
    [
      'no authentication',
      () =>
        hub.ask('/oauth2/token', { host: acme.host, form: { grant_type: 'client_credentials' } }),
      400,
      'invalid_request',
    ],
    [
      'a bearer token',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          form: { grant_type: 'client_credentials' },
          headers: { authorization: 'Bearer x' },
        }),
      400,
      'invalid_request',
    ],
    [
      'a control character in the client id',
      () => hub.token({ ...acme, clientId: 'a\u0001b' }),
      400,
      'invalid_request',
    ],
    [
      'JSON',
      () =>
        hub.ask('/oauth2/token', {
          host: acme.host,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        }),
      400,
      'invalid_request',
    ],
    ['GET', () => hub.ask('/oauth2/token', { host: acme.host }), 405, 'invalid_request'],
    [
      'a host without a tenant',
      () => hub.token({ ...acme, host: 'nobody.platform.localhost' }),
      404,
      'invalid_request',
    ],
    [
      'a host outside the domain',
      () => hub.token({ ...acme, host: 'evil.test' }),
      404,
      'invalid_request',
    ],
    [
      'an unknown path',
      () => hub.ask('/oauth2/register', { host: acme.host }),
      404,
      'invalid_request',
    ],
    [
      'a path in upper case',
      () => hub.ask('/OAUTH2/token', { host: acme.host, form: {} }),
      401,
      'token_missing',
    ],
  ])('are returned for %s', async (_, call, status, error) => {
    const answer = await call();
    expect([answer.status, answer.body.error ?? answer.body.code]).toEqual([status, error]);
  });

  it('omits scopes that the client lacks, and returns the granted ones', async () => {
    const { body } = await hub.token(acme, {
      scope: 'tenant:users.read platform:tenants.write made:up',
    });
    expect(body.scope).toBe('tenant:users.read');
    expect(decodeJwt(body.access_token)['scope']).toBe('tenant:users.read');
  });

  it('grants all scopes of the client if none are requested', async () => {
    const { body } = await hub.token(acme);
    expect(body.scope.split(' ').sort()).toEqual([...tenantScopes].sort());
  });

  it('issues a token without scopes to a client without scopes', async () => {
    const { status, body } = await byAssertion(await assertion({ clientId: 'scopeless' }));
    expect([status, body.scope, decodeJwt(body.access_token)['scope']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it.each(['urn:platform:product-api', 'https://api.platform.test'])(
    'has the same audience for the resource %s',
    async (resource) => {
      expect(decodeJwt((await hub.token(acme, { resource })).body.access_token).aud).toBe(
        'product-api',
      );
    },
  );

  it('rejects a body that is too long', async () => {
    const { status, body } = await hub.token(acme, { scope: 'x '.repeat(40_000) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('clients of the platform', () => {
  it('are available in every tenant, but cannot use client credentials', async () => {
    for (const host of [acme.host, 'localhost']) {
      const answer = await hub.ask('/oauth2/token', {
        host,
        basic: ['self-service-bff', 'b'.repeat(40)],
        form: { grant_type: 'client_credentials' },
      });
      expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
    }
  });

  it('of the infrastructure belong only to the default tenant', async () => {
    const answer = await hub.ask('/oauth2/token', {
      host: acme.host,
      basic: ['broker-provisioner', provisionerSecret],
      form: { grant_type: 'client_credentials' },
    });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it('without a configured secret cannot authenticate', async () => {
    const answer = await hub.ask('/oauth2/token', {
      basic: ['product-api-internal', ''],
      form: { grant_type: 'client_credentials' },
    });
    expect(answer.body).not.toHaveProperty('access_token');
    expect(
      (
        await hub.ask('/oauth2/token', {
          basic: ['product-api-internal', 'x'],
          form: { grant_type: 'client_credentials' },
        })
      ).status,
    ).toBe(401);
  });
});

describe('introspection and revocation', () => {
  const about = (path: string, tenant: MadeTenant, token: string) =>
    hub.ask(path, {
      host: tenant.host,
      basic: [tenant.clientId, tenant.clientSecret],
      form: { token, token_type_hint: 'access_token' },
    });
  const introspect = (tenant: MadeTenant, token: string) =>
    about('/oauth2/introspect', tenant, token);

  it('returns the content of an active token', async () => {
    const { body } = await hub.token(acme, { scope: 'tenant:users.read' });
    expect((await introspect(acme, body.access_token)).body).toMatchObject({
      active: true,
      token_type: 'Bearer',
      client_id: 'tenant-admin',
      scope: 'tenant:users.read',
      tnt: acme.id,
      aud: 'product-api',
      iss: acme.issuer,
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['nonsense', async () => 'nonsense'],
    ['a JWT of another issuer', async () => assertion()],
    ['a token of another tenant', async () => (await hub.token(globex)).body.access_token],
  ])('returns nothing about %s', async (_, token) => {
    const answer = await introspect(acme, await token());
    expect([answer.status, answer.body]).toEqual([200, { active: false }]);
  });

  it('requires a client and a token', async () => {
    expect(
      (await hub.ask('/oauth2/introspect', { host: acme.host, form: { token: 'x' } })).status,
    ).toBe(400);
    expect(
      (await about('/oauth2/introspect', { ...acme, clientSecret: 'wrong' }, 'x')).status,
    ).toBe(401);
    expect(
      (
        await hub.ask('/oauth2/introspect', {
          host: acme.host,
          basic: [acme.clientId, acme.clientSecret],
          form: { token_type_hint: 'x' },
        })
      ).body.error,
    ).toBe('invalid_request');
  });

  it('revokes only one token, within a second', async () => {
    const [one, other] = [
      (await hub.token(acme)).body.access_token,
      (await hub.token(acme)).body.access_token,
    ];
    const answer = await about('/oauth2/revoke', acme, one);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-type']).toBeUndefined();
    expect((await introspect(acme, one)).body).toEqual({ active: false });
    await eventually(
      () =>
        hub.pod.platform.trust.verifyBearer(`Bearer ${one}`).then(
          () => false,
          (error: { code: string }) => error.code === 'token_invalid',
        ),
      { withinMs: 1_000 },
    );
    expect((await introspect(acme, other)).body.active).toBe(true);
    expect((await about('/oauth2/revoke', acme, one)).status).toBe(200);
  });

  it('revokes no token of another client', async () => {
    const { body } = await byAssertion(await assertion());
    expect((await about('/oauth2/revoke', acme, body.access_token)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await introspect(acme, body.access_token)).body.active).toBe(true);
  });
});

describe('use of secrets', () => {
  it('is recorded', async () => {
    await hub.token(acme);
    await eventually(async () => {
      const row = await hub.pod.platform.db.read(
        { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
        (tx) =>
          tx.row<{ lastUsedAt: Date | null }>(
            'SELECT last_used_at FROM application_secret LIMIT 1',
          ),
      );
      return row?.lastUsedAt instanceof Date;
    });
  });

  it('and issued tokens are counted', async () => {
    const metrics = await hub.pod.platform.metrics.registry.metrics();
    expect(metrics).toMatch(
      /hub_tokens_issued_total\{grant="client_credentials",result="success",resource="platform",service="hub"\} \d+/,
    );
    expect(metrics).toMatch(
      /hub_tokens_issued_total\{grant="client_credentials",result="invalid_client"/,
    );
    expect(metrics).toMatch(
      /hub_token_duration_seconds_bucket\{le="[\d.]+",service="hub",grant="client_credentials",result="success"/,
    );
    expect(metrics).toMatch(/hub_signing_key_age_seconds\{family="ES256",service="hub"\}/);
    expect(metrics).toMatch(/hub_providers\{service="hub"\} \d/);
  });
});
