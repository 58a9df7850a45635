import type { Tx } from '@platform/kit/database';
import type { SourceRecord } from './migration-source.ts';

const columns = `id, kind, connection, credential_sealed, mapping, options, version, created_at, updated_at`;

export const findSource = (tx: Tx): Promise<SourceRecord | undefined> =>
  tx.row<SourceRecord>(`SELECT ${columns} FROM migration_sources WHERE tenant_id = $1`, [
    tx.context.tenantId,
  ]);

export const lockSource = (tx: Tx): Promise<SourceRecord | undefined> =>
  tx.row<SourceRecord>(`SELECT ${columns} FROM migration_sources WHERE tenant_id = $1 FOR UPDATE`, [
    tx.context.tenantId,
  ]);

/** Keeps the source from being changed until the transaction ends, beside others who do. */
export const holdSource = (tx: Tx): Promise<SourceRecord | undefined> =>
  tx.row<SourceRecord>(`SELECT ${columns} FROM migration_sources WHERE tenant_id = $1 FOR SHARE`, [
    tx.context.tenantId,
  ]);

const valuesOf = (tx: Tx, source: SourceRecord): unknown[] => [
  tx.context.tenantId,
  source.id,
  source.kind,
  JSON.stringify(source.connection),
  source.credentialSealed,
  JSON.stringify(source.mapping),
  JSON.stringify(source.options),
  source.version,
  source.updatedAt,
];

/** Inserts the source of the tenant; false when there is one by now. */
export const insertSource = async (tx: Tx, source: SourceRecord): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO migration_sources (tenant_id, id, kind, connection, credential_sealed, mapping, options, version, updated_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT DO NOTHING`,
    valuesOf(tx, source),
  )) === 1;

export const updateSource = (tx: Tx, source: SourceRecord): Promise<number> =>
  tx.execute(
    `UPDATE migration_sources SET kind = $3, connection = $4, credential_sealed = $5, mapping = $6, options = $7, version = $8, updated_at = $9
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, source),
  );

export const deleteSource = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM migration_sources WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
