import { LRUCache } from 'lru-cache';
import type { Principal } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/log';

/** Scopes that a person holds for a time, with the end of each in milliseconds. */
export type Elevated = ReadonlyMap<string, number>;

/** Confirms elevations. */
export interface ElevationStore {
  /** What stands now; a promise only when it must be asked for. Nothing while the access service is away. */
  of(principal: Principal): Elevated | Promise<Elevated>;
}

const none: Elevated = new Map();
const deadlineMs = 500;

/** Asks the access service, and keeps its answer as long as that says; `pim.activation_*` drops what is known of the tenant. */
export function elevationStore({ fga, bus, log, now = Date.now, max = 10_000 }: {
  fga: RpcPeer;
  bus: Pick<Bus, 'follow'>;
  log: Logger;
  now?: () => number;
  max?: number;
}): ElevationStore {
  const known = new LRUCache<string, { elevated: Elevated; until: number }>({ max });
  const loading = new Map<string, Promise<Elevated>>();
  const access = fga.service('platform.fga.v1.PrincipalAccess');
  let generation = 0;

  bus.follow(['pim.*'], async ({ tenantId, event }) => {
    if (!event.type.startsWith('pim.activation_')) return;
    generation += 1;
    loading.clear();
    for (const key of known.keys()) if (key.startsWith(`${tenantId} `)) known.delete(key);
  });

  async function ask(key: string, { tenantId, type, id, clientId, organizationId = '' }: Principal): Promise<Elevated> {
    const askedIn = generation;
    try {
      const { elevated, maxAgeSeconds } = await access.Get({ tenantId, principal: { type, id }, clientId, organizationId }, { deadlineMs, repeatable: true });
      const answer = new Map(elevated.map(({ scope, expiresAt }) => [scope, Date.parse(expiresAt)]));
      if (askedIn === generation) known.set(key, { elevated: answer, until: now() + maxAgeSeconds * 1000 });
      return answer;
    } catch (error) {
      log.debug({ err: error }, 'an elevation could not be confirmed');
      return none;
    }
  }

  return {
    of(principal) {
      const key = `${principal.tenantId} ${principal.id} ${principal.clientId} ${principal.organizationId ?? ''}`;
      const entry = known.get(key);
      if (entry && now() < entry.until) return entry.elevated;
      let asked = loading.get(key);
      if (!asked) {
        asked = ask(key, principal).finally(() => loading.delete(key));
        loading.set(key, asked);
      }
      return asked;
    },
  };
}
