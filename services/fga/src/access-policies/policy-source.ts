import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { compilePolicy } from './policy-evaluation.ts';
import type { CompiledPolicy } from './policy-evaluation.ts';
import { findPolicyRevision, listPolicies } from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';

interface Kept {
  revision: number;
  policies: readonly CompiledPolicy[];
  seenAt: number;
}

/** A compiled row. */
export const compiled = ({
  id,
  name,
  mode,
  priority,
  createdAt,
  body,
}: PolicyRow): CompiledPolicy => compilePolicy({ id, name, mode, priority, createdAt, ...body });

const all = 10_000;

const load = async (tx: Tx, clientId: string): Promise<Omit<Kept, 'seenAt'>> => ({
  revision: await findPolicyRevision(tx, clientId),
  policies: (await listPolicies(tx, clientId, { limit: all })).map(compiled),
});

/**
 * Caches compiled policies of clients. `policy.*` events evict them, and after a second they are
 * compared with the client's revision.
 */
export function policySource({
  db,
  bus,
  now = () => performance.now(),
  freshMs = 1_000,
}: {
  db: Database;
  bus: Pick<Bus, 'follow'>;
  now?: () => number;
  freshMs?: number;
}) {
  const kept = new LRUCache<string, Kept>({ max: 10_000 });
  const keyOf = (tenantId: string, clientId: string): string => `${tenantId} ${clientId}`;
  /** Pending reads. One that began before a change must not restore what was evicted. */
  const reads = new Set<{ key: string; isOutrun: boolean }>();
  function evict(tenantId: string, clientId: string): void {
    const key = keyOf(tenantId, clientId);
    kept.delete(key);
    for (const read of reads) if (read.key === key) read.isOutrun = true;
  }
  bus.follow(['policy.*'], async ({ tenantId, event }) => {
    const { policy } = event.data as { policy?: { clientId?: string } };
    if (policy?.clientId !== undefined) evict(tenantId, policy.clientId);
  });

  async function of(tenantId: string, clientId: string): Promise<readonly CompiledPolicy[]> {
    const key = keyOf(tenantId, clientId);
    const seenAt = now();
    const present = kept.get(key);
    if (present && seenAt - present.seenAt < freshMs) return present.policies;
    const read = { key, isOutrun: false };
    reads.add(read);
    try {
      const fresh = await db.read({ tenantId, actor: { type: 'system', id: 'fga' } }, async (tx) =>
        present && (await findPolicyRevision(tx, clientId)) === present.revision
          ? present
          : load(tx, clientId),
      );
      // Of concurrent reads, the one that began last is the most recent.
      if (!read.isOutrun && seenAt >= (kept.get(key)?.seenAt ?? -Infinity))
        kept.set(key, { ...fresh, seenAt });
      return fresh.policies;
    } finally {
      reads.delete(read);
    }
  }

  return { of, evict };
}

export type PolicySource = ReturnType<typeof policySource>;
