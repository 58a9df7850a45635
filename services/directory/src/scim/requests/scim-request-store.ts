import { deleteOlder } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const requests = directory
  .table('scimRequests')
  .narrow<{ fields: { pointer: string; code: string }[] }>();

export type ScimRequestRecord = RowOf<typeof requests>;
export type NewScimRequest = Omit<ScimRequestRecord, 'seq'>;

/** The number of requests that are kept for each directory. */
const keptPerDirectory = 100;

/** Adds requests of one directory, and drops its oldest ones. */
export async function insertScimRequests(
  tx: Tx,
  directoryId: string,
  added: readonly NewScimRequest[],
): Promise<void> {
  await requests.insert(tx, added.slice(-keptPerDirectory));
  await tx.execute(
    `DELETE FROM scim_requests WHERE tenant_id = $1 AND directory_id = $2 AND seq <= (
       SELECT seq FROM scim_requests WHERE tenant_id = $1 AND directory_id = $2 ORDER BY seq DESC OFFSET $3 LIMIT 1)`,
    [tx.context.tenantId, directoryId, keptPerDirectory],
  );
}

/** Newest first. */
export const listScimRequests = (
  tx: Tx,
  directoryId: string,
  behind: number | undefined,
  limit: number,
): Promise<ScimRequestRecord[]> => {
  const of = requests.select(tx).where('directoryId', '=', directoryId);
  const page = behind === undefined ? of : of.where('seq', '<', behind);
  return tx.rows(page.orderBy('seq', 'desc').limit(limit));
};

/** Deletes requests that are a week old. */
export const deleteOldScimRequests = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'scim_requests', column: 'at', life: '7 days' });
