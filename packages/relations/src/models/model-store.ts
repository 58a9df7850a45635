import type { Actor } from '@platform/contracts';
import type { Tx, RowOf } from '@platform/kit/database';
import { now } from '@platform/kit/database';
import { relations } from '../generated/tables.ts';
import type { ModelJson } from '../language/model-json.ts';

export interface ModelWarning {
  code: string;
  path: string;
  detail: string;
}

const models = relations
  .table('fgaModels')
  .narrow<{ model: ModelJson; warnings: ModelWarning[]; createdBy: Actor }>()
  .omit('storeId');
const summaries = models.omit('model', 'dsl');

export type ModelRecord = RowOf<typeof models>;
/** A model as lists read it. */
export type ModelSummaryRecord = RowOf<typeof summaries>;

export const findModel = (tx: Tx, id: string): Promise<ModelRecord | undefined> =>
  models.find(tx, { id });

/** As {@link listModels}, with the models themselves. */
export const listWholeModels = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<ModelRecord[]> => models.page(tx, { by: 'id', behind, limit });

/** Newest first; ids sort by creation. */
export const listModels = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<ModelSummaryRecord[]> => summaries.page(tx, { by: 'id', behind, limit });

export const insertModel = (tx: Tx, model: ModelRecord): Promise<number> =>
  models.insert(tx, model);

export const markActivated = (tx: Tx, id: string): Promise<number> =>
  models.update(tx, { id }, { activatedAt: now });

/** Deletes the oldest model that was never active; false when there is none. */
export const deleteOldestNeverActive = async (tx: Tx): Promise<boolean> =>
  (await tx.execute(
    'DELETE FROM fga_models WHERE tenant_id = $1 AND id = (SELECT id FROM fga_models WHERE tenant_id = $1 AND activated_at IS NULL ORDER BY id LIMIT 1)',
    [tx.context.tenantId],
  )) === 1;
