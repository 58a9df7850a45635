import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealedRows, testKeys } from '@platform/testkit/encryption-keys';
import { eventually } from '@platform/testkit/eventually';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startWebServer } from '@platform/testkit/web-server';
import type { WebServer } from '@platform/testkit/web-server';

const path = `${experiencePath}/social-connectors`;
const issuer = 'https://idp.example.com';
const secret = 'a-very-long-secret-1234';
const google = { clientId: 'g-1', clientSecret: secret };
const generic = { ...google, displayName: 'Partner', oidc: { issuer } };

let web: WebServer;
let on: ExperiencePlatform;
beforeAll(async () => {
  const hosts = ['idp.example.com', 'accounts.google.com', 'other.example.com'];
  web = await startWebServer(hosts, (req, res) => {
    const self = `https://${req.headers.host}`;
    res.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer: req.headers.host === 'other.example.com' ? issuer : self,
        authorization_endpoint: `${self}/authorize`,
        token_endpoint: `${self}/token`,
        jwks_uri: `${self}/jwks`,
      }),
    );
  });
  on = await experiencePlatform({ egress: web.egress }, testKeys('k1'));
});
afterAll(async () => {
  await on.stop();
  await web.stop();
});

describe('loginExperienceCreateConnector', () => {
  test('creates one with the defaults of the catalog, and returns no secret', async () => {
    const { tenant, api } = await on.tenant();
    const { status, body, headers } = await api.post(`${path}/google`, { body: google });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'google',
      displayName: 'Google',
      scopes: ['openid', 'email', 'profile'],
      enabled: true,
      linking: 'ask',
      hasClientSecret: true,
      clientSecretLast4: '1234',
      emailVerifiedSource: 'claim',
      health: 'ok',
    });
    expect(body.callbackUrls[0]).toMatch(/\/login\/callback\/google$/);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(headers.get('etag')).toBe('"1"');
    expect((await api.get(`${path}/google`)).body).toEqual(body);
    expect((await api.get(path)).body.data).toEqual([body]);
    const [told] = await on.events(tenant.id, 'login_experience.connector_created');
    expect(told?.connector.provider).toBe('google');
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  test('does not return the last characters of a short secret', async () => {
    const { api } = await on.tenant();
    const { body } = await api.post(`${path}/github`, {
      body: { clientId: 'x', clientSecret: 'short' },
    });
    expect(body.hasClientSecret).toBe(true);
    expect(body).not.toHaveProperty('clientSecretLast4');
  });

  test('discovers the endpoints of an issuer', async () => {
    const { api } = await on.tenant();
    expect((await api.post(`${path}/oidc-partner`, { body: generic })).body.health).toBe('ok');
  });

  test.each(['https://unreachable.example.com', 'https://other.example.com'])(
    'saves one whose issuer %s is unavailable or different as unverified',
    async (away) => {
      const { api } = await on.tenant();
      const body = { ...generic, oidc: { issuer: away } };
      const created = await api.post(`${path}/oidc-partner`, { body });
      expect(created.status).toBe(200);
      expect(created.body.health).toBe('unverified');
    },
  );

  test("accepts Apple's key", async () => {
    const { api } = await on.tenant();
    const keyOf = (namedCurve: string) =>
      generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const apple = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: keyOf('P-256') };
    const wrong = { ...apple, privateKey: keyOf('P-384') };
    const rejected = await api.post(`${path}/apple`, { body: { clientId: 'a', apple: wrong } });
    expect(rejected.body.errors[0].pointer).toBe('/apple/privateKey');
    const { body } = await api.post(`${path}/apple`, { body: { clientId: 'a', apple } });
    expect(body).toMatchObject({ hasPrivateKey: true, hasClientSecret: false });
    expect(body.apple).toEqual({ teamId: 'ABCDE12345', keyId: 'KEY1234567' });
  });

  test.each([
    ['google', { clientId: 'x' }, '/clientSecret'],
    ['google', { ...google, oidc: { issuer } }, '/oidc'],
    ['google', { ...google, trustUpstreamAssurance: true }, '/trustUpstreamAssurance'],
    ['google', { ...google, extraParameters: { State: 'x' } }, '/extraParameters/State'],
    [
      'google',
      { ...google, extraParameters: { code_challenge_method: 'x' } },
      '/extraParameters/code_challenge_method',
    ],
    ['google', { ...google, attributeMapping: { admin: 'x' } }, '/attributeMapping/admin'],
    [
      'google',
      { ...google, attributeMapping: { email: 'a.b.c.d.e.f.g.h.i' } },
      '/attributeMapping/email',
    ],
    ['google', { ...google, scopes: ['a b'] }, '/scopes/0'],
    ['google', { ...google, secret: 'x' }, '/secret'],
    ['apple', { clientId: 'x' }, '/apple'],
    ['oidc-partner', { ...generic, displayName: undefined }, '/displayName'],
    ['oidc-partner', { ...google, displayName: 'x' }, '/oidc'],
    ['oidc-partner', { ...generic, oidc: { issuer: 'https://10.0.0.1' } }, '/oidc/issuer'],
    ['oauth2-partner', { ...generic }, '/oidc/authorizationEndpoint'],
  ])('%s: rejects %j', async (provider, body, pointer) => {
    const { api } = await on.tenant();
    const { status, body: answer } = await api.post(`${path}/${provider}`, { body });
    expect(status).toBe(422);
    expect(answer.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  test.each(['myspace', 'oidc-', 'oidc--x', 'oidc-A'])(
    'rejects the provider %s',
    async (provider) => {
      const { api } = await on.tenant();
      expect((await api.post(`${path}/${provider}`, { body: google })).status).toBe(404);
    },
  );

  test('creates one for concurrent requests', async () => {
    const { api } = await on.tenant();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post(`${path}/google`, { body: google })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('stops at 40', async () => {
    const { api } = await on.tenant();
    const create = (n: number) =>
      api.post(`${path}/oauth2-n${n}`, {
        body: {
          ...google,
          displayName: 'N',
          oidc: {
            authorizationEndpoint: `${issuer}/a`,
            tokenEndpoint: `${issuer}/t`,
            userinfoEndpoint: `${issuer}/u`,
          },
        },
      });
    const statuses = [];
    for (let n = 0; n < 41; n += 1) statuses.push((await create(n)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.at(-1)).toBe(422);
  });
});

describe('loginExperiencePatchConnector', () => {
  test('merges, and reports a new secret only by name', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(`${path}/google`, { body: { ...google, scopes: ['openid'] } });
    const { status, body } = await api.patch(`${path}/google`, {
      body: { clientSecret: 'another-long-secret-9876', scopes: null, enabled: false },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      enabled: false,
      clientSecretLast4: '9876',
      scopes: ['openid', 'email', 'profile'],
    });
    const [told] = await on.events(tenant.id, 'login_experience.connector_updated');
    expect(told?.changed.sort()).toEqual(['/clientSecret', '/enabled', '/scopes']);
    expect(JSON.stringify(told)).not.toContain('another-long-secret');
  });

  test('rejects the removal of a secret that is needed, and a stale ETag', async () => {
    const { api } = await on.tenant();
    await api.post(`${path}/google`, { body: google });
    const removed = await api.patch(`${path}/google`, { body: { clientSecret: null } });
    expect(removed.body.errors[0]).toMatchObject({ pointer: '/clientSecret', code: 'required' });
    const headers = { 'if-match': '"7"' };
    const stale = await api.patch(`${path}/google`, { body: { enabled: false }, headers });
    expect(stale.status).toBe(412);
    expect((await api.patch(`${path}/github`, { body: {} })).status).toBe(404);
  });

  test('without changes creates no version', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(`${path}/google`, { body: google });
    const { headers } = await api.patch(`${path}/google`, { body: { clientSecret: secret } });
    expect(headers.get('etag')).toBe('"1"');
    expect(await on.events(tenant.id, 'login_experience.connector_updated')).toEqual([]);
  });
});

describe('loginExperienceDeleteConnector', () => {
  test('deletes it', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(`${path}/google`, { body: google });
    expect((await api.delete(`${path}/google`)).body).toEqual({ id: 'google', deleted: true });
    expect((await api.get(`${path}/google`)).status).toBe(404);
    expect((await api.delete(`${path}/google`)).status).toBe(404);
    expect(await on.events(tenant.id, 'login_experience.connector_deleted')).toHaveLength(1);
  });

  test('hides connectors from other tenants, and requires the write scope', async () => {
    const [one, other] = [await on.tenant(), await on.tenant()];
    await one.api.post(`${path}/google`, { body: google });
    expect((await other.api.get(`${path}/google`)).status).toBe(404);
    const reader = await on.platform.as({ tenant: one.tenant, scopes: ['tenant:idp.read'] });
    expect((await reader.delete(`${path}/google`)).status).toBe(403);
  });
});

test('secrets are stored encrypted, and re-encrypted with a new key', async () => {
  const { api } = await on.tenant();
  await api.post(`${path}/google`, { body: google });
  const sealed = () =>
    on.sql<{ secrets: string }>('SELECT secrets FROM social_connectors WHERE secrets IS NOT NULL');
  expect((await sealed()).every(({ secrets }) => secrets.startsWith('v1.k1.'))).toBe(true);
  const pod = await on.platform.restart(testKeys('k2', 'k1'));
  await eventually(async () => (await sealedRows(pod))['k1'] === 0);
  expect((await sealed()).every(({ secrets }) => secrets.startsWith('v1.k2.'))).toBe(true);
  const after = await api.patch(`${path}/google`, { body: { enabled: false } });
  expect(after.body.clientSecretLast4).toBe('1234');
});
