import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { partHealth, partHits } from '@platform/siblings/overview';
import { patientPeer } from '@platform/testkit/patient-peer';
import { webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let hub: RpcPeer;

beforeAll(async () => {
  web = await webhookPlatform();
  hub = patientPeer({
    address: `127.0.0.1:${web.platform.service.rpcPort}`,
    token: () => web.platform.cluster.mint('hub', 'outbound'),
  });
});
afterAll(async () => {
  hub.close();
  await web.platform.stop();
});

const webhooks = new Set(['tenant:webhooks.read']);
const siem = new Set(['tenant:siem.read']);
const healthOf = async (tenantId: string, scopes = webhooks) =>
  partHealth(hub, { tenantId, scopes });
const hitsOf = async (tenantId: string, text: string, scopes = webhooks) =>
  (await partHits(hub, { tenantId, scopes, text, types: undefined, limit: 20 })).map(
    ({ type, id }) => [type, id],
  );

test('reports endpoints that fail or were disabled by the platform, with what waits for them', async () => {
  const { tenant, api } = await web.tenant();
  const url = 'https://crm.example.com/hooks';
  const { id } = await web.endpoint(api, { url, ordering: 'strict' });
  expect((await healthOf(tenant.id)).items).toEqual([]);
  await web.sql(`UPDATE webhook_lanes SET failing_since = now() WHERE endpoint_id = $1`, [id]);
  expect((await healthOf(tenant.id)).items).toMatchObject([
    {
      kind: 'failing',
      code: 'endpoint_failing',
      severity: 'critical',
      resource: { type: 'webhook_endpoint', id, name: url },
      since: expect.any(String),
      blocks: null,
      action: { operationId: 'hookTest', params: { id } },
    },
  ]);
  await web.sql(`UPDATE webhook_endpoints SET status = 'auto_disabled' WHERE id = $1`, [id]);
  expect((await healthOf(tenant.id)).items).toMatchObject([
    { kind: 'stopped', code: 'endpoint_disabled' },
  ]);
});

test('knows the first step, and finds endpoints by a part of their URL', async () => {
  const { tenant, api } = await web.tenant();
  expect((await healthOf(tenant.id)).firstSteps).toEqual([{ key: 'webhook', done: false }]);
  const { id } = await web.endpoint(api, { url: 'https://crm.example.com/hooks' });
  expect((await healthOf(tenant.id)).firstSteps).toEqual([{ key: 'webhook', done: true }]);
  expect(await hitsOf(tenant.id, 'CRM.example')).toEqual([['webhook_endpoint', id]]);
  expect(await hitsOf(tenant.id, id)).toEqual([['webhook_endpoint', id]]);
  expect(await hitsOf(tenant.id, '%')).toEqual([]);
});

test('shows nothing to other tenants, and nothing that the scopes do not cover', async () => {
  const { tenant, api } = await web.tenant();
  const { id } = await web.endpoint(api, { url: 'https://crm.example.com/hooks' });
  await web.sql(`UPDATE webhook_lanes SET failing_since = now() WHERE endpoint_id = $1`, [id]);
  const other = (await web.tenant()).tenant;
  expect((await healthOf(other.id)).items).toEqual([]);
  expect(await hitsOf(other.id, id)).toEqual([]);
  expect(await healthOf(tenant.id, siem)).toEqual({ items: [], firstSteps: [] });
  expect(await hitsOf(tenant.id, id, siem)).toEqual([]);
});

test('answers the hub alone', async () => {
  const { tenant } = await web.tenant();
  const fga = patientPeer({
    address: `127.0.0.1:${web.platform.service.rpcPort}`,
    token: () => web.platform.cluster.mint('fga', 'outbound'),
  });
  await expect(partHealth(fga, { tenantId: tenant.id, scopes: webhooks })).rejects.toMatchObject({
    code: 'caller_not_allowed',
  });
  fga.close();
});
