import type { Cutoff } from '@platform/kit/auth';
import type { Bus } from '@platform/kit/bus';
import { tryLock } from '@platform/kit/database';
import type { Database, WorkerTx } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { atEachConnection, cutoffKey } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { hubLocks } from '../advisory-locks.ts';
import { tellCutoff } from './cut-off.ts';

interface CutoffRow {
  tenantId: string;
  kind: Cutoff['kind'];
  id: string;
  notBefore: number;
}

const auditMs = 600_000;

/** Above the longest life of a token. */
const keptHours = 2;

/**
 * Holds the bucket against the database every ten minutes, and whenever the bus has come back: a bus that lost its disk
 * must not bring revoked tokens back to life.
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

  async function repair({ tenantId, kind, id, notBefore }: CutoffRow): Promise<boolean> {
    const held = await bus.get<Cutoff>('token-cutoffs', cutoffKey({ tenantId, kind, id }));
    if (held && held.notBefore >= notBefore) return false;
    repairs.inc({ bucket: 'token-cutoffs' });
    await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
      tellCutoff(tx, { kind, id, notBefore }),
    );
    return true;
  }

  const sweep = (tx: WorkerTx): Promise<number> =>
    tx.execute(
      `DELETE FROM token_cutoff WHERE (tenant_id, kind, id) IN
       (SELECT tenant_id, kind, id FROM token_cutoff WHERE created_at < now() - make_interval(hours => $1) LIMIT 1000)`,
      [keptHours],
    );

  /** One pod does it for all. */
  const audit = (): Promise<void> =>
    db.work(async (tx) => {
      if (!(await tryLock(tx, hubLocks.tokenCutoffAudit))) return;
      while ((await sweep(tx)) === 1000);
      const rows = await tx.rows<CutoffRow>(
        'SELECT tenant_id, kind, id, not_before FROM token_cutoff',
      );
      for (const row of rows) await repair(row);
    });

  return atEachConnection(bus, { intervalMs: auditMs }, 'token cut-offs', log, async () => {
    await audit();
    return true;
  });
}
