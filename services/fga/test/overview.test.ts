import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { partHealth, partHits } from '@platform/siblings/overview';
import { patientPeer } from '@platform/testkit/patient-peer';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let hub: RpcPeer;

beforeAll(async () => {
  platform = await accessPlatform();
  hub = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'fga'),
  });
});
afterAll(async () => {
  hub.close();
  await platform.stop();
});

test('reports elevations that wait, to those who may approve them', async () => {
  const tenant = platform.hub.tenant('waiting');
  const owner = await platform.api(tenant);
  const userId = newId('user');
  platform.directory.setUser(tenant.id, userId, {});
  const eligible = await owner.post('/api/v1/pim/eligible-assignments', {
    body: {
      principal: { type: 'user', id: userId },
      scopes: ['tenant:users.read'],
      rules: { requireApproval: true, requireJustification: false },
    },
  });
  expect(eligible.status).toBe(200);
  const user = await platform.as({ tenant, userId, scopes: ['tenant:pim.elevate'] });
  const requested = await user.post('/api/v1/pim/activations', {
    body: { eligibleAssignmentId: eligible.body.id },
  });
  expect([requested.status, requested.body.state]).toEqual([200, 'requested']);
  const itemsFor = async (tenantId: string, scope: string) =>
    (await partHealth(hub, { tenantId, scopes: new Set([scope]) })).items;
  expect(await itemsFor(tenant.id, 'tenant:pim.approve')).toMatchObject([
    {
      kind: 'waiting',
      code: 'approval_waiting',
      resource: { type: 'activation', id: requested.body.id },
      action: { operationId: 'pimApproveActivation', params: { id: requested.body.id } },
    },
  ]);
  expect(await itemsFor(tenant.id, 'tenant:roles.read')).toEqual([]);
  expect(await itemsFor(platform.hub.tenant('other').id, 'tenant:pim.approve')).toEqual([]);
});

test('finds roles by key, name and id, and knows whether there is a model', async () => {
  const tenant = platform.hub.tenant('roles');
  const owner = await platform.api(tenant);
  const role = (
    await owner.post('/api/v1/roles', {
      body: { key: 'approver', displayName: 'Signs off', permissions: ['tenant:users.read'] },
    })
  ).body.id;
  const scopes = new Set(['tenant:roles.read', 'tenant:fga.read']);
  const hits = async (text: string, tenantId = tenant.id) =>
    (await partHits(hub, { tenantId, scopes, text, types: undefined, limit: 20 })).map(
      ({ id }) => id,
    );
  for (const text of ['APPRO', 'signs', role]) expect(await hits(text)).toContain(role);
  expect(await hits(role, platform.hub.tenant('elsewhere').id)).toEqual([]);
  const { firstSteps } = await partHealth(hub, { tenantId: tenant.id, scopes });
  expect(firstSteps).toEqual([{ key: 'model', done: false }]);
});
