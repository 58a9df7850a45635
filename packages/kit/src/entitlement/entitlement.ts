import type { EntitlementsResponse__Output } from '@platform/protos';
import { LRUCache } from 'lru-cache';
import type { Bus } from '../bus/bus.ts';
import type { RpcPeer } from '../grpc/grpc.ts';
import { problem } from '../problem/problem.ts';

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
interface Entry { off: OffAreas; refreshAt: number; until: number }

const life = 10_000;
const askDeadline = 1_000;
/** An answer is asked for anew before it ends, so that nobody waits; one out of the bucket soon, since fga may be back. */
const refreshAfter = { fga: 8_000, bucket: 1_000 };
const bucketDeadline = 500;

const offAreasOf = ({ families }: Families): OffAreas =>
  new Map(families.filter((f) => !f.entitled).flatMap(({ family, areas }) => areas.map((area) => [area, family] as const)));

/** Rejects when the work takes longer. The bus has no deadline of its own. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Asks the access service what tenants are entitled to; answers are kept 10 s and dropped by `entitlement.changed`. While
 * it is away the KV bucket `entitlements` tells.
 */
export function entitlementCache({ fga, bus, max = 10_000, now = () => performance.now() }: EntitlementCacheOptions): EntitlementCache {
  const known = new LRUCache<string, Entry>({ max });
  const loading = new Map<string, Promise<OffAreas>>();

  async function ask(tenantId: string): Promise<[Families, number]> {
    try {
      return [await fga().service('platform.fga.v1.Entitlements').Get({ tenantId }, { deadlineMs: askDeadline, repeatable: true }), refreshAfter.fga];
    } catch (cause) {
      const kept = await within(bucketDeadline, bus.get<Families>('entitlements', tenantId)).catch(() => undefined);
      if (kept) return [kept, refreshAfter.bucket];
      throw problem('upstream_unavailable', { detail: 'what the tenant is entitled to cannot be told', headers: { 'Retry-After': '5' }, cause });
    }
  }

  function load(tenantId: string): Promise<OffAreas> {
    const running = loading.get(tenantId);
    if (running) return running;
    const asked: Promise<OffAreas> = ask(tenantId).then(([families, refresh]) => {
      const off = offAreasOf(families);
      // Dropped meanwhile: the answer may be older than the change.
      if (loading.get(tenantId) === asked) known.set(tenantId, { off, refreshAt: now() + refresh, until: now() + life });
      return off;
    }).finally(() => {
      if (loading.get(tenantId) === asked) loading.delete(tenantId);
    });
    loading.set(tenantId, asked);
    return asked;
  }

  bus.follow(['entitlement.changed'], async ({ tenantId }) => {
    known.delete(tenantId);
    loading.delete(tenantId);
  });

  return {
    offAreas(tenantId) {
      const entry = known.get(tenantId);
      const at = now();
      if (!entry || at >= entry.until) return load(tenantId);
      // What fails here is asked for again, at the latest when the entry ends.
      if (at >= entry.refreshAt) {
        entry.refreshAt = at + refreshAfter.bucket;
        load(tenantId).catch(() => undefined);
      }
      return entry.off;
    },
  };
}
