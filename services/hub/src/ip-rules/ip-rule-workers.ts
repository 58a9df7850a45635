import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { lockRuleSet, tryLockRuleSet } from './ip-rule-store.ts';
import type { IpRules, SharedRuleSet } from './ip-rules.ts';

/** What the workers of this area need. */
export interface IpRuleWorkerOptions { db: Database; bus: Bus; rules: IpRules; log: Logger; metrics: Metrics }

const actor = { type: 'system', id: 'hub' } as const;
const pageSize = 200;

/** Calls `visit` with each row of a worker's query that pages by tenant (`$1`: the tenant before, `$2`: how many). */
async function eachTenant<R extends { tenant_id: string }>(db: Database, sql: string, visit: (row: R) => Promise<void>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.work((tx) => tx.rows<R>(sql, [after, pageSize]));
    for (const row of rows) await visit(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.tenant_id;
  }
}

/** Ends rules that are over, tells of last allow rules a day ahead, and forgets rules that ended 30 days ago. */
export async function settleIpRules({ db, rules }: Pick<IpRuleWorkerOptions, 'db' | 'rules'>): Promise<void> {
  await eachTenant(db, `SELECT DISTINCT tenant_id FROM ip_rule
    WHERE tenant_id > $1 AND expiry_told_at IS NULL AND expires_at <= now() + interval '24 hours' AND (expires_at <= now() OR announced_at IS NULL)
    ORDER BY tenant_id LIMIT $2`, ({ tenant_id: tenantId }) => db.transact({ tenantId, actor }, async (tx) => {
    const version = await tryLockRuleSet(tx);
    if (version !== undefined) await rules.settle(tx, version);
  }));
  while (await db.work((tx) => tx.execute(
    `DELETE FROM ip_rule WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM ip_rule WHERE expired_at < now() - interval '30 days' LIMIT ${pageSize})`)) === pageSize);
}

/** Holds the bucket against the database: what is missing or behind is put again. Answers how many sets differed. */
export async function auditIpRules({ db, bus, rules }: Pick<IpRuleWorkerOptions, 'db' | 'bus' | 'rules'>): Promise<number> {
  let differing = 0;
  await eachTenant<{ tenant_id: string; version: number }>(db, 'SELECT tenant_id, version FROM ip_rule_set WHERE tenant_id > $1 AND version > 0 ORDER BY tenant_id LIMIT $2',
    async ({ tenant_id: tenantId, version: seen }) => {
      const held = (await bus.get<SharedRuleSet>('ip-rules', tenantId))?.version ?? 0;
      if (held === seen) return;
      await db.transact({ tenantId, actor }, async (tx) => {
        // Changed meanwhile: the relay is about to put it. A bucket ahead of the database outlived a restored backup.
        if (await lockRuleSet(tx) !== seen) return;
        differing += 1;
        await rules.share(tx, held);
      });
    });
  return differing;
}

const lookMs = 2_000;
const auditMs = 600_000;

/** The background work of this area: expiry each minute; the audit every ten minutes, and when the bus has come back. */
export function ipRuleWorkers(options: IpRuleWorkerOptions): Worker[] {
  const { db, bus, log, metrics } = options;
  const repairs = metrics.counter('hub_kv_repairs_total', 'Entries of a bucket that differed from the database.', ['bucket']);
  let auditedAt = -Infinity;
  let wasConnected = false;

  async function audit(): Promise<void> {
    const isBack = bus.isConnected() && !wasConnected;
    wasConnected = bus.isConnected();
    if (!wasConnected || (!isBack && Date.now() - auditedAt < auditMs)) return;
    auditedAt = Date.now();
    repairs.inc({ bucket: 'ip-rules' }, await auditIpRules(options));
  }

  return [every(60_000, 'ip rule expiry', log, () => settleIpRules({ db, rules: options.rules })), every(lookMs, 'ip rule audit', log, audit)];
}
