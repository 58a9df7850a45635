import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSomeRpc } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { startSibling } from '@platform/testkit/fake-sibling';
import type { TestSibling } from '@platform/testkit/fake-sibling';
import { managementPlatform } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';

const health = '/api/v1/tenant/health';
const search = '/api/v1/search';
const day = 86_400_000;
let platform: ManagementPlatform;
let outbound: TestSibling;
const asked: { tenantId: string; scopes: string[] }[] = [];

const item = {
  kind: 'failing',
  code: 'endpoint_failing',
  severity: 'critical',
  resourceType: 'webhook_endpoint',
  resourceId: 'whe_1',
  resourceName: 'https://crm.example.com/',
  since: '2026-11-20T05:41:00.123Z',
  blocks: 'deliveries',
  blocksCount: 7,
  operationId: 'hookTest',
  params: { id: 'whe_1' },
};

beforeAll(async () => {
  platform = await managementPlatform();
  outbound = await startSibling(platform.cluster, 'outbound', (check) => [
    serveSomeRpc(
      'platform.overview.v1.Overview',
      {
        async Health({ tenantId, scopes }) {
          check();
          asked.push({ tenantId, scopes });
          return { items: [item], firstSteps: [{ key: 'webhook', done: true }] };
        },
        async Search({ query, types, limit }) {
          check();
          if (query === 'fail') throw problem('internal_error');
          const hits = Array.from({ length: limit }, (_, i) => ({
            type: 'webhook_endpoint',
            id: `whe_${i}`,
            name: query,
            detail: types.join(),
          }));
          return { hits };
        },
      },
      { Health: ['hub'], Search: ['hub'] },
    ),
  ]);
  await platform.restart({ 'platform.rpc.peers.outbound': `127.0.0.1:${outbound.rpcPort}` });
});
afterAll(async () => {
  await platform.stop();
  await outbound.stop();
});

const scene = async (slug: string, scopes?: string[]) => {
  const tenant = platform.hub.tenant(slug);
  return { tenant, api: await platform.as({ tenant, ...(scopes && { scopes }) }) };
};
const anApplication = (tenantId: string, name: string) =>
  platform.sql(
    `INSERT INTO application (tenant_id, client_id, name, type) VALUES ($1, $2, $3, 'web')`,
    [tenantId, name.toLowerCase(), name],
  );
const aSecret = (tenantId: string, clientId: string, id: string, inDays: number | null) =>
  platform.sql(
    `INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4, expires_at) VALUES ($1, $2, $3, '\\x00', 'abcd', $4)`,
    [tenantId, clientId, id, inDays === null ? null : new Date(Date.now() + inDays * day)],
  );
const availableIn = (body: any): string[] =>
  body.parts.flatMap(({ part, available }: any) => (available ? [part] : []));

describe('tenantHealthGet', () => {
  it('joins the parts that answer, the most severe first, and names those that do not', async () => {
    const { tenant, api } = await scene('joins');
    await anApplication(tenant.id, 'Ledger');
    await aSecret(tenant.id, 'ledger', 'sec_1', 20);
    const { status, body } = await api.get(health);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      {
        code: 'endpoint_failing',
        resource: { type: 'webhook_endpoint', id: 'whe_1', organizationId: null },
        since: '2026-11-20T05:41:00.123Z',
        dueAt: null,
        blocks: { what: 'deliveries', count: 7 },
        action: { operationId: 'hookTest', params: { id: 'whe_1' } },
      },
      {
        kind: 'expiring',
        code: 'application_secret_expires',
        severity: 'info',
        resource: { type: 'application', id: 'ledger', name: 'Ledger' },
        dueAt: expect.any(String),
      },
    ]);
    expect(body.firstSteps).toEqual([
      { key: 'application', done: true },
      { key: 'webhook', done: true },
    ]);
    expect(availableIn(body)).toEqual(['applications', 'integrations']);
    expect(asked.at(-1)?.tenantId).toBe(tenant.id);
  });

  it('reports the last secret of an application alone', async () => {
    const { tenant, api } = await scene('rotated', ['tenant:applications.read']);
    for (const [name, other] of [
      ['Replaced', 60],
      ['Unlimited', null],
    ] as const) {
      await anApplication(tenant.id, name);
      await aSecret(tenant.id, name.toLowerCase(), 'sec_1', 3);
      await aSecret(tenant.id, name.toLowerCase(), 'sec_2', other);
    }
    const own = (await api.get(health)).body.items.filter(
      ({ resource }: any) => resource.type === 'application',
    );
    expect(own).toEqual([]);
  });

  it('asks with the scopes of the caller, and shows nothing that they do not cover', async () => {
    const { tenant } = await scene('scoped');
    await anApplication(tenant.id, 'Ledger');
    await aSecret(tenant.id, 'ledger', 'sec_1', 3);
    const { api } = await scene('scoped', ['tenant:webhooks.read']);
    const { body } = await api.get(health);
    expect(body.items.map(({ code }: any) => code)).toEqual(['endpoint_failing']);
    expect(asked.at(-1)?.scopes).toEqual(['tenant:webhooks.read']);
    const writer = await scene('scoped', ['tenant:webhooks.write']);
    expect((await writer.api.get(health)).body.code).toBe('insufficient_scope');
  });

  it('shows nothing of another tenant', async () => {
    const { api } = await scene('empty');
    const own = (await api.get(health)).body.items.filter(
      ({ resource }: any) => resource.type === 'application',
    );
    expect(own).toEqual([]);
  });

  it('answers without a part that is unavailable', async () => {
    const { api } = await scene('away');
    outbound.setAway(true);
    const { status, body } = await api.get(health);
    outbound.setAway(false);
    expect([status, availableIn(body)]).toEqual([200, ['applications']]);
  });
});

describe('searchList', () => {
  it('returns at most 20 hits, in turns of types', async () => {
    const { tenant, api } = await scene('searched');
    await anApplication(tenant.id, 'Ledger');
    const { status, body } = await api.get(`${search}?q=LED`);
    expect([status, body.data.length]).toEqual([200, 20]);
    expect(body.data.slice(0, 2).map(({ type, id }: any) => [type, id])).toEqual([
      ['application', 'ledger'],
      ['webhook_endpoint', 'whe_0'],
    ]);
    expect((await api.get(`${search}?q=ledger&types=application`)).body.data[0]).toEqual({
      type: 'application',
      id: 'ledger',
      name: 'Ledger',
      detail: 'web',
      organizationId: null,
    });
  });

  it('names the part that has failed', async () => {
    const { api } = await scene('searched');
    expect(availableIn((await api.get(`${search}?q=fail`)).body)).toEqual(['applications']);
  });

  it('rejects a query that is too short, and unknown types', async () => {
    const { api } = await scene('searched');
    for (const query of ['?q=a', '?q=%20%20a', '', '?q=led&types=planet'])
      expect((await api.get(`${search}${query}`)).status).toBe(400);
  });

  it('finds nothing of another tenant, and nothing that the scopes do not cover', async () => {
    const { tenant } = await scene('searched');
    const others = (await (await scene('other')).api.get(`${search}?q=ledger&types=application`))
      .body;
    expect(others.data.filter(({ type }: any) => type === 'application')).toEqual([]);
    const reader = await platform.as({ tenant, scopes: ['tenant:webhooks.read'] });
    const { data } = (await reader.get(`${search}?q=ledger`)).body;
    expect(data.filter(({ type }: any) => type === 'application')).toEqual([]);
  });
});
