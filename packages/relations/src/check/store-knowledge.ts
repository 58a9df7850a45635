import type { Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { searchSettings } from '../reading/level-sql.ts';
import type { RevisionHints, RevisionStep } from '../store/revision-hints.ts';
import { namedStoreOf, storeIdOf, storeKeyOf } from '../store/store-key.ts';
import { storeNotFound } from '../store/store-row.ts';

/** The store as a snapshot shows it; `now` is the database's time in milliseconds since the epoch. */
export interface StoreSnapshot {
  revision: number;
  activeModelId: string | null;
  now: number;
}

interface Knowledge {
  revision: number;
  activeModelId: string | null;
  /** When the read that found this began, on the monotonic clock of the process in milliseconds. */
  learnedAt: number;
  /** The revision that last touched a relation. */
  touched: Map<string, number>;
  /** The first revision whose touched relations are known. */
  floor: number;
}

/** The last known states of stores. */
export interface StoreKnowledge {
  /** The known state of the store, if it was read within the allowed staleness. */
  fresh(
    storeKey: string,
  ): { revision: number; activeModelId: string | null; ageMs: number } | undefined;
  /** The model that was active at the last read, however old. */
  lastActiveModel(storeKey: string): string | undefined;
  /**
   * Reads the store row in the transaction's snapshot, bounds the time of its further statements, and shows them the rows of the
   * store. 404 for a named store that does not exist.
   */
  read(tx: Tx): Promise<StoreSnapshot>;
  /** True when none of these relations is known to be touched after the revision. */
  isUntouchedSince(storeKey: string, revision: number, relations: ReadonlySet<string>): boolean;
}

/** Beyond this many revisions, entries of the store are dropped instead of compared with what was touched. */
const maxGap = 1_000;

const snapshotSql = `SELECT revision, active_model_id, (extract(epoch FROM now()) * 1000)::float8 AS now, set_config('statement_timeout', $2, true) AS bound, ${searchSettings},
    set_config('platform.store_uuid', $4, true) AS in_use
  FROM fga_stores WHERE tenant_id = $1 AND id = $3 AND deleted_at IS NULL`;
const touchedSql = `SELECT DISTINCT c.object_type || '#' || r AS relation FROM fga_changes c, unnest(c.relations) r WHERE c.tenant_id = $1 AND c.revision > $2 AND c.revision <= $3`;

interface KnownStores {
  stores: LRUCache<string, Knowledge>;
  /** The newest revision that a hint announced: a read that began before it is older, however late it ends. */
  announced: LRUCache<string, number>;
}

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
  const known: KnownStores = {
    stores: new LRUCache({ max: maxTenants }),
    announced: new LRUCache({ max: maxTenants }),
  };
  hints.onStep((storeKey, step) => applyHint(known, storeKey, step));
  return {
    fresh(storeKey) {
      const store = known.stores.get(storeKey);
      const ageMs = store ? clock() - store.learnedAt : Infinity;
      return store && ageMs <= maxStalenessMs
        ? { revision: store.revision, activeModelId: store.activeModelId, ageMs }
        : undefined;
    },
    lastActiveModel: (storeKey) => known.stores.get(storeKey)?.activeModelId ?? undefined,
    async read(tx) {
      const began = clock();
      const [row] = await tx.prepared<StoreSnapshot>('fga store', snapshotSql, [
        tx.context.tenantId,
        String(timeoutMs),
        storeIdOf(tx),
        namedStoreOf(tx) ?? '',
      ]);
      if (!row && namedStoreOf(tx) !== undefined) throw storeNotFound();
      if (!row) return { revision: 0, activeModelId: null, now: Date.now() };
      const { revision, activeModelId, now } = row;
      await learn(known, tx, row, began);
      return { revision, activeModelId, now };
    },
    isUntouchedSince: (storeKey, revision, relations) =>
      isUntouched(known.stores.get(storeKey), revision, relations),
  };
}

/** Applies a hint. */
function applyHint(
  { stores, announced }: KnownStores,
  storeKey: string,
  { from, to, touched }: RevisionStep,
): void {
  announced.set(storeKey, Math.max(announced.get(storeKey) ?? 0, to));
  const known = stores.get(storeKey);
  if (!known || to <= known.revision) return;
  // A step was missed: the relations that it touched are read with the store row.
  if (from !== known.revision) {
    known.learnedAt = -Infinity;
    return;
  }
  known.revision = to;
  for (const relation of touched) known.touched.set(relation, to);
  if (touched.includes('*')) known.learnedAt = -Infinity;
}

/** Applies a read of the store row that began at this time. */
async function learn(
  { stores, announced }: KnownStores,
  tx: Tx,
  { revision, activeModelId }: StoreSnapshot,
  began: number,
): Promise<void> {
  const storeKey = storeKeyOf(tx.context);
  const known = stores.get(storeKey);
  // Far behind what was announced: the store was restored from a backup.
  if (revision < (announced.get(storeKey) ?? 0) - maxGap) announced.delete(storeKey);
  const isNewest = (): boolean => revision >= (announced.get(storeKey) ?? 0);
  if (!known || Math.abs(revision - known.revision) > maxGap) {
    const learnedAt = isNewest() ? began : -Infinity;
    const touched = new Map<string, number>();
    stores.set(storeKey, { revision, activeModelId, learnedAt, touched, floor: revision });
    return;
  }
  if (revision > known.revision) await learnTouched(tx, known, revision);
  // A hint may have announced more than this snapshot contains; then its pointer may be outdated.
  if (known.revision !== revision) return;
  known.activeModelId = activeModelId;
  if (isNewest()) known.learnedAt = Math.max(known.learnedAt, began);
}

/** Reads the relations that were touched since the known revision. */
async function learnTouched(tx: Tx, known: Knowledge, revision: number): Promise<void> {
  const rows = await tx.rows<{ relation: string }>(touchedSql, [
    tx.context.tenantId,
    known.revision,
    revision,
  ]);
  for (const { relation } of rows)
    known.touched.set(relation, Math.max(known.touched.get(relation) ?? 0, revision));
  known.revision = Math.max(known.revision, revision);
}

function isUntouched(
  known: Knowledge | undefined,
  revision: number,
  relations: ReadonlySet<string>,
): boolean {
  if (!known || revision < known.floor) return false;
  for (const [relation, at] of known.touched)
    if (at > revision && relations.has(relation)) return false;
  return true;
}
