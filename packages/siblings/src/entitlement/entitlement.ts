import type { EntitlementsResponse__Output } from '@platform/protos';
import { asyncCache } from '@platform/kit/cache';
import { within } from '@platform/kit/async';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/**
 * Areas of scopes whose family is off, with the family's name. Absent areas are on, or belong to no
 * family.
 */
export type OffAreas = ReadonlyMap<string, string>;

/** The missing entitlements of tenants, cached for a verifier. */
export interface EntitlementCache {
  /**
   * Returns a promise only if the tenant is not cached. Rejects with 503 while neither source is
   * available.
   */
  offAreas(tenantId: string): OffAreas | Promise<OffAreas>;
}

type Families = Pick<EntitlementsResponse__Output, 'families'>;
/** One result, and the age at which it is refreshed. */
interface Told {
  off: OffAreas;
  refreshMs: number;
}

const life = 10_000;
const askDeadline = 1_000;
/**
 * Results are refreshed before they expire, so that no request waits; one from the bucket soon,
 * since fga may be available again.
 */
const refreshAfter = { fga: 8_000, bucket: 1_000 };
const bucketDeadline = 500;

const offAreasOf = ({ families }: Families): OffAreas =>
  new Map(
    families
      .filter((f) => !f.entitled)
      .flatMap(({ family, areas }) => areas.map((area) => [area, family] as const)),
  );

/**
 * Fetches the missing entitlements of tenants from the access service; caches them for 10 s and
 * drops them on `entitlement.changed`. While it is unavailable, reads the KV bucket `entitlements`.
 */
export function entitlementCache({
  fga,
  bus,
  ...options
}: {
  fga: () => RpcPeer;
  bus: Pick<Bus, 'get' | 'follow'>;
  max?: number;
  /** Milliseconds, monotonic. */
  now?: () => number;
}): EntitlementCache {
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
