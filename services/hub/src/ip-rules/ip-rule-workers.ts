import { bucketAudit } from '@platform/kit/upkeep';
import type { RowBucket } from '@platform/kit/upkeep';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import {
  deleteEndedRules,
  listTenantsWithExpiry,
  lockPresentRuleSet,
  tryLockRuleSet,
} from './ip-rule-store.ts';
import type { IpRules } from './ip-rules.ts';

const actor = { type: 'system', id: 'hub' } as const;
const pageSize = 200;

/** Calls `visit` for each tenant with rules that have ended or are about to. */
async function eachTenant(db: Database, visit: (tenantId: string) => Promise<void>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const tenants = await db.work((tx) => listTenantsWithExpiry(tx, from, pageSize));
    for (const tenantId of tenants) await visit(tenantId);
    after = tenants[pageSize - 1];
  }
}

/** Ends expired rules, announces last allow rules a day ahead, and deletes rules that ended 30 days ago. */
export async function expireIpRules({
  db,
  rules,
}: {
  db: Database;
  rules: IpRules;
}): Promise<void> {
  await eachTenant(db, (tenantId) =>
    db.transact({ tenantId, actor }, async (tx) => {
      const version = await tryLockRuleSet(tx);
      if (version !== undefined) await rules.expire(tx, version);
    }),
  );
  await deleteEndedRules(db);
}

/** The bucket of rule sets, for the audit that compares it with the database. */
export const ipRuleBucket = (rules: IpRules): RowBucket => ({
  bucket: 'ip-rules',
  table: 'ip_rule_set',
  version: 'version',
  keyOf: (tenantId) => tenantId,
  async share(tx, _ids, { seen, held }) {
    // A tenant that was purged in the meantime must not get a set again.
    if ((await lockPresentRuleSet(tx)) !== seen) return false;
    await rules.share(tx, held);
    return true;
  },
});

/** Expires rules every minute, and audits the bucket. */
export const ipRuleWorkers = ({
  db,
  bus,
  rules,
  log,
  metrics,
}: {
  db: Database;
  bus: Bus;
  rules: IpRules;
  log: Logger;
  metrics: Metrics;
}): Worker[] => [
  every(60_000, 'ip rule expiry', log, () => expireIpRules({ db, rules })),
  bucketAudit({ db, bus, log, metrics, service: 'hub' }, [ipRuleBucket(rules)]),
];
