import type { ImportErrorResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { FailedRow } from './candidate.ts';

/** Errors of records, as the API answers them, in the order of the records. */
export const listImportErrors = (
  tx: Tx,
  jobId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<ImportErrorResource[]> =>
  tx.rows<ImportErrorResource & Record<string, unknown>>(
    `SELECT row, source_id, code, pointer, detail FROM import_errors
     WHERE tenant_id = $1 AND job_id = $2 AND ($3::bigint IS NULL OR row > $3) ORDER BY row LIMIT $4`,
    [tx.context.tenantId, jobId, after ?? null, limit],
  );

export async function insertImportErrors(
  tx: Tx,
  jobId: string,
  errors: readonly FailedRow[],
): Promise<void> {
  if (errors.length === 0) return;
  await tx.execute(
    `INSERT INTO import_errors (tenant_id, job_id, row, source_id, code, pointer, detail)
     SELECT $1, $2, e.* FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[]) AS e (row, source_id, code, pointer, detail)
     ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      jobId,
      errors.map((e) => e.row),
      errors.map((e) => e.sourceId),
      errors.map((e) => e.code),
      errors.map((e) => e.pointer),
      errors.map((e) => e.detail.slice(0, 500)),
    ],
  );
}

/** Forgets the errors of a record, of a person who is erased. */
export const removeImportErrorsOf = (tx: Tx, sourceId: string): Promise<number> =>
  tx.execute('DELETE FROM import_errors WHERE tenant_id = $1 AND source_id = $2', [
    tx.context.tenantId,
    sourceId,
  ]);
