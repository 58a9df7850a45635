import { defaultTenantId } from '@platform/contracts';
import type { Cutoff } from '@platform/kit/auth';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import { cutoffKey, every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { tellCutoff } from './cut-off.ts';

interface CutoffRow { tenant_id: string; kind: Cutoff['kind']; id: string; not_before: number }

const auditMs = 600_000;
const lookMs = 2_000;

/** Above the longest life of a token. */
const keptHours = 2;

/**
 * Holds the bucket against the database every ten minutes, and whenever the bus has come back: a bus that lost its disk
 * must not bring revoked tokens back to life.
 */
export function cutoffWorker({ db, bus, log, metrics }: { db: Database; bus: Bus; log: Logger; metrics: Metrics }): Worker {
  const repairs = metrics.counter('hub_kv_repairs_total', 'Entries of a bucket that differed from the database.', ['bucket']);
  let auditedAt = -Infinity;
  let wasConnected = false;

  async function audit(): Promise<void> {
    const rows = await db.work((tx) => tx.rows<CutoffRow>('SELECT tenant_id, kind, id, not_before FROM token_cutoff'));
    for (const { tenant_id: tenantId, kind, id, not_before: notBefore } of rows) {
      const held = await bus.get<Cutoff>('token-cutoffs', cutoffKey({ tenantId, kind, id }));
      if (held && held.notBefore >= notBefore) continue;
      repairs.inc({ bucket: 'token-cutoffs' });
      await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, (tx) => tellCutoff(bus.outbox, tx, { kind, id, notBefore }));
    }
    if (rows.length > 0) bus.wakeRelay();
  }

  const sweep = (): Promise<number> => db.work((tx) => tx.execute(
    `DELETE FROM token_cutoff WHERE (tenant_id, kind, id) IN
       (SELECT tenant_id, kind, id FROM token_cutoff WHERE created_at < now() - make_interval(hours => $1) LIMIT 1000)`, [keptHours]));

  return every(lookMs, 'token cut-offs', log, async () => {
    const isConnected = bus.isConnected();
    const isBack = isConnected && !wasConnected;
    wasConnected = isConnected;
    if (!isConnected || (!isBack && Date.now() - auditedAt < auditMs)) return;
    const took = await db.transact({ tenantId: defaultTenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
      tx.row<{ got: boolean }>(`SELECT pg_try_advisory_xact_lock(hashtextextended('hub token cut-offs', 0)) AS got`));
    auditedAt = Date.now();
    if (!took?.got) return;
    while ((await sweep()) === 1000);
    await audit();
  });
}
