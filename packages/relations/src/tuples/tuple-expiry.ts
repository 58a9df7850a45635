import { isPurged } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { idFromUuid } from '@platform/kit/ids';
import type { RevisionHints } from '../store/revision-hints.ts';
import { tupleOf } from './tuple-record.ts';
import { findStoreIn } from '../store/named-stores.ts';
import { tupleStoreOf } from '../store/store-key.ts';
import type { StoreContext } from '../store/store-key.ts';
import { applyStep, preferProbes, tupleColumns } from './tuple-store.ts';
import type { TupleRow } from './tuple-store.ts';

const batchSize = 1_000;

/** Deletes a batch of one store's expired tuples, and returns their number. Locked rows are left to the next sweep. */
async function expireBatch(
  db: Database,
  hints: RevisionHints,
  { tenantId, storeUuid }: StoreContext,
): Promise<number> {
  return db.transact({ tenantId, actor: { type: 'system', id: 'tuple-expiry' } }, async (of) => {
    const tx = (await isPurged(of)) ? undefined : await findStoreIn(of, storeUuid);
    if (!tx) return 0;
    const rows = await tx.rows<Omit<TupleRow, 'createdAt'>>(
      `SELECT ${tupleColumns('t')} FROM relation_tuples t WHERE t.tenant_id = $1 AND t.expires_at <= now() ORDER BY t.expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [tupleStoreOf(tx)],
    );
    if (rows.length === 0) return 0;
    const tuples = rows.map(tupleOf);
    await preferProbes(tx, tuples.length);
    const { revision } = await applyStep(tx, {
      deleted: tuples,
      replaced: [],
      inserted: [],
      changes: tuples.map((tuple) => ({ operation: 'expire', tuple })),
    });
    hints.announce(tx, {
      from: revision - 1,
      to: revision,
      touched: [...new Set(tuples.map((t) => `${t.object.type}#${t.relation}`))].sort(),
    });
    return rows.length;
  });
}

/** Deletes expired tuples, store by store. Until then they are invisible, but count towards the limit. */
export async function sweepExpiredTuples(db: Database, hints: RevisionHints): Promise<number> {
  const due = await db.work((tx) =>
    tx.rows<{ store: string; owner: string | null }>(
      'SELECT DISTINCT t.tenant_id AS store, s.tenant_id AS owner FROM relation_tuples t LEFT JOIN fga_stores s ON s.id = t.tenant_id WHERE t.expires_at <= now()',
    ),
  );
  let total = 0;
  for (const { store, owner } of due) {
    // The UUID of a default store is its tenant's.
    const of = owner
      ? { tenantId: owner, storeUuid: store }
      : { tenantId: idFromUuid('tenant', store) };
    for (let count = batchSize; count === batchSize; total += count)
      count = await expireBatch(db, hints, of);
  }
  return total;
}
