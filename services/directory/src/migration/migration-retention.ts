import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import type { ObjectStores } from '@platform/kit/objects';

const keptDays = 30;
const dayMs = 86_400_000;

/**
 * Removes files of imports, and errors of records, after 30 days. Lists the files in the store
 * itself, so that those of deleted tenants are found too.
 */
export async function sweepMigration(
  db: Database,
  stores: Pick<ObjectStores, 'current'>,
  { signal, clock }: { signal: AbortSignal; clock: () => number },
): Promise<void> {
  const life = `${keptDays} days`;
  await deleteOlder(db, { table: 'migration_uploads', column: 'created_at', life });
  await deleteOlder(db, { table: 'import_errors', column: 'created_at', life });
  const edge = clock() - keptDays * dayMs;
  for await (const { key, modifiedAt } of stores.current.list('')) {
    if (signal.aborted) return;
    if (modifiedAt.getTime() < edge) await stores.current.delete(key);
  }
}
