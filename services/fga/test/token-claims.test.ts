import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventCatalog } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { claimsPlatform, enrichmentUrl } from './claims-platform.ts';
import type { ClaimsPlatform } from './claims-platform.ts';

let platform: ClaimsPlatform;
let tenant: TestTenant;
let api: TestApi;
let clientId: string;

beforeAll(async () => {
  platform = await claimsPlatform({ 'platform.token-claims.hub-timeout': '400ms' });
  tenant = platform.hub.tenant('acme');
  api = await platform.api(tenant);
});
afterAll(() => platform.stop());
beforeEach(() => {
  platform.channel.behave('usual');
  clientId = platform.client(tenant);
});

const claims = (
  method: 'get' | 'put' | 'delete',
  body?: unknown,
  headers?: Record<string, string>,
) => platform.claimsOf(api, method, clientId, body, headers);
const outcome = async (answer: ReturnType<typeof claims>): Promise<string> => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};
const told = (): number[] =>
  platform.channel.calls.filter((c) => c.clientId === clientId).map((c) => c.version);
const webhook = () => platform.channel.webhookOf(tenant.id, clientId);
const facts = async (): Promise<string[]> =>
  (await platform.events(tenant)).filter((e) => e.subject.id === clientId).map((e) => e.type);
const rowOf = async () =>
  (
    await platform.sql('SELECT * FROM token_claims WHERE tenant_id = $1 AND client_id = $2', [
      tenant.id,
      clientId,
    ])
  )[0];
/** A pod starts with a sweep, which skips what has been pending for less than a minute. */
async function sweep(): Promise<void> {
  await platform.sql(
    `UPDATE token_claims SET pending_since = pending_since - interval '61 seconds' WHERE pending_since IS NOT NULL`,
  );
  const pod = await platform.startPod('sweeper');
  await eventually(async () =>
    (
      await platform.sql(
        `SELECT FROM token_claims WHERE client_id = $1 AND pending_since IS NOT NULL`,
        [clientId],
      )
    ).length === 0
      ? true
      : undefined,
  );
  await pod.close();
}
const all = ['roles', 'permissions', 'entitlements', 'elevated_scopes', 'custom'];

describe('tokenClaimsGet', () => {
  it('returns `enabled: false` if it was never enabled', async () => {
    expect((await claims('get')).body).toEqual({
      id: clientId,
      enabled: false,
      claims: all,
      tokenTypes: ['access_token'],
      failureMode: 'omit',
      timeoutMilliseconds: 1000,
      enrichmentUrl,
      syncState: 'in_sync',
      enabledAt: null,
      updatedAt: null,
    });
  });

  it('accepts only clients of the tenant', async () => {
    clientId = 'nobody';
    expect(await outcome(claims('get'))).toBe('404 not_found');
    clientId = platform.client(platform.hub.tenant('other'));
    for (const method of ['get', 'put', 'delete'] as const)
      expect(await outcome(claims(method))).toBe('404 not_found');
    expect(told()).toEqual([]);
  });

  it('accepts no other method and no path below', async () => {
    const path = `/api/v1/applications/${encodeURIComponent(clientId)}/token-claims`;
    const answer = await api.post(path, { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    expect((await api.get(`${path}/x`)).status).toBe(404);
  });
});

describe('tokenClaimsEnable', () => {
  it('registers with the hub, and then reports that it is enabled', async () => {
    const settings = {
      claims: ['roles', 'custom'],
      tokenTypes: ['access_token', 'id_token'],
      failureMode: 'deny',
      timeoutMilliseconds: 500,
    };
    const answer = await claims('put', settings);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: clientId,
        enabled: true,
        ...settings,
        enrichmentUrl,
        syncState: 'in_sync',
        enabledAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(webhook()).toEqual({
      tenantId: tenant.id,
      url: enrichmentUrl,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      tokenTypes: settings.tokenTypes,
      failureMode: 'deny',
      timeoutMilliseconds: 500,
      version: 1,
    });
    expect((await claims('get')).body).toEqual(answer.body);
    expect((await claims('get')).headers.get('etag')).toBe(answer.headers.get('etag'));
    const [event] = (await platform.events(tenant)).filter((e) => e.subject.id === clientId);
    expect(event).toMatchObject({
      type: 'token_claims.enabled',
      subject: { type: 'client', id: clientId },
      actor: { type: 'client', id: 'test-client' },
      data: { tokenClaims: answer.body },
    });
    expect(JSON.stringify([event, answer.body])).not.toContain('whsec_');
    expect(JSON.stringify(await rowOf())).not.toContain('whsec_');
  });

  it('accepts an empty or partial body', async () => {
    expect((await claims('put')).body).toMatchObject({
      enabled: true,
      claims: all,
      tokenTypes: ['access_token'],
      failureMode: 'omit',
      timeoutMilliseconds: 1000,
    });
    expect((await claims('put', { failureMode: 'deny' })).body).toMatchObject({
      claims: all,
      failureMode: 'deny',
    });
    expect((await claims('put', { claims: [] })).body).toMatchObject({
      claims: [],
      failureMode: 'omit',
    });
    expect(await facts()).toEqual([
      'token_claims.enabled',
      'token_claims.enabled',
      'token_claims.enabled',
    ]);
  });

  it('when repeated, repairs the hub, keeps the secret, and emits no event', async () => {
    const first = await claims('put', { claims: ['roles', 'permissions'] });
    const { secret } = webhook()!;
    const again = await claims('put', { claims: ['permissions', 'roles'] });
    expect([again.body.enabledAt, again.body.updatedAt]).toEqual([
      first.body.enabledAt,
      first.body.updatedAt,
    ]);
    expect([told(), webhook()?.secret, webhook()?.version]).toEqual([[1, 2], secret, 2]);
    expect(await facts()).toEqual(['token_claims.enabled']);
    await claims('put', { claims: ['roles'] });
    expect([webhook()?.secret, await facts()]).toEqual([
      secret,
      ['token_claims.enabled', 'token_claims.enabled'],
    ]);
  });

  it.each<[string, unknown, string, string]>([
    ['an unknown claim', { claims: ['groups'] }, '/claims/0', 'invalid_format'],
    ['a claim twice', { claims: ['roles', 'roles'] }, '/claims', 'invalid_format'],
    ['no token type', { tokenTypes: [] }, '/tokenTypes', 'invalid_format'],
    ['a wrong mode', { failureMode: 'allow' }, '/failureMode', 'invalid_format'],
    ['too short a time', { timeoutMilliseconds: 99 }, '/timeoutMilliseconds', 'invalid_format'],
    ['too long a time', { timeoutMilliseconds: 5001 }, '/timeoutMilliseconds', 'invalid_format'],
    ['an unknown member', { url: 'http://x' }, '/url', 'unknown_member'],
  ])('refuses %s', async (_, body, pointer, code) => {
    const answer = await claims('put', body);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code }]]);
    expect([told(), await rowOf()]).toEqual([[], undefined]);
  });

  it('requires the write scope, and checks If-Match', async () => {
    const reader = await platform.api(tenant, ['tenant:applications.read']);
    expect((await platform.claimsOf(reader, 'put', clientId)).body.code).toBe('insufficient_scope');
    const { headers } = await claims('put');
    await claims('put', { claims: ['roles'] });
    expect(await outcome(claims('put', {}, { 'if-match': headers.get('etag') as string }))).toBe(
      '412 precondition_failed',
    );
    expect(
      (
        await claims('delete', undefined, {
          'if-match': (await claims('get')).headers.get('etag') as string,
        })
      ).status,
    ).toBe(200);
  });

  it('catches up with a hub that has a later version', async () => {
    await claims('put');
    platform.channel.setVersion(tenant.id, clientId, 40);
    expect((await claims('put', { claims: ['roles'] })).body).toMatchObject({
      claims: ['roles'],
      syncState: 'in_sync',
    });
    expect([told(), webhook()?.version]).toEqual([[1, 2, 41], 41]);
    platform.channel.setVersion(tenant.id, clientId, 90);
    expect((await claims('delete')).status).toBe(200);
    expect([told().slice(-2), webhook()]).toEqual([[42, 91], undefined]);
  });
});

describe('tokenClaimsDisable', () => {
  it("clears the hub's registration, and then reports that it is disabled", async () => {
    await claims('put');
    const { secret } = webhook()!;
    const answer = await claims('delete');
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: clientId, deleted: true, enabled: false },
    ]);
    expect(webhook()).toBeUndefined();
    expect((await claims('get')).body).toMatchObject({
      enabled: false,
      enabledAt: null,
      syncState: 'in_sync',
    });
    expect((await claims('delete')).status).toBe(200);
    expect([told(), await facts()]).toEqual([
      [1, 2, 3],
      ['token_claims.enabled', 'token_claims.disabled'],
    ]);
    await claims('put');
    expect([webhook()?.secret, webhook()?.version]).toEqual([secret, 4]);
  });

  it('has no effect if it was never enabled', async () => {
    expect((await claims('delete')).body).toEqual({ id: clientId, deleted: true, enabled: false });
    expect([told(), await facts()]).toEqual([[1], []]);
  });

  it('happens when the client is deleted', async () => {
    await claims('put');
    const { db } = platform.service.platform;
    await db.transact(
      { tenantId: tenant.id, actor: { type: 'client', id: 'console' } },
      async (tx) => {
        await tx.publish({
          type: 'client.deleted',
          subject: { type: 'client', id: clientId },
          data: eventCatalog['client.deleted'].example,
        });
      },
    );
    await eventually(async () => ((await rowOf()) === undefined ? true : undefined));
    expect((await facts()).filter((type) => type.startsWith('token_claims'))).toEqual([
      'token_claims.enabled',
      'token_claims.disabled',
    ]);
  });
});

describe('a failing hub', () => {
  test.each<[Parameters<ClaimsPlatform['channel']['behave']>[0], string]>([
    ['cut', '503 upstream_unavailable'],
    ['hang', '504 upstream_timeout'],
    [{ status: 401 }, '502 upstream_failed'],
    [{ status: 403 }, '502 upstream_failed'],
    [{ status: 500 }, '502 upstream_failed'],
    [{ status: 503 }, '502 upstream_failed'],
    ['closed', '502 upstream_failed'],
    ['refuse_url', '502 upstream_failed'],
    [{ status: 409 }, '502 upstream_failed'],
  ])(
    '%j: returns %s, keeps the previous state, and is repaired by a sweep',
    async (behaviour, expected) => {
      await claims('put', { claims: ['roles'] });
      platform.channel.behave(behaviour);
      const answer = await claims('put', { claims: ['custom'] });
      expect(`${answer.status} ${answer.body.code}`).toBe(expected);
      if (behaviour === 'refuse_url')
        expect(answer.body.detail).toMatch(
          /platform\.hub\.webhook\.allowed-internal-hosts.*\.plain-http-hosts.*\.platform-urls/,
        );
      if (behaviour === 'cut') expect(answer.headers.get('retry-after')).toBe('5');
      expect((await claims('get')).body).toMatchObject({
        enabled: true,
        claims: ['roles'],
        syncState: 'pending',
      });
      platform.channel.behave('usual');
      await sweep();
      expect((await claims('get')).body).toMatchObject({
        enabled: true,
        claims: ['roles'],
        syncState: 'in_sync',
      });
      expect([webhook()?.version, await facts()]).toEqual([3, ['token_claims.enabled']]);
    },
  );

  it('is unavailable: reads return local state, and writes return Retry-After', async () => {
    await claims('put', { claims: ['roles'] });
    const pod = await platform.podWith({});
    const headers = {
      authorization: `Bearer ${await platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    };
    const ask = async (method: string, id: string) => {
      const path = `/api/v1/applications/${encodeURIComponent(id)}/token-claims`;
      const answer = await fetch(`http://127.0.0.1:${pod.httpPort}${path}`, { method, headers });
      const body = (await answer.json()) as { enabled?: boolean; code?: string };
      return [answer.status, body.enabled ?? body.code, answer.headers.get('retry-after')];
    };
    const [known, unknown] = [platform.client(tenant), platform.client(tenant)];
    // The pod knows the tenant, and not yet the client.
    expect(await ask('GET', known)).toEqual([200, false, null]);
    platform.hub.setAway(true);
    try {
      expect(await ask('GET', clientId)).toEqual([200, true, null]);
      expect(await ask('PUT', clientId)).toEqual([503, 'upstream_unavailable', '5']);
      expect(await ask('GET', unknown)).toEqual([503, 'upstream_unavailable', '5']);
    } finally {
      platform.hub.setAway(false);
      await pod.close();
    }
  });

  it('is not called without a token', async () => {
    const token = await platform.cluster.mint('fga', 'hub-applications-facade');
    platform.setChannelToken('');
    expect(await outcome(claims('put'))).toBe('503 upstream_unavailable');
    platform.setChannelToken(await platform.cluster.mint('directory', 'hub-applications-facade'));
    expect(await outcome(claims('put'))).toBe('502 upstream_failed');
    expect(told()).toEqual([]);
    platform.setChannelToken(`${token}\n`);
    expect((await claims('put')).status).toBe(200);
  });

  it('loses a client in the meantime', async () => {
    await claims('get');
    platform.channel.forget(tenant.id, clientId);
    expect(await outcome(claims('put'))).toBe('502 upstream_failed');
    expect((await claims('get')).body).toMatchObject({ enabled: false, syncState: 'pending' });
    platform.hub.setAway(true);
    expect(await outcome(claims('put'))).toBe('503 upstream_unavailable');
    platform.hub.setAway(false);
  });
});

describe('concurrent changes', () => {
  it('two requests enable one after the other, with one secret', async () => {
    const [a, b] = await Promise.all([
      claims('put', { claims: ['roles'] }),
      claims('put', { claims: ['custom'] }),
    ]);
    expect([a.status, b.status]).toEqual([200, 200]);
    const { body } = await claims('get');
    expect(body.syncState).toBe('in_sync');
    expect([...told()]).toEqual([1, 2]);
    expect(webhook()?.version).toBe(2);
    const last = (await platform.events(tenant)).filter((e) => e.subject.id === clientId).at(-1)!;
    expect([last.data.tokenClaims.claims, (await facts()).length]).toEqual([body.claims, 2]);
  });

  it('with two pods enabling and disabling, the hub matches the row', async () => {
    const pod = await platform.startPod('other');
    await eventually(() => pod.platform.bus.isConnected() || undefined);
    const headers = {
      authorization: `Bearer ${await platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
      'content-type': 'application/json',
    };
    const there = (method: string) =>
      fetch(
        `http://127.0.0.1:${pod.httpPort}/api/v1/applications/${encodeURIComponent(clientId)}/token-claims`,
        { method, headers },
      );
    for (let i = 0; i < 5; i++) {
      const [here, other] = await Promise.all([
        claims('put'),
        there('DELETE'),
        claims('put', { claims: ['roles'] }),
        there('PUT'),
      ]);
      expect([here.status, other.status]).toEqual([200, 200]);
      const { body } = await claims('get');
      expect([body.syncState, webhook() !== undefined]).toEqual(['in_sync', body.enabled]);
    }
    expect(told()).toEqual([...told()].sort((a, b) => a - b));
    await pod.close();
  });

  it('interrupted changes are rolled back if nothing was in effect before', async () => {
    platform.channel.behave('hang');
    expect(await outcome(claims('put'))).toBe('504 upstream_timeout');
    expect(await rowOf()).toMatchObject({ acknowledged: null, version: 1 });
    platform.channel.behave('usual');
    await sweep();
    expect((await claims('get')).body).toMatchObject({ enabled: false, syncState: 'in_sync' });
    expect([told(), webhook(), await facts()]).toEqual([[1, 2], undefined, []]);
  });

  it('a change that has been pending for less than a minute is not touched', async () => {
    platform.channel.behave('hang');
    await claims('put');
    platform.channel.behave('usual');
    const pod = await platform.startPod('early');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await pod.close();
    expect((await claims('get')).body.syncState).toBe('pending');
    await sweep();
  });

  it('a change that a killed pod holds is repeated soon after, not an interval later', async () => {
    platform.channel.behave('hang');
    await claims('put');
    platform.channel.behave('usual');
    await platform.sql(
      `INSERT INTO lease (name, leased_until) VALUES ($1, now() + interval '2 seconds')`,
      [`token-claims ${tenant.id} ${clientId}`],
    );
    const begun = Date.now();
    await sweep();
    expect(Date.now() - begun).toBeLessThan(45_000);
  });

  it('a changed URL is registered for every enabled client', async () => {
    await claims('put', { claims: ['roles'] });
    const { secret } = webhook()!;
    await platform.sql(
      `UPDATE token_claims SET url = 'http://old.example/internal/claims-enrichment' WHERE client_id = $1`,
      [clientId],
    );
    expect((await claims('get')).body.enrichmentUrl).toBe(
      'http://old.example/internal/claims-enrichment',
    );
    const pod = await platform.startPod('moved');
    await eventually(async () =>
      (await claims('get')).body.enrichmentUrl === enrichmentUrl ? true : undefined,
    );
    await pod.close();
    expect(webhook()).toMatchObject({ url: enrichmentUrl, secret, version: 2 });
    expect(await facts()).toEqual(['token_claims.enabled']);
  });
});

describe('a hub that is unavailable for a long time', () => {
  it('is not called for a while', async () => {
    const pod = await platform.podWith({});
    const headers = {
      authorization: `Bearer ${await platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    };
    const put = async () => {
      const answer = await fetch(
        `http://127.0.0.1:${pod.httpPort}/api/v1/applications/${encodeURIComponent(platform.client(tenant))}/token-claims`,
        { method: 'PUT', headers },
      );
      return `${answer.status} ${answer.headers.get('retry-after')}`;
    };
    platform.channel.behave('cut');
    for (let i = 0; i < 5; i++)
      expect(await Promise.all([1, 2, 3, 4, 5].map(put))).toEqual(Array(5).fill('503 5'));
    const asked = platform.channel.calls.length;
    expect(await put()).toBe('503 5');
    expect(platform.channel.calls).toHaveLength(asked);
    await pod.close();
  });
});

describe('without NATS', () => {
  it("two pods converge on the hub's state", async () => {
    const pods = await Promise.all(
      [1, 2].map(() => platform.podWith({ 'platform.nats.url': 'nats://127.0.0.1:1' })),
    );
    const headers = {
      authorization: `Bearer ${await platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
      'content-type': 'application/json',
    };
    const at = async (pod: number, method: string, body?: object) =>
      (
        await fetch(
          `http://127.0.0.1:${pods[pod]!.httpPort}/api/v1/applications/${encodeURIComponent(clientId)}/token-claims`,
          {
            method,
            headers,
            ...(body ? { body: JSON.stringify(body) } : {}),
          },
        )
      ).status;
    for (let i = 0; i < 10; i++) {
      const answers = await Promise.all([
        at(0, 'PUT'),
        at(0, 'PUT', { claims: ['roles'] }),
        at(1, 'DELETE'),
        at(1, 'PUT'),
        at(0, 'DELETE'),
        at(1, 'DELETE'),
        at(1, 'PUT'),
      ]);
      expect(answers).toEqual(Array(7).fill(200));
      const { body } = await claims('get');
      expect([body.syncState, webhook() !== undefined]).toEqual(['in_sync', body.enabled]);
      expect(webhook()?.version ?? (await rowOf())!['version']).toBe((await rowOf())!['version']);
    }
    await Promise.all(pods.map((pod) => pod.close()));
  });
});
