import type { Principal } from '@platform/contracts';
import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/telemetry';

/** Temporary scopes of a person, with the end of each in milliseconds. */
export type Elevated = ReadonlyMap<string, number>;

/** Confirms elevations. */
export interface ElevationStore {
  /** The active elevations; a promise only if they must be fetched. Empty while the access service is unavailable. */
  of(principal: Principal): Elevated | Promise<Elevated>;
}

interface Told {
  elevated: Elevated;
  ttlMs: number;
}

const none: Elevated = new Map();
const deadlineMs = 500;

/** Asks the access service, and caches its response as long as it allows; `pim.activation_*` events invalidate the tenant. */
export function elevationStore({
  fga,
  bus,
  log,
  ...options
}: {
  fga: RpcPeer;
  bus: Pick<Bus, 'follow'>;
  log: Logger;
  now?: () => number;
  max?: number;
}): ElevationStore {
  const access = fga.service('platform.fga.v1.PrincipalAccess');

  async function ask({
    tenantId,
    type,
    id,
    clientId,
    organizationId = '',
  }: Principal): Promise<Told> {
    try {
      const { elevated, maxAgeSeconds } = await access.Get(
        { tenantId, principal: { type, id }, clientId, organizationId },
        { deadlineMs, repeatable: true },
      );
      return {
        elevated: new Map(elevated.map(({ scope, expiresAt }) => [scope, Date.parse(expiresAt)])),
        ttlMs: maxAgeSeconds * 1000,
      };
    } catch (error) {
      log.debug({ err: error }, 'an elevation could not be confirmed');
      return { elevated: none, ttlMs: 0 };
    }
  }

  const known = asyncCache({
    fetch: ask,
    keyOf: ({ tenantId, id, clientId, organizationId }: Principal) =>
      `${tenantId} ${id} ${clientId} ${organizationId ?? ''}`,
    tagsOf: ({ tenantId }) => [tenantId],
    ttlMs: (told) => told.ttlMs,
    ...options,
  });
  bus.follow(['pim.*'], async ({ tenantId, event }) => {
    if (event.type.startsWith('pim.activation_')) known.invalidate(tenantId);
  });

  return {
    of(principal) {
      const told = known.get(principal);
      return told instanceof Promise ? told.then(({ elevated }) => elevated) : told.elevated;
    },
  };
}
