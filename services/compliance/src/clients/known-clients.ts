import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

type ClientName = [tenantId: string, clientId: string];

/** Knows which applications the hub has. What exists is remembered for 60 s, what does not is not. */
export function knownClients({ hub, bus }: { hub: () => RpcPeer; bus: Pick<Bus, 'follow'> }) {
  const keyOf = ([tenantId, clientId]: ClientName): string => `${tenantId} ${clientId}`;
  const known = asyncCache({
    async fetch([tenantId, clientId]: ClientName): Promise<boolean> {
      const { found } = await hub()
        .service('platform.hub.v1.Clients')
        .GetClient({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
      return found;
    },
    keyOf,
    ttlMs: (isFound) => (isFound ? 60_000 : 0),
    max: 20_000,
  });
  const forget = (...name: ClientName): void => known.invalidate(keyOf(name));
  bus.follow(['client.deleted'], async ({ tenantId, event }) => forget(tenantId, event.subject.id));

  return {
    /** @throws 404 for a client that the tenant does not have, 503 while the hub is away */
    async require(...name: ClientName): Promise<void> {
      if (!(await known.get(name))) throw problem('not_found');
    },
    /** Whether the tenant has this client. @throws 503 while the hub is away */
    has: async (...name: ClientName): Promise<boolean> => known.get(name),
  };
}

/** See {@link knownClients}. */
export type KnownClients = ReturnType<typeof knownClients>;
