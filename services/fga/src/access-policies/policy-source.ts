import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { compilePolicy } from './policy-evaluation.ts';
import type { CompiledPolicy } from './policy-evaluation.ts';
import { findRevision, listPolicies } from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';

interface Kept { revision: number; policies: readonly CompiledPolicy[]; seenAt: number }

/** A row made ready. */
export const compiled = ({ id, name, mode, priority, createdAt, body }: PolicyRow): CompiledPolicy => compilePolicy({ id, name, mode, priority, createdAt, ...body });

const all = 10_000;

const load = async (tx: Tx, clientId: string): Promise<Omit<Kept, 'seenAt'>> =>
  ({ revision: await findRevision(tx, clientId), policies: (await listPolicies(tx, clientId, { limit: all })).map(compiled) });

/** Policies of clients, compiled: evicted by `policy.*`, and held against the client's revision once they are a second old. */
export function policySource({ db, bus, now = () => performance.now(), freshMs = 1_000 }: { db: Database; bus: Pick<Bus, 'follow'>; now?: () => number; freshMs?: number }) {
  const kept = new LRUCache<string, Kept>({ max: 10_000 });
  const keyOf = (tenantId: string, clientId: string): string => `${tenantId} ${clientId}`;
  const evict = (tenantId: string, clientId: string): void => void kept.delete(keyOf(tenantId, clientId));
  bus.follow(['policy.*'], async ({ tenantId, event }) => {
    const { policy } = event.data as { policy?: { clientId?: string } };
    if (policy?.clientId !== undefined) evict(tenantId, policy.clientId);
  });

  async function of(tenantId: string, clientId: string): Promise<readonly CompiledPolicy[]> {
    const key = keyOf(tenantId, clientId);
    const seenAt = now();
    const present = kept.get(key);
    if (present && seenAt - present.seenAt < freshMs) return present.policies;
    const fresh = await db.read({ tenantId, actor: { type: 'system', id: 'fga' } }, async (tx) =>
      (present && await findRevision(tx, clientId) === present.revision ? present : load(tx, clientId)));
    kept.set(key, { ...fresh, seenAt });
    return fresh.policies;
  }

  return { of, evict };
}

/** See {@link policySource}. */
export type PolicySource = ReturnType<typeof policySource>;
