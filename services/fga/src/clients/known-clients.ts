import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** An application, as far as this service looks at it. */
export interface KnownClient {
  allowedScopes: readonly string[];
}

type ClientName = [tenantId: string, clientId: string];

/** Knows which clients the hub knows; its answers are kept 10 s, absences are not. */
export function knownClients({ hub, bus }: { hub: () => RpcPeer; bus: Pick<Bus, 'follow'> }) {
  const keyOf = ([tenantId, clientId]: ClientName): string => `${tenantId} ${clientId}`;
  const known = asyncCache({
    async fetch([tenantId, clientId]: ClientName): Promise<KnownClient | undefined> {
      const { found, allowedScopes } = await hub()
        .service('platform.hub.v1.Clients')
        .GetClient({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
      return found ? { allowedScopes } : undefined;
    },
    keyOf,
    ttlMs: (client) => (client ? 10_000 : 0),
    max: 20_000,
  });
  const forget = (...name: ClientName): void => known.invalidate(keyOf(name));
  bus.follow(['client.*'], async ({ tenantId, event }) => forget(tenantId, event.subject.id));

  /** Undefined for a client that the tenant does not have. Throws 503 while the hub is away. */
  const find = async (...name: ClientName): Promise<KnownClient | undefined> => known.get(name);

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
