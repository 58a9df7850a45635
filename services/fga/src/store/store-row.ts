import type { Tx } from '@platform/kit/database';

/** Where a tenant's store stands. */
export interface StoreRow {
  activeModelId: string | null;
  revision: number;
  tupleCount: number;
  modelCount: number;
  updatedAt: Date;
}

const columns = 'active_model_id, revision, tuple_count, model_count, updated_at';

/** The store of the transaction's tenant; undefined before its first write. */
export const findStore = (tx: Tx): Promise<StoreRow | undefined> =>
  tx.row<StoreRow>(`SELECT ${columns} FROM fga_stores WHERE tenant_id = $1`, [tx.context.tenantId]);

/** The store row, made at first use; not locked. */
export async function openStore(tx: Tx): Promise<StoreRow> {
  const known = await findStore(tx);
  if (known) return known;
  await tx.execute('INSERT INTO fga_stores (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    tx.context.tenantId,
  ]);
  return (await findStore(tx)) as StoreRow;
}

/** The store row, locked until the end of the transaction. */
export async function lockStore(tx: Tx): Promise<StoreRow> {
  await openStore(tx);
  return (await tx.row<StoreRow>(
    `SELECT ${columns} FROM fga_stores WHERE tenant_id = $1 FOR UPDATE`,
    [tx.context.tenantId],
  )) as StoreRow;
}

/** Adds one model, or takes one away; the revision stays. */
export const countModels = (tx: Tx, by: number): Promise<number> =>
  tx.execute(
    'UPDATE fga_stores SET model_count = model_count + $2, updated_at = now() WHERE tenant_id = $1',
    [tx.context.tenantId, by],
  );

/** Moves the pointer to the active model and adds one to the revision; answers the new revision. */
export async function moveActiveModel(tx: Tx, modelId: string): Promise<number> {
  const moved = await tx.row<{ revision: number }>(
    'UPDATE fga_stores SET active_model_id = $2, revision = revision + 1, updated_at = now() WHERE tenant_id = $1 RETURNING revision',
    [tx.context.tenantId, modelId],
  );
  return (moved as { revision: number }).revision;
}
