import { expect, test } from 'vitest';
import { rpcSiblings } from '@platform/contracts';
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
