import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessContract } from '../src/access-contract.ts';
import { directoryContract } from '../src/directory-contract.ts';
import { startTestAccess } from '../src/fake-access.ts';
import { startTestDirectory } from '../src/fake-directory.ts';
import { startTestIdentity } from '../src/fake-identity.ts';
import type { TestSibling } from '../src/fake-sibling.ts';
import { identityContract } from '../src/identity-contract.ts';
import { patientPeer } from '../src/patient-peer.ts';
import { outcomeOf } from '../src/sibling-contract.ts';
import type { ContractCase } from '../src/sibling-contract.ts';
import { startTestCluster } from '../src/stores.ts';

type Cluster = Awaited<ReturnType<typeof startTestCluster>>;

const tenantId = newId('tenant');
const running: { stop(): Promise<void> }[] = [];
const peers: RpcPeer[] = [];
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await Promise.all(running.map((one) => one.stop()));
  await cluster.stop();
});

/**
 * Checks a fake against a contract. `worldOf` receives a function that returns the calls of an
 * account.
 */
function holds<S extends TestSibling, World>(
  audience: string,
  contract: readonly ContractCase<World>[],
  start: (cluster: Cluster) => Promise<S>,
  worldOf: (sibling: S, as: (account: string) => RpcPeer) => World,
): void {
  describe(`the fake of ${audience}`, () => {
    let world: World;
    beforeAll(async () => {
      const sibling = await start(cluster);
      running.push(sibling);
      world = worldOf(sibling, (account) => {
        const peer = patientPeer({
          address: `127.0.0.1:${sibling.rpcPort}`,
          token: () => cluster.mint(account, audience),
        });
        peers.push(peer);
        return peer;
      });
    });

    for (const { name, ask, answer } of contract)
      test(name, async () => {
        expect(await outcomeOf(ask(world))).toMatchObject(answer);
      });
  });
}

holds('directory', directoryContract, startTestDirectory, (sibling, as) => ({
  tenantId,
  hub: as('hub').service('platform.directory.v1.Directory'),
  organization: async () => newId('organization'),
  async user(profile) {
    const id = newId('user');
    sibling.setUser(tenantId, id, { userJson: JSON.stringify({ id, ...profile }) });
    return id;
  },
}));
holds('identity-facade', identityContract, startTestIdentity, (_, as) => ({
  tenantId,
  hub: as('hub'),
}));
holds('fga', accessContract, startTestAccess, (_, as) => ({ tenantId, as }));
