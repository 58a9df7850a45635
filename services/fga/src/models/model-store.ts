import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ModelJson } from '../language/model-json.ts';

export interface ModelWarning {
  code: string;
  path: string;
  detail: string;
}

/** A model as its row holds it; lists leave out model and dsl. */
export interface ModelSummaryRecord {
  id: string;
  checksum: string;
  bytes: number;
  description: string | null;
  warnings: ModelWarning[];
  createdAt: Date;
  createdBy: Actor;
  activatedAt: Date | null;
}
export interface ModelRecord extends ModelSummaryRecord {
  model: ModelJson;
  dsl: string;
}

const summary = 'id, checksum, bytes, description, warnings, created_at, created_by, activated_at';

export const findModel = (tx: Tx, id: string): Promise<ModelRecord | undefined> =>
  tx.row<ModelRecord>(
    `SELECT ${summary}, model, dsl FROM fga_models WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );

/** Newest first; ids sort by creation. */
export const listModels = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<ModelSummaryRecord[]> =>
  tx.rows<ModelSummaryRecord>(
    `SELECT ${summary} FROM fga_models WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

export const insertModel = (
  tx: Tx,
  { id, model, dsl, checksum, bytes, description, warnings, createdBy, createdAt }: ModelRecord,
): Promise<number> =>
  tx.execute(
    'INSERT INTO fga_models (tenant_id, id, model, dsl, checksum, bytes, description, warnings, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      tx.context.tenantId,
      id,
      JSON.stringify(model),
      dsl,
      checksum,
      bytes,
      description,
      JSON.stringify(warnings),
      JSON.stringify(createdBy),
      createdAt,
    ],
  );

export const markActivated = (tx: Tx, id: string): Promise<number> =>
  tx.execute('UPDATE fga_models SET activated_at = now() WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

/** Deletes the oldest model that was never active; false when there is none. */
export const deleteOldestNeverActive = async (tx: Tx): Promise<boolean> =>
  (await tx.execute(
    'DELETE FROM fga_models WHERE tenant_id = $1 AND id = (SELECT id FROM fga_models WHERE tenant_id = $1 AND activated_at IS NULL ORDER BY id LIMIT 1)',
    [tx.context.tenantId],
  )) === 1;
