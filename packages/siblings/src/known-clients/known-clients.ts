import type { Bus } from '@platform/kit/bus';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** An application of the hub, as far as other services look at it. */
export interface KnownClient {
  name: string;
  allowedScopes: readonly string[];
}

/** The applications that the hub has. */
export interface KnownClients {
  /** The application; undefined where the tenant has none by this id. @throws 503 while the hub is away */
  find(tenantId: string, clientId: string): Promise<KnownClient | undefined>;
  /** Whether the tenant has this application. @throws 503 while the hub is away */
  has(tenantId: string, clientId: string): Promise<boolean>;
  /** The application. @throws 404 where the tenant has none by this id, 503 while the hub is away */
  require(tenantId: string, clientId: string): Promise<KnownClient>;
  /** The next question goes to the hub. */
  forget(tenantId: string, clientId: string): void;
}

/** Options of {@link knownClients}. */
export interface KnownClientsOptions {
  hub: () => RpcPeer;
  bus: Pick<Bus, 'follow'>;
}

type ClientName = [tenantId: string, clientId: string];

const keptMs = 10_000;
const most = 20_000;

/**
 * Asks the hub for applications of tenants. What exists is kept for 10 seconds, or until an event says that it changed; absence is not
 * kept, so that an application can be used as soon as it exists.
 */
export function knownClients({ hub, bus }: KnownClientsOptions): KnownClients {
  const keyOf = ([tenantId, clientId]: ClientName): string => `${tenantId} ${clientId}`;
  const known = asyncCache({
    async fetch([tenantId, clientId]: ClientName): Promise<KnownClient | undefined> {
      const { found, name, allowedScopes } = await hub()
        .service('platform.hub.v1.Clients')
        .GetClient({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
      return found ? { name, allowedScopes } : undefined;
    },
    keyOf,
    ttlMs: (client) => (client ? keptMs : 0),
    max: most,
  });
  const find = async (...name: ClientName): Promise<KnownClient | undefined> => known.get(name);
  const forget = (...name: ClientName): void => known.invalidate(keyOf(name));
  bus.follow(['client.*'], async ({ tenantId, event }) => forget(tenantId, event.subject.id));

  return {
    find,
    forget,
    has: async (...name) => (await find(...name)) !== undefined,
    async require(...name) {
      const client = await find(...name);
      if (!client)
        throw problem('not_found', { detail: 'The application was not found in this tenant.' });
      return client;
    },
  };
}
