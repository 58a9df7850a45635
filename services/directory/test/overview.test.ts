import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { partHealth, partHits } from '@platform/siblings/overview';
import { patientPeer } from '@platform/testkit/patient-peer';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { newBearer, newDirectory, sql } from './scim-harness.ts';

let platform: TestPlatform;
let hub: RpcPeer;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory);
  hub = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'directory'),
  });
});
afterAll(async () => {
  hub.close();
  await platform.stop();
});

const both = new Set(['tenant:users.read', 'tenant:orgs.read']);
const scene = async () => {
  const tenant = platform.hub.tenant(`tenant-${(n += 1)}`);
  return { tenantId: tenant.id, api: await platform.as({ tenant }) };
};
const healthOf = (tenantId: string, scopes = both) => partHealth(hub, { tenantId, scopes });
const hitsOf = async (tenantId: string, text: string, scopes = both) =>
  (await partHits(hub, { tenantId, scopes, text, types: undefined, limit: 20 })).map(
    ({ type, id }) => [type, id],
  );

test('reports directories that cannot be reached, and bearers that expire', async () => {
  const { tenantId } = await scene();
  const { id } = await newDirectory(platform, { tenantId });
  await sql(platform, `UPDATE scim_bearers SET expires_at = now() + interval '1 year'`);
  expect((await healthOf(tenantId)).items).toEqual([]);
  await newBearer(platform, { tenantId, directoryId: id }, { expires: '3 days' });
  await sql(platform, `UPDATE directories SET state = 'unreachable' WHERE id = $1`, [id]);
  const { items } = await healthOf(tenantId);
  expect(items).toMatchObject([
    {
      kind: 'failing',
      code: 'directory_unreachable',
      severity: 'critical',
      resource: { type: 'directory', id },
      action: { operationId: 'directoryConnectorProbe', params: { directoryId: id } },
    },
    {
      kind: 'expiring',
      code: 'scim_bearer_expires',
      severity: 'warning',
      dueAt: expect.any(String),
      action: {
        operationId: 'directoryConnectorRotateBearer',
        params: { directoryId: id, bearerId: expect.any(String) },
      },
    },
  ]);
});

test('reports domains that an organization has lost, and knows the first steps', async () => {
  const { tenantId, api } = await scene();
  const steps = async () =>
    Object.fromEntries((await healthOf(tenantId)).firstSteps.map(({ key, done }) => [key, done]));
  expect(await steps()).toEqual({ organization: false, domain: false });
  const org = (await api.post('/api/v1/organizations', { body: { name: 'Acme' } })).body.id;
  const added = await api.post(`/api/v1/organizations/${org}/domains`, {
    body: { domain: 'acme-engines.com' },
  });
  const domId = added.body.id as string;
  await sql(platform, `UPDATE organization_domains SET state = 'verified' WHERE id = $1`, [domId]);
  expect(await steps()).toEqual({ organization: true, domain: true });
  await sql(
    platform,
    `UPDATE organization_domains SET state = 'lapsed', lapsed_at = now() WHERE id = $1`,
    [domId],
  );
  expect((await healthOf(tenantId)).items).toMatchObject([
    {
      code: 'domain_lapsed',
      resource: { type: 'organization_domain', id: domId, organizationId: org },
      action: { operationId: 'organizationDomainsVerify', params: { orgId: org, domId } },
    },
  ]);
});

test('finds users, organizations and directories by name and by id', async () => {
  const { tenantId, api } = await scene();
  const user = (
    await api.post('/api/v1/directory/users', {
      body: { email: 'ada@example.com', displayName: 'Ada Lovelace' },
    })
  ).body.id;
  const org = (await api.post('/api/v1/organizations', { body: { name: 'Adamant' } })).body.id;
  const dir = await newDirectory(platform, { tenantId });
  await sql(platform, `UPDATE directories SET name = 'Ada''s Okta' WHERE id = $1`, [dir.id]);
  expect(await hitsOf(tenantId, 'ada')).toEqual([
    ['user', user],
    ['organization', org],
    ['directory', dir.id],
  ]);
  expect(await hitsOf(tenantId, 'ad')).not.toContainEqual(['user', user]);
  for (const [type, id] of [
    ['user', user],
    ['organization', org],
    ['directory', dir.id],
  ])
    expect(await hitsOf(tenantId, id)).toEqual([[type, id]]);
  expect(await hitsOf(tenantId, 'ada', new Set(['tenant:users.read']))).toEqual([['user', user]]);
  const other = await scene();
  for (const text of ['ada', user, org, dir.id])
    expect(await hitsOf(other.tenantId, text)).toEqual([]);
});
