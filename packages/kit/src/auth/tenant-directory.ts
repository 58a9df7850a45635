import { LRUCache } from 'lru-cache';
import type { TenantLimits } from '@platform/contracts';
import { problem } from '@platform/kit/problem';

/** A tenant as `Tenants/GetTenant` returns it. */
export interface DirectoryTenant {
  id: string;
  slug: string;
  name: string;
  mode: 'live' | 'test';
  state: 'active' | 'suspended' | 'deleting' | 'deleted';
  issuer: string;
  isDefault: boolean;
  /** The tenant's own rate limits; absent: the configured ones. */
  limits?: TenantLimits | null;
}

/**
 * Fetches a tenant from the hub. Resolves to null if there is none; rejects if the hub cannot
 * answer.
 */
export type GetTenant = (by: { slug: string } | { id: string }) => Promise<DirectoryTenant | null>;

/**
 * Finds tenants by label or id. Both lookups throw 503 `upstream_unavailable` if nothing is cached
 * and the hub cannot be reached.
 */
export interface TenantLookup {
  /** Finds a tenant by its label: the slug, or `{slug}--test` for the test tenant. */
  bySlug(slug: string): Promise<DirectoryTenant | null>;
  byId(id: string): Promise<DirectoryTenant | null>;
  /**
   * Returns the cached tenant of a label or id, if fresh. Undefined means only that the hub must be
   * asked.
   */
  known(labelOrId: string): DirectoryTenant | undefined;
  /** Forgets immediately what is cached under an id or slug. A creation reports both. */
  drop(idOrSlug: string): void;
  /**
   * Marks every entry as expired, for use after changes may have been missed. Entries still serve
   * while the hub is unreachable.
   */
  expire(): void;
}

/**
 * Returns the label before the platform's domain. A test tenant's label is its parent's slug with a
 * suffix.
 */
export const tenantLabel = ({ slug, mode }: Pick<DirectoryTenant, 'slug' | 'mode'>): string =>
  mode === 'test' ? `${slug}--test` : slug;

/** Throws 403 `tenant_suspended` unless the tenant is active. */
export function requireActive(tenant: DirectoryTenant): void {
  if (tenant.state !== 'active')
    throw problem('tenant_suspended', { detail: `The tenant is ${tenant.state}` });
}

const staleMillis = 10 * 60_000;

/**
 * Caches `getTenant`. Positive and negative results live `ttlMillis` (0: no caching), concurrent
 * misses share one call, and while the hub is unreachable an expired positive result serves for ten
 * more minutes.
 */
export function tenantDirectory(options: {
  getTenant: GetTenant;
  ttlMillis?: number;
  max?: number;
  now?: () => number;
}): TenantLookup {
  const { getTenant, ttlMillis = 60_000, max = 10_000, now = Date.now } = options;
  if (!(ttlMillis >= 0)) throw new Error('ttlMillis must not be negative');
  const tenants = new LRUCache<string, { tenant: DirectoryTenant; freshUntil: number }>({ max });
  // A slug never changes its tenant, so these entries need no expiry.
  const idOfSlug = new LRUCache<string, string>({ max });
  const absent = new LRUCache<string, { freshUntil: number }>({ max });
  let pending = new Map<string, Promise<DirectoryTenant | null>>();
  let drops = 0;
  let expiries = 0;

  function keep(name: string, tenant: DirectoryTenant | null, freshMillis: number): void {
    const freshUntil = now() + freshMillis;
    if (ttlMillis === 0) return;
    if (!tenant) {
      absent.set(name, { freshUntil });
      tenants.delete(idOfSlug.get(name) ?? name);
      return;
    }
    tenants.set(tenant.id, { tenant, freshUntil });
    idOfSlug.set(tenantLabel(tenant), tenant.id);
    absent.delete(tenant.id);
    absent.delete(tenantLabel(tenant));
  }

  function load(name: string, by: Parameters<GetTenant>[0]): Promise<DirectoryTenant | null> {
    const shared = pending;
    const running = shared.get(name);
    if (running) return running;
    const begun = { drops, expiries };
    const loading = getTenant(by)
      .then((tenant) => {
        // A result that is older than a drop is wrong. One that is older than an expiry may be, so it
        // serves only while the hub is unreachable.
        if (drops === begun.drops) keep(name, tenant, expiries === begun.expiries ? ttlMillis : 0);
        return tenant;
      })
      .finally(() => shared.delete(name));
    shared.set(name, loading);
    return loading;
  }

  async function find(
    name: string,
    id: string | undefined,
    by: Parameters<GetTenant>[0],
  ): Promise<DirectoryTenant | null> {
    const known = id === undefined ? undefined : tenants.get(id);
    if (known && now() < known.freshUntil) return known.tenant;
    const gone = absent.get(name);
    if (gone && now() < gone.freshUntil) return null;
    try {
      return await load(name, by);
    } catch (cause) {
      const stale = id === undefined ? undefined : tenants.get(id);
      if (stale && now() < stale.freshUntil + staleMillis) return stale.tenant;
      throw problem('upstream_unavailable', {
        detail: 'The tenant cannot be looked up at the moment',
        headers: { 'Retry-After': '5' },
        cause,
      });
    }
  }

  return {
    known(labelOrId) {
      const found = tenants.get(idOfSlug.get(labelOrId) ?? labelOrId);
      return found && now() < found.freshUntil ? found.tenant : undefined;
    },
    bySlug: (slug) => find(slug, idOfSlug.get(slug), { slug }),
    byId: (id) => find(id, id, { id }),
    drop(idOrSlug) {
      absent.delete(idOrSlug);
      tenants.delete(idOfSlug.get(idOrSlug) ?? idOrSlug);
      drops++;
      pending = new Map();
    },
    expire() {
      for (const entry of tenants.values()) entry.freshUntil = Math.min(entry.freshUntil, now());
      absent.clear();
      expiries++;
      pending = new Map();
    },
  };
}
