import { isPurged } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { idFromUuid } from '@platform/kit/ids';
import type { RevisionHints } from '../store/revision-hints.ts';
import { tupleOf } from './tuple-record.ts';
import { tenantOf } from '../store/tenant-uuid.ts';
import { applyStep, preferProbes, tupleColumns } from './tuple-store.ts';
import type { TupleRow } from './tuple-store.ts';

const batchSize = 1_000;

/** Deletes a batch of one tenant's expired tuples, and returns their number. Locked rows are left to the next sweep. */
async function expireBatch(db: Database, hints: RevisionHints, tenantId: string): Promise<number> {
  return db.transact({ tenantId, actor: { type: 'system', id: 'tuple-expiry' } }, async (tx) => {
    if (await isPurged(tx)) return 0;
    const rows = await tx.rows<Omit<TupleRow, 'createdAt'>>(
      `SELECT ${tupleColumns('t')} FROM relation_tuples t WHERE t.tenant_id = $1 AND t.expires_at <= now() ORDER BY t.expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [tenantOf(tx)],
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

/** Deletes expired tuples, tenant by tenant. Until then they are invisible, but count towards the limit. */
export async function sweepExpiredTuples(db: Database, hints: RevisionHints): Promise<number> {
  const due = await db.work((tx) =>
    tx.rows<{ tenant: string }>(
      'SELECT DISTINCT tenant_id AS tenant FROM relation_tuples WHERE expires_at <= now()',
    ),
  );
  let total = 0;
  for (const { tenant } of due)
    for (let count = batchSize; count === batchSize; total += count)
      count = await expireBatch(db, hints, idFromUuid('tenant', tenant));
  return total;
}
