import type { Cutoff } from '@platform/kit/auth';
import type { Bus } from '@platform/kit/bus';
import { deleteOlder, tryLock } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { atEachConnection, cutoffKey } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { hubLocks } from '../advisory-locks.ts';
import { hub } from '../generated/tables.ts';
import { publishCutoff } from './cut-off.ts';

const auditMs = 600_000;

/** An upper bound of the lifetime of tokens. */
const life = '2 hours';

/**
 * Compares the bucket with the database every ten minutes, and whenever the connection to the bus is restored, so that revoked tokens
 * do not become valid again if the bus loses its data.
 */
export function cutoffWorker({
  db,
  bus,
  log,
  metrics,
}: {
  db: Database;
  bus: Bus;
  log: Logger;
  metrics: Metrics;
}): Worker {
  const repairs = metrics.counter('platform_bucket_repairs_total');

  async function repair({ tenantId, kind, id, notBefore }: Cutoff): Promise<boolean> {
    const entry = await bus.get<Cutoff>('token-cutoffs', cutoffKey({ tenantId, kind, id }));
    if (entry && entry.notBefore >= notBefore) return false;
    repairs.inc({ bucket: 'token-cutoffs' });
    await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
      publishCutoff(tx, { kind, id, notBefore }),
    );
    return true;
  }

  /** Runs in one pod at a time. */
  const audit = (): Promise<void> =>
    db.work(async (tx) => {
      if (!(await tryLock(tx, hubLocks.tokenCutoffAudit))) return;
      await deleteOlder(db, { table: 'token_cutoff', column: 'created_at', life });
      const rows = await tx.rows(
        hub.query.selectFrom('tokenCutoff').select(['tenantId', 'kind', 'id', 'notBefore']),
      );
      for (const row of rows) await repair(row);
    });

  return atEachConnection(bus, { intervalMs: auditMs }, 'token cut-offs', log, async () => {
    await audit();
    return true;
  });
}
