import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { LRUCache } from 'lru-cache';

/** Knows which clients the hub knows; its answers are kept 10 s, absences are not. */
export function knownClients(hub: () => RpcPeer) {
  const known = new LRUCache<string, true>({ max: 20_000, ttl: 10_000 });
  return {
    /** @throws 404 for a client that the tenant does not have, 503 while the hub is away */
    async require(tenantId: string, clientId: string): Promise<void> {
      const key = `${tenantId} ${clientId}`;
      if (known.has(key)) return;
      const { found } = await hub().service('platform.hub.v1.Clients').GetClient({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
      if (!found) throw problem('not_found');
      known.set(key, true);
    },
    forget: (tenantId: string, clientId: string): void => void known.delete(`${tenantId} ${clientId}`),
  };
}

/** See {@link knownClients}. */
export type KnownClients = ReturnType<typeof knownClients>;
