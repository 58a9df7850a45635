import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { LRUCache } from 'lru-cache';

/** An application, as far as this service looks at it. */
export interface KnownClient { allowedScopes: readonly string[] }

/** Knows which clients the hub knows; its answers are kept 10 s, absences are not. */
export function knownClients({ hub, bus }: { hub: () => RpcPeer; bus: Pick<Bus, 'follow'> }) {
  const known = new LRUCache<string, KnownClient>({ max: 20_000, ttl: 10_000 });
  const keyOf = (tenantId: string, clientId: string): string => `${tenantId} ${clientId}`;
  const forget = (tenantId: string, clientId: string): void => void known.delete(keyOf(tenantId, clientId));
  bus.follow(['client.*'], async ({ tenantId, event }) => forget(tenantId, event.subject.id));

  /** Undefined for a client that the tenant does not have. Throws 503 while the hub is away. */
  async function find(tenantId: string, clientId: string): Promise<KnownClient | undefined> {
    const present = known.get(keyOf(tenantId, clientId));
    if (present) return present;
    const { found, allowedScopes } = await hub().service('platform.hub.v1.Clients').GetClient({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
    if (!found) return undefined;
    const client = { allowedScopes };
    known.set(keyOf(tenantId, clientId), client);
    return client;
  }

  return {
    find,
    /** @throws 404 for a client that the tenant does not have, 503 while the hub is away */
    async require(tenantId: string, clientId: string): Promise<KnownClient> {
      const client = await find(tenantId, clientId);
      if (!client) throw problem('not_found');
      return client;
    },
    forget,
  };
}

/** See {@link knownClients}. */
export type KnownClients = ReturnType<typeof knownClients>;
