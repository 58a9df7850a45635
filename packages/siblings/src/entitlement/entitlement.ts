import type { EntitlementsResponse__Output } from '@platform/protos';
import { asyncCache } from '@platform/kit/cache';
import { within } from '@platform/kit/async';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** Areas of scopes whose family is off, with the family's name. What is absent is on, or belongs to no family. */
export type OffAreas = ReadonlyMap<string, string>;

/** What tenants are not entitled to, as a verifier keeps it. */
export interface EntitlementCache {
  /** A promise only when the tenant must be asked for first. Rejects with 503 while nobody can tell. */
  offAreas(tenantId: string): OffAreas | Promise<OffAreas>;
}

/** What {@link entitlementCache} needs. Times in milliseconds. */
export interface EntitlementCacheOptions {
  fga: () => RpcPeer;
  bus: Pick<Bus, 'get' | 'follow'>;
  max?: number;
  now?: () => number;
}

type Families = Pick<EntitlementsResponse__Output, 'families'>;
/** What one answer said, and from which age on another is wanted. */
interface Told {
  off: OffAreas;
  refreshMs: number;
}

const life = 10_000;
const askDeadline = 1_000;
/** An answer is asked for anew before it ends, so that nobody waits; one out of the bucket soon, since fga may be back. */
const refreshAfter = { fga: 8_000, bucket: 1_000 };
const bucketDeadline = 500;

const offAreasOf = ({ families }: Families): OffAreas =>
  new Map(
    families
      .filter((f) => !f.entitled)
      .flatMap(({ family, areas }) => areas.map((area) => [area, family] as const)),
  );

/**
 * Asks the access service what tenants are entitled to; answers are kept 10 s and dropped by `entitlement.changed`. While
 * it is away the KV bucket `entitlements` tells.
 */
export function entitlementCache({
  fga,
  bus,
  ...options
}: EntitlementCacheOptions): EntitlementCache {
  async function ask(tenantId: string): Promise<Told> {
    try {
      const families = await fga()
        .service('platform.fga.v1.Entitlements')
        .Get({ tenantId }, { deadlineMs: askDeadline, repeatable: true });
      return { off: offAreasOf(families), refreshMs: refreshAfter.fga };
    } catch (cause) {
      const kept = await within(bucketDeadline, bus.get<Families>('entitlements', tenantId)).catch(
        () => undefined,
      );
      if (kept) return { off: offAreasOf(kept), refreshMs: refreshAfter.bucket };
      throw problem('upstream_unavailable', {
        detail: 'The entitlements of the tenant cannot be read at the moment',
        headers: { 'Retry-After': '5' },
        cause,
      });
    }
  }
  const known = asyncCache({
    fetch: ask,
    keyOf: (tenantId: string) => tenantId,
    ttlMs: life,
    refreshMs: (told) => told.refreshMs,
    ...options,
  });
  bus.follow(['entitlement.changed'], async ({ tenantId }) => known.invalidate(tenantId));

  return {
    offAreas(tenantId) {
      const told = known.get(tenantId);
      return told instanceof Promise ? told.then(({ off }) => off) : told.off;
    },
  };
}
