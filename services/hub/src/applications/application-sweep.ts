import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';

interface DeletedRow {
  tenantId: string;
  clientId: string;
}

const actor = { type: 'system', id: 'hub' } as const;
const batch = 1000;

/** What the library still keeps of a deleted client goes before its id is free: a successor must not inherit it. */
async function forget(db: Database, { tenantId, clientId }: DeletedRow): Promise<void> {
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
    tx.execute(
      `DELETE FROM application WHERE tenant_id = $1 AND client_id = $2 AND deleted_at < now() - interval '30 days'`,
      [tenantId, clientId],
    ),
  );
}

/** Frees the ids of applications deleted 30 days ago, and drops secrets that have ended. */
export async function sweepApplications(db: Database): Promise<void> {
  const old = await db.work((tx) =>
    tx.rows<DeletedRow>(
      `SELECT tenant_id, client_id FROM application WHERE deleted_at < now() - interval '30 days' ORDER BY deleted_at LIMIT ${batch}`,
    ),
  );
  for (const row of old) await forget(db, row);
  while (
    (await db.work((tx) =>
      tx.execute(`DELETE FROM application_secret WHERE (tenant_id, client_id, id) IN
    (SELECT tenant_id, client_id, id FROM application_secret WHERE expires_at < now() - interval '1 day' LIMIT ${batch})`),
    )) === batch
  );
}

/** {@link sweepApplications}, each hour. */
export const applicationSweep = (db: Database, log: Logger): Worker =>
  every(3_600_000, 'application sweep', log, () => sweepApplications(db));
