import type { Bus } from '@platform/kit/bus';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** The members of a hub's application that other services use. */
export interface KnownClient {
  name: string;
  allowedScopes: readonly string[];
}

/** Looks up applications of the hub. */
export interface KnownClients {
  /**
   * Returns the application; undefined if the tenant has none with this id.
   * @throws 503 while the hub is unavailable
   */
  find(tenantId: string, clientId: string): Promise<KnownClient | undefined>;
  /**
   * Whether the tenant has this application.
   * @throws 503 while the hub is unavailable
   */
  has(tenantId: string, clientId: string): Promise<boolean>;
  /**
   * Returns the application.
   * @throws 404 if the tenant has none with this id, 503 while the hub is unavailable
   */
  require(tenantId: string, clientId: string): Promise<KnownClient>;
  /** Forgets the application, so that the next lookup asks the hub. */
  forget(tenantId: string, clientId: string): void;
}

type ClientName = [tenantId: string, clientId: string];

const keptMs = 10_000;
const most = 20_000;

/**
 * Looks up applications of tenants in the hub. Caches existing ones for 10 seconds, or until an
 * event reports a change; does not cache absence, so that an application can be used as soon as it
 * exists.
 */
export function knownClients({
  hub,
  bus,
}: {
  hub: () => RpcPeer;
  bus: Pick<Bus, 'follow'>;
}): KnownClients {
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
