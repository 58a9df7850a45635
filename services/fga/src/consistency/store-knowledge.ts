import type { Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { searchSettings } from '../reading/level-sql.ts';
import type { RevisionHints, RevisionStep } from '../store/revision-hints.ts';

/** The store as a snapshot shows it; `now` is the database's time in milliseconds since the epoch. */
export interface StoreSnapshot {
  revision: number;
  activeModelId: string | null;
  now: number;
}

interface Knowledge {
  revision: number;
  activeModelId: string | null;
  /** When a read that told this began, on this pod's monotonic clock in milliseconds. */
  learnedAt: number;
  /** The revision that last touched a relation. */
  touched: Map<string, number>;
  /** Nothing is known of what earlier revisions touched. */
  floor: number;
}

/** What this pod knows of the tenants' stores. */
export interface StoreKnowledge {
  /** The store as it is known, if that was read within the staleness allowed. */
  fresh(
    tenantId: string,
  ): { revision: number; activeModelId: string | null; ageMs: number } | undefined;
  /** The model that was active when this pod last looked, however long ago. */
  lastActiveModel(tenantId: string): string | undefined;
  /** Reads the store row in the transaction's snapshot, and bounds the time of its further statements. */
  read(tx: Tx): Promise<StoreSnapshot>;
  /** True when none of these relations was touched after the revision, as far as this pod knows. */
  isUntouchedSince(tenantId: string, revision: number, relations: ReadonlySet<string>): boolean;
}

/** Beyond so many revisions the tenant's entries are dropped instead of held against what was touched. */
const maxGap = 1_000;

const snapshotSql = `SELECT revision, active_model_id, (extract(epoch FROM now()) * 1000)::float8 AS now, set_config('statement_timeout', $2, true) AS bound, ${searchSettings}
  FROM fga_stores WHERE tenant_id = $1`;
const touchedSql = `SELECT DISTINCT c.object_type || '#' || r AS relation FROM fga_changes c, unnest(c.relations) r WHERE c.tenant_id = $1 AND c.revision > $2 AND c.revision <= $3`;

/** Keeps knowledge by hints and by reads of the store row; hints alone never make it fresh. */
export function storeKnowledge({
  hints,
  maxStalenessMs,
  timeoutMs,
  maxTenants = 10_000,
  clock = () => performance.now(),
}: {
  hints: Pick<RevisionHints, 'onStep'>;
  maxStalenessMs: number;
  timeoutMs: number;
  maxTenants?: number;
  clock?: () => number;
}): StoreKnowledge {
  const stores = new LRUCache<string, Knowledge>({ max: maxTenants });
  /** The newest revision that anybody told of: a read that began before it knows less, however late it ends. */
  const told = new LRUCache<string, number>({ max: maxTenants });

  function apply(tenantId: string, { from, to, touched }: RevisionStep): void {
    told.set(tenantId, Math.max(told.get(tenantId) ?? 0, to));
    const known = stores.get(tenantId);
    if (!known || to <= known.revision) return;
    // A step was missed: what it touched is read with the store row.
    if (from !== known.revision) {
      known.learnedAt = -Infinity;
      return;
    }
    known.revision = to;
    for (const relation of touched) known.touched.set(relation, to);
    if (touched.includes('*')) known.learnedAt = -Infinity;
  }
  hints.onStep(apply);

  async function learn(
    tx: Tx,
    { revision, activeModelId }: StoreSnapshot,
    began: number,
  ): Promise<void> {
    const { tenantId } = tx.context;
    const known = stores.get(tenantId);
    // So far behind what was told, the store itself went back: it was restored.
    if (revision < (told.get(tenantId) ?? 0) - maxGap) told.delete(tenantId);
    const isNewest = (): boolean => revision >= (told.get(tenantId) ?? 0);
    if (!known || revision < known.revision - maxGap || revision > known.revision + maxGap) {
      stores.set(tenantId, {
        revision,
        activeModelId,
        learnedAt: isNewest() ? began : -Infinity,
        touched: new Map(),
        floor: revision,
      });
      return;
    }
    const since = known.revision;
    if (revision > since) {
      const rows = await tx.rows<{ relation: string }>(touchedSql, [tenantId, since, revision]);
      for (const { relation } of rows)
        known.touched.set(relation, Math.max(known.touched.get(relation) ?? 0, revision));
      known.revision = Math.max(known.revision, revision);
    }
    // A hint may have told more than this snapshot holds; then the pointer may be of before.
    if (known.revision !== revision) return;
    known.activeModelId = activeModelId;
    if (isNewest()) known.learnedAt = Math.max(known.learnedAt, began);
  }

  return {
    fresh(tenantId) {
      const known = stores.get(tenantId);
      const ageMs = known ? clock() - known.learnedAt : Infinity;
      return known && ageMs <= maxStalenessMs
        ? { revision: known.revision, activeModelId: known.activeModelId, ageMs }
        : undefined;
    },
    lastActiveModel: (tenantId) => stores.get(tenantId)?.activeModelId ?? undefined,
    async read(tx) {
      const began = clock();
      const [row] = await tx.prepared<StoreSnapshot>('fga store', snapshotSql, [
        tx.context.tenantId,
        String(timeoutMs),
      ]);
      const snapshot = {
        revision: row?.revision ?? 0,
        activeModelId: row?.activeModelId ?? null,
        now: row?.now ?? Date.now(),
      };
      if (row) await learn(tx, snapshot, began);
      return snapshot;
    },
    isUntouchedSince(tenantId, revision, relations) {
      const known = stores.get(tenantId);
      if (!known || revision < known.floor) return false;
      for (const [relation, at] of known.touched)
        if (at > revision && relations.has(relation)) return false;
      return true;
    },
  };
}
