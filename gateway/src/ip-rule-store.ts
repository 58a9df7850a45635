import { LRUCache } from 'lru-cache';
import type { Bus } from '@platform/kit/bus';
import { ipRule } from '@platform/kit/ip';
import type { IpRule, StoredIpRule } from '@platform/kit/ip';
import type { Logger } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import { within } from '@platform/kit/async';

/** The IP rules of a tenant, from the hub. */
export interface IpRuleSet {
  version: number;
  rules: readonly StoredIpRule[];
}

/** Rules of tenants in memory. */
export interface IpRuleStore {
  /**
   * The rules of a tenant; a promise only if they must be fetched first. Rejects with 503 if neither the bucket nor the hub
   * responds.
   */
  rulesOf(tenantId: string): readonly IpRule[] | Promise<readonly IpRule[]>;
}

interface Loaded {
  version: number;
  rules: readonly IpRule[];
  isStale: boolean;
}
interface Loading {
  result: Promise<Loaded>;
  seen: IpRuleSet | undefined;
}

const bucketMillis = 500;
const empty: IpRuleSet = { version: 0, rules: [] };

/**
 * Loads a tenant's rules at its first request, from the bucket or else from the hub, and keeps them; a watch updates loaded rules.
 * After a reconnect each tenant is loaded again, while the known rules stay in force.
 */
export function ipRuleStore({
  bus,
  snapshot,
  log,
  max = 5_000,
}: {
  bus: Pick<Bus, 'lookUp' | 'watch'>;
  snapshot: (tenantId: string) => Promise<IpRuleSet>;
  log: Logger;
  max?: number;
}): IpRuleStore {
  const loaded = new LRUCache<string, Loaded>({ max });
  const loading = new Map<string, Loading>();

  const parse = ({ version, rules }: IpRuleSet): Loaded => ({
    version,
    rules: rules.map(ipRule),
    isStale: false,
  });

  async function fetchSet(tenantId: string): Promise<IpRuleSet> {
    const held = await within(bucketMillis, bus.lookUp<IpRuleSet>('ip-rules', tenantId)).then(
      (set) => set ?? empty,
      () => undefined,
    );
    // A bucket that is unavailable, or older than the known rules, has lost data: the hub must be asked.
    return held && held.version >= (loaded.peek(tenantId)?.version ?? 0)
      ? held
      : snapshot(tenantId);
  }

  async function fetchRules(tenantId: string, entry: Loading): Promise<Loaded> {
    try {
      const fetched = await fetchSet(tenantId);
      // The watch may have delivered a change while this older response was on its way.
      const newest = entry.seen && entry.seen.version > fetched.version ? entry.seen : fetched;
      const rules = parse(newest);
      loaded.set(tenantId, rules);
      return rules;
    } catch (cause) {
      throw problem('upstream_unavailable', {
        detail: 'The IP rules of the tenant cannot be read at the moment; retry later',
        headers: { 'Retry-After': '5' },
        cause,
      });
    } finally {
      loading.delete(tenantId);
    }
  }

  function load(tenantId: string): Promise<Loaded> {
    const running = loading.get(tenantId);
    if (running) return running.result;
    const entry = { seen: undefined } as unknown as Loading;
    loading.set(tenantId, entry);
    entry.result = fetchRules(tenantId, entry);
    return entry.result;
  }

  function see(tenantId: string, set: IpRuleSet | undefined): void {
    const told = set ?? empty;
    const running = loading.get(tenantId);
    if (running) running.seen = told;
    const known = loaded.peek(tenantId);
    // A bucket that lost its latest entries is older than the known rules: they stay stale until the hub responds.
    if (!known || told.version < known.version) return;
    try {
      loaded.set(tenantId, parse(told));
    } catch (error) {
      log.error(
        { err: error, tenantId },
        'IP rules cannot be read; the known rules stay in effect',
      );
    }
  }

  bus.watch<IpRuleSet>('ip-rules', see, () => {
    for (const entry of loaded.values()) entry.isStale = true;
  });

  return {
    rulesOf(tenantId) {
      const known = loaded.get(tenantId);
      if (!known) return load(tenantId).then(({ rules }) => rules);
      if (known.isStale)
        load(tenantId).catch((error: unknown) =>
          log.warn(
            { err: error, tenantId },
            'IP rules could not be reloaded; the known rules stay in effect',
          ),
        );
      return known.rules;
    },
  };
}
