import { patientPeer } from '@platform/testkit/patient-peer';
import { directoryContract } from '@platform/testkit/directory-contract';
import type { DirectoryWorld } from '@platform/testkit/directory-contract';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { outcomeOf } from '@platform/testkit/sibling-contract';
import type { RpcPeer } from '@platform/kit/grpc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directory } from '../src/service.ts';

let platform: TestPlatform;
let peer: RpcPeer;
let world: DirectoryWorld;

beforeAll(async () => {
  platform = await testPlatform(directory);
  const tenant = platform.hub.tenant('acme');
  const api = await platform.as({ tenant });
  peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'directory'),
  });
  world = {
    tenantId: tenant.id,
    hub: peer.service('platform.directory.v1.Directory'),
    user: async (body) => String((await api.post('/api/v1/directory/users', { body })).body.id),
    organization: async () =>
      String((await api.post('/api/v1/organizations', { body: { name: 'Acme' } })).body.id),
  };
});
afterAll(async () => {
  peer.close();
  await platform.stop();
});

for (const { name, ask, answer } of directoryContract)
  test(name, async () => {
    expect(await outcomeOf(ask(world))).toMatchObject(answer);
  });
