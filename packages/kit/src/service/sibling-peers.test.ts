import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rpcSiblings } from '@platform/contracts';
import { listenRpc, serveSomeRpc } from '../grpc/grpc.ts';
import { silentLog } from '../telemetry/log.ts';
import { problem } from '../problem/problem.ts';
import { siblingPeers } from './sibling-peers.ts';

const addresses = { hub: 'hub:9180', directory: 'directory:9185', fga: 'fga:9184' };
const peersOf = (name: 'fga' | 'outbound') =>
  siblingPeers({ name, addresses, tokenDirectory: '/var/run/secrets/tokens' });

test('returns one client per sibling that the process calls', () => {
  const peers = peersOf('fga');
  expect(peers.peer('hub')).toBe(peers.peer('hub'));
  peers.close();
});

test.each([
  ['outbound', 'directory'],
  ['fga', 'outbound'],
] as const)('gives %s no client for %s, which it does not call or has no address of', (name, to) =>
  expect(() => peersOf(name).peer(to)).toThrow(
    `${name} does not call ${to}: add it to rpcSiblings`,
  ),
);

test('a process is not its own sibling', () => {
  for (const [name, siblings] of Object.entries(rpcSiblings))
    expect(siblings as readonly string[]).not.toContain(name);
});

test.each([
  ['upstream_failed', 'caller_not_allowed', ['outbound']],
  ['token_invalid', 'token_invalid', ['fga']],
  ['not_found', 'not_found', ['fga']],
] as const)('reports %s if the sibling reports %s', async (reported, code, callers) => {
  const server = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: async () => ({ serviceAccount: 'fga' }) as never,
    mounts: [
      serveSomeRpc(
        'platform.hub.v1.Clients',
        {
          GetClient: async () => {
            throw problem(code);
          },
        },
        { GetClient: [...callers] },
      ),
    ],
  });
  const tokenDirectory = await mkdtemp(join(tmpdir(), 'sibling-peers-'));
  await writeFile(join(tokenDirectory, 'hub'), 'token');
  const own = { hub: `127.0.0.1:${server.port}` };
  const peers = siblingPeers({ name: 'fga', addresses: own, tokenDirectory });
  await expect(
    peers.peer('hub').service('platform.hub.v1.Clients').GetClient({}),
  ).rejects.toMatchObject({ code: reported });
  peers.close();
  await server.close(0);
  await rm(tokenDirectory, { recursive: true });
});
