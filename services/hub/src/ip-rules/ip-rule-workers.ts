import { bucketAudit } from '@platform/kit/upkeep';
import type { RowBucket } from '@platform/kit/upkeep';
import type { Bus } from '@platform/kit/bus';
import type { Database, Row } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { lockPresentRuleSet, tryLockRuleSet } from './ip-rule-store.ts';
import type { IpRules } from './ip-rules.ts';

/** What the workers of this area need. */
export interface IpRuleWorkerOptions {
  db: Database;
  bus: Bus;
  rules: IpRules;
  log: Logger;
  metrics: Metrics;
}

const actor = { type: 'system', id: 'hub' } as const;
const pageSize = 200;

/** Calls `visit` with each row of a worker's query that pages by tenant (`$1`: the tenant before, `$2`: how many). */
async function eachTenant<R extends Row<R> & { tenantId: string }>(
  db: Database,
  sql: string,
  visit: (row: R) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.work((tx) => tx.rows<R>(sql, [after, pageSize]));
    for (const row of rows) await visit(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.tenantId;
  }
}

/** Ends rules that are over, tells of last allow rules a day ahead, and forgets rules that ended 30 days ago. */
export async function expireIpRules({
  db,
  rules,
}: Pick<IpRuleWorkerOptions, 'db' | 'rules'>): Promise<void> {
  await eachTenant(
    db,
    `SELECT DISTINCT tenant_id FROM ip_rule
    WHERE tenant_id > $1 AND expiry_told_at IS NULL AND expires_at <= now() + interval '24 hours' AND (expires_at <= now() OR announced_at IS NULL)
    ORDER BY tenant_id LIMIT $2`,
    ({ tenantId }) =>
      db.transact({ tenantId, actor }, async (tx) => {
        const version = await tryLockRuleSet(tx);
        if (version !== undefined) await rules.expire(tx, version);
      }),
  );
  while (
    (await db.work((tx) =>
      tx.execute(
        `DELETE FROM ip_rule WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM ip_rule WHERE expired_at < now() - interval '30 days' LIMIT ${pageSize})`,
      ),
    )) === pageSize
  );
}

/** The bucket of rule sets, as it is held against the database. */
export const ipRuleBucket = (rules: IpRules): RowBucket => ({
  bucket: 'ip-rules',
  table: 'ip_rule_set',
  version: 'version',
  keyOf: (tenantId) => tenantId,
  async share(tx, _ids, { seen, held }) {
    // A tenant that was purged since gets no set again.
    if ((await lockPresentRuleSet(tx)) !== seen) return false;
    await rules.share(tx, held);
    return true;
  },
});

/** The background work of this area: expiry each minute, and the audit of the bucket. */
export const ipRuleWorkers = ({ db, bus, rules, log, metrics }: IpRuleWorkerOptions): Worker[] => [
  every(60_000, 'ip rule expiry', log, () => expireIpRules({ db, rules })),
  bucketAudit({ db, bus, log, metrics, service: 'hub' }, [ipRuleBucket(rules)]),
];
