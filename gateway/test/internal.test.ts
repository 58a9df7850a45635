import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PropertyName } from '@platform/contracts';
import { anyOf } from '@platform/contracts';
import { eventuallyPasses } from '@platform/testkit/eventually';
import type { SurfaceRoute } from '../src/routes.ts';
import { stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';

let platform: Stage;
beforeAll(async () => {
  platform = await stage();
});
afterAll(() => platform.stop());

/** As in production, with an available owner. */
const surfaces: SurfaceRoute[] = [
  { surface: 'internal', operationId: 'records', path: '/internal/records', owner: 'outbound' },
  {
    surface: 'internal',
    operationId: 'entitlements',
    path: '/internal/entitlements',
    isPrefix: true,
    owner: 'outbound',
  },
  {
    surface: 'internal',
    operationId: 'enrichment',
    path: '/internal/claims-enrichment',
    owner: 'outbound',
  },
  {
    surface: 'admin',
    operationId: 'dsar',
    method: 'get',
    path: '/admin/dsar/{sub}',
    owner: 'outbound',
  },
  {
    surface: 'ssf',
    operationId: 'ssf',
    path: '/ssf',
    isPrefix: true,
    owner: 'outbound',
    scopes: anyOf('ssf.read', 'ssf.manage'),
  },
];
const start = (properties: Partial<Record<PropertyName, string>> = {}): Promise<StagedGateway> =>
  platform.start(properties, { surfaces });
const enforce = { 'platform.product-api.internal-auth.mode': 'ENFORCE' } as const;

describe('what is forwarded', () => {
  it("is exactly what the table lists, with the caller's headers and encoding", async () => {
    const gateway = await start();
    const answer = await gateway.call('/internal/records', {
      token: null,
      method: 'POST',
      body: Buffer.from([31, 139, 0]),
      headers: {
        'content-encoding': 'gzip',
        'x-platform-tenant': 'tnt_x',
        'x-own': '1',
        authorization: 'Bearer theirs',
        cookie: 'a=b',
      },
    });
    expect(answer.status).toBe(200);
    const { headers, body } = platform.outbound.last();
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'x-platform-tenant': 'tnt_x',
      'x-own': '1',
      authorization: 'Bearer theirs',
    });
    expect(headers['x-platform-service-authorization']).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect([...body]).toEqual([31, 139, 0]);
  });

  it.each<[string, string, number]>([
    ['GET', '/internal/entitlements/tnt_1/x', 200],
    ['GET', '/internal/entitlements', 200],
    ['GET', '/internal/entitlementsx', 404],
    ['GET', '/internal/records/x', 404],
    ['GET', '/internal/other', 404],
    ['GET', '/admin/dsar/usr_1', 200],
    ['POST', '/admin/dsar/usr_1', 404],
    ['GET', '/admin/dsar/', 404],
  ])('%s %s: %i', async (method, path, status) =>
    expect((await (await start()).call(path, { method, token: null })).status).toBe(status),
  );

  it.each(['x-forwarded-for', 'forwarded'])('is 404 with %s by default', async (name) => {
    const headers = { [name]: '1.2.3.4' };
    for (const path of ['/internal/records', '/admin/dsar/x'])
      expect((await (await start()).call(path, { token: null, headers })).status).toBe(404);
    const open = await start({ 'platform.gateway.internal.refuse-forwarded': 'false' });
    expect((await open.call('/internal/records', { token: null, headers })).status).toBe(200);
  });

  it('is nothing when the channel is disabled', async () =>
    expect(
      (
        await (
          await start({ 'platform.product-api.internal-auth.cluster.enabled': 'false' })
        ).call('/internal/records', { token: null })
      ).status,
    ).toBe(404));
});

describe('OFF and DETECT', () => {
  it.each(['OFF', 'DETECT'])('%s allows all callers', async (mode) => {
    const gateway = await start({ 'platform.product-api.internal-auth.mode': mode as 'OFF' });
    for (const authorization of [
      '',
      'Bearer nonsense',
      `Bearer ${await platform.cluster.mint('hub', 'product-api')}`,
    ]) {
      expect(
        (
          await gateway.call('/internal/records', {
            token: null,
            headers: authorization ? { authorization } : {},
          })
        ).status,
      ).toBe(200);
    }
    await eventuallyPasses(async () => {
      const metrics = await gateway.metrics();
      for (const result of ['token_missing', 'token_invalid', 'ok']) {
        expect(
          new RegExp(
            `gateway_internal_auth_total\\{[^}]*mode="DETECT",result="${result}"[^}]*\\} 1`,
          ).test(metrics),
        ).toBe(mode === 'DETECT');
      }
    });
  });

  it('DETECT does not wait for keys that do not come', async () => {
    const gateway = await start({
      'platform.product-api.internal-auth.cluster.jwks-uri': 'http://127.0.0.1:9/keys',
    });
    const headers = {
      authorization: `Bearer ${await platform.cluster.mint('hub', 'product-api')}`,
    };
    expect((await gateway.call('/internal/records', { token: null, headers })).status).toBe(200);
  });
});

describe('ENFORCE', () => {
  it.each<[string, () => Promise<Record<string, string>>, number, string | undefined]>([
    ['no token', async () => ({}), 401, 'token_missing'],
    ['nonsense', async () => ({ authorization: 'Bearer nonsense' }), 401, 'token_invalid'],
    [
      'another audience',
      async () => ({ authorization: `Bearer ${await platform.cluster.mint('hub', 'directory')}` }),
      401,
      'token_invalid',
    ],
    [
      'an access token',
      async () => ({
        authorization: `Bearer ${await platform.hub.token({ tenant: platform.hub.tenant('acme') })}`,
      }),
      401,
      'token_invalid',
    ],
    [
      'an account not listed',
      async () => ({
        authorization: `Bearer ${await platform.cluster.mint('stranger', 'product-api')}`,
      }),
      403,
      'caller_not_allowed',
    ],
    [
      'a service',
      async () => ({
        authorization: `Bearer ${await platform.cluster.mint('hub', 'product-api')}`,
      }),
      200,
      undefined,
    ],
    [
      'a service by its own header, bare',
      async () => ({
        'x-platform-service-authorization': await platform.cluster.mint('hub', 'product-api'),
        authorization: 'Bearer x',
      }),
      200,
      undefined,
    ],
  ])('%s: %i', async (_what, make, status, code) => {
    const gateway = await start({
      ...enforce,
      'platform.product-api.internal-auth.cluster.allowed-sub':
        '^system:serviceaccount:platform:hub$',
    });
    const answer = await gateway.call('/internal/records', { token: null, headers: await make() });
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });

  it('is 503 until keys have been fetched', async () => {
    const gateway = await start({
      ...enforce,
      'platform.product-api.internal-auth.cluster.jwks-uri': 'http://127.0.0.1:9/keys',
    });
    const answer = await gateway.call('/internal/records', {
      token: null,
      headers: { authorization: `Bearer ${await platform.cluster.mint('hub', 'product-api')}` },
    });
    expect([answer.status, answer.body.code]).toEqual([503, 'upstream_unavailable']);
  });

  it('exempts whole segments', async () => {
    const gateway = await start({
      ...enforce,
      'platform.product-api.internal-auth.exempt-paths':
        '/internal/claims-enrichment,/internal/rec',
    });
    expect((await gateway.call('/internal/claims-enrichment', { token: null })).status).toBe(200);
    expect((await gateway.call('/internal/%63laims-enrichment', { token: null })).status).toBe(200);
    expect((await gateway.call('/internal/records', { token: null })).status).toBe(401);
  });
});

describe('SSF', () => {
  it.each([
    [['ssf.read'], 200],
    [['ssf.manage'], 200],
    [['tenant:users.read'], 403],
  ] as const)('a bearer with %j: %i', async (scopes, status) => {
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme'), scopes });
    expect((await (await start()).call('/ssf/streams', { token })).status).toBe(status);
  });
});

it('does not start with an exempt path outside /internal/, an unknown mode or a proxy that is no network', async () => {
  await expect(
    start({ 'platform.product-api.internal-auth.exempt-paths': '/api/v1' }),
  ).rejects.toThrow('is not a path below /internal/');
  await expect(
    start({ 'platform.product-api.internal-auth.mode': 'STRICT' as 'OFF' }),
  ).rejects.toThrow('internal-auth.mode');
  await expect(start({ 'platform.gateway.trusted-proxies': '10.0.0.1/8' })).rejects.toThrow(
    'trusted-proxies: "10.0.0.1/8"',
  );
});
