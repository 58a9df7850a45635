import { deleteOlder, fromNow } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { hub } from '../generated/tables.ts';

const actor = { type: 'system', id: 'hub' } as const;
const batch = 1_000;
const reservedMs = 30 * 86_400_000;
const deleted = hub.query
  .selectFrom('application')
  .select(['tenantId', 'clientId'])
  .where('deletedAt', '<', fromNow(-reservedMs))
  .orderBy('deletedAt')
  .limit(batch);

/** Frees the id of a deleted client after deleting its artifacts, which a successor must not inherit. */
async function forget(
  db: Database,
  { tenantId, clientId }: { tenantId: string; clientId: string },
): Promise<void> {
  const remove = (): Promise<number> =>
    db.transact({ tenantId, actor }, (tx) =>
      tx.execute(
        `DELETE FROM oidc_artifact WHERE tenant_id = $1 AND (model, id_hash) IN
       (SELECT model, id_hash FROM oidc_artifact WHERE tenant_id = $1 AND payload->>'clientId' = $2 LIMIT ${batch})`,
        [tenantId, clientId],
      ),
    );
  while ((await remove()) === batch);
  await db.transact({ tenantId, actor }, (tx) =>
    hub
      .table('application')
      .only((of) => of('deletedAt', '<', fromNow(-reservedMs)))
      .delete(tx, { clientId }),
  );
}

/** Frees the ids of applications deleted 30 days ago, and deletes expired secrets. */
export async function sweepApplications(db: Database): Promise<void> {
  for (const application of await db.work((tx) => tx.rows(deleted))) await forget(db, application);
  await deleteOlder(db, { table: 'application_secret', column: 'expires_at', life: '1 day' });
}

/** Runs {@link sweepApplications} every hour. */
export const applicationSweep = (db: Database, log: Logger): Worker =>
  every(3_600_000, 'application sweep', log, () => sweepApplications(db));
