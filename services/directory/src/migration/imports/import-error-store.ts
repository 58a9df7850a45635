import type { ImportErrorResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import type { FailedRow } from './candidate.ts';

const errors = directory
  .table('importErrors')
  .narrow<Pick<ImportErrorResource, 'code'>>()
  .pick('row', 'sourceId', 'code', 'pointer', 'detail');

/** Errors of an import, in the order of their records. */
export const listImportErrors = (
  tx: Tx,
  jobId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<ImportErrorResource[]> =>
  errors.page(tx, { where: { jobId }, by: 'row', ascending: true, behind: after, limit });

export const insertImportErrors = (
  tx: Tx,
  jobId: string,
  failed: readonly FailedRow[],
): Promise<number> =>
  errors.insertIfAbsent(
    tx,
    failed.map(({ row, sourceId, code, pointer, detail }) => ({
      jobId,
      row,
      sourceId,
      code,
      pointer,
      detail: detail.slice(0, 500),
    })),
  );

/** Removes the errors of a record whose person is erased. */
export const removeImportErrorsOf = (tx: Tx, sourceId: string): Promise<number> =>
  errors.delete(tx, { sourceId });
