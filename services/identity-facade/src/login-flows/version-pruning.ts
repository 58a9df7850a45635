import type { Database, Tx } from '@platform/kit/database';
import { cron } from '@platform/kit/jobs';
import type { SingletonJob } from '@platform/kit/jobs';
import { identityFacade } from '../generated/tables.ts';
import { deleteUnusedVersions, lockFlowHead } from './login-flow-store.ts';

const keep = 100;
const unusedMs = 90 * 86_400_000;

/** Deletes unused versions of the tenant, with an audit record of each. */
export async function pruneVersions(tx: Tx, now: Date): Promise<number> {
  const { activeVersion } = await lockFlowHead(tx);
  const before = new Date(now.getTime() - unusedMs);
  const removed = await deleteUnusedVersions(tx, { keep, before, activeVersion });
  for (const { id, version } of removed)
    await tx.audit({
      subject: { type: 'login_flow', id },
      data: {
        operationId: 'loginFlowPruneVersion',
        outcome: 'success',
        status: 200,
        details: { version },
      },
    });
  return removed.length;
}

/** Prunes versions every night. */
export function versionPruning(
  { db }: { db: Pick<Database, 'work' | 'transact'> },
  now: () => Date,
): SingletonJob {
  return cron('0 20 3 * * *', 'unused login flow versions', async (signal) => {
    const tenants = await db.work((tx) =>
      tx.rows(
        identityFacade.query
          .selectFrom('loginFlowHeads')
          .select('tenantId')
          .where('lastVersion', '>', keep),
      ),
    );
    const actor = { type: 'system', id: 'identity-facade' } as const;
    for (const { tenantId } of tenants) {
      if (signal.aborted) return;
      await db.transact({ tenantId, actor }, (tx) => pruneVersions(tx, now()));
    }
  });
}
