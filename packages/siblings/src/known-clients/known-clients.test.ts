import { describe, expect, it } from 'vitest';
import type { EventListener } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { knownClients } from './known-clients.ts';

/** A hub with these clients that counts its calls. */
function setUp(clients: Set<string>) {
  const asked: string[] = [];
  let listener: EventListener | undefined;
  const hub = {
    service: () => ({
      async GetClient({ clientId }: { clientId: string }) {
        asked.push(clientId);
        if (clientId === 'away') throw problem('upstream_unavailable');
        return { found: clients.has(clientId), name: 'Ledger', allowedScopes: ['openid'] };
      },
    }),
  } as unknown as RpcPeer;
  const known = knownClients({
    hub: () => hub,
    bus: { follow: (_types, listen) => void (listener = listen) },
  });
  const tell = (type: string, clientId: string) =>
    listener?.({
      tenantId: 'ten_a',
      event: { type, subject: { type: 'client', id: clientId } },
    } as never);
  return { known, asked, tell };
}

describe('knownClients', () => {
  it('looks up an existing client once', async () => {
    const { known, asked } = setUp(new Set(['app']));
    expect(await known.require('ten_a', 'app')).toEqual({
      name: 'Ledger',
      allowedScopes: ['openid'],
    });
    expect(await known.has('ten_a', 'app')).toBe(true);
    expect(asked).toEqual(['app']);
  });

  it('looks up clients separately for each tenant', async () => {
    const { known, asked } = setUp(new Set(['app']));
    await known.find('ten_a', 'app');
    await known.find('ten_b', 'app');
    expect(asked).toHaveLength(2);
  });

  it('does not cache that a client is missing', async () => {
    const clients = new Set<string>();
    const { known } = setUp(clients);
    await expect(known.require('ten_a', 'app')).rejects.toMatchObject({ code: 'not_found' });
    clients.add('app');
    expect(await known.has('ten_a', 'app')).toBe(true);
  });

  it('looks up a client again after an event reports a change', async () => {
    const clients = new Set(['app']);
    const { known, tell } = setUp(clients);
    await known.find('ten_a', 'app');
    clients.delete('app');
    await tell('client.deleted', 'app');
    expect(await known.find('ten_a', 'app')).toBeUndefined();
  });

  it('does not cache failures', async () => {
    const { known, asked } = setUp(new Set());
    const ask = () => known.find('ten_a', 'away');
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(asked).toHaveLength(2);
  });
});
