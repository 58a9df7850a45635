import type { Actor } from '@platform/contracts';
import { deleteOlder, fromNow, now, sql } from '@platform/kit/database';
import type { Database, RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const dayMs = 86_400_000;

const sets = hub.table('ipRuleSet');
const stored = hub.table('ipRule').narrow<{ createdBy: Actor }>();
const rules = stored
  .pick('id', 'action', 'cidr', 'description', 'expiresAt', 'createdBy', 'createdAt')
  .compute((of) => ({
    /** `created_at` with microseconds, for cursors. */
    position: of.cast<string>('createdAt', 'text'),
  }));
const live = rules.only((of) =>
  of.and([
    of('expiredAt', 'is', null),
    of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]),
  ]),
);
const ended = rules.only((of) => of('expiresAt', '<=', now));

export type IpRuleRecord = RowOf<typeof rules>;

/** Locks the tenant's rule set until the transaction ends. Returns its version; undefined if there is no set. */
export const lockPresentRuleSet = async (tx: Tx): Promise<number | undefined> =>
  (await sets.lock(tx, {}))?.version;

/** Like {@link lockPresentRuleSet}, but creates a missing set. */
export async function lockRuleSet(tx: Tx): Promise<number> {
  await sets.insertIfAbsent(tx, {});
  return (await lockPresentRuleSet(tx)) ?? 0;
}

/** Like {@link lockPresentRuleSet}, but also undefined if another transaction has locked the set. */
export const tryLockRuleSet = async (tx: Tx): Promise<number | undefined> =>
  (await tx.row(sets.select(tx).forUpdate().skipLocked()))?.version;

export const findRuleVersion = async (tx: Tx): Promise<number> =>
  (await sets.find(tx, {}))?.version ?? 0;

/** Sets and returns the next version, which is higher than `atLeast`. */
export const raiseRuleVersion = async (tx: Tx, atLeast = 0): Promise<number> =>
  (await sets.updateReturning(tx, {}, { version: sql<number>`greatest(version, ${atLeast}) + 1` }))
    ?.version ?? 0;

export const listLiveRules = (tx: Tx): Promise<IpRuleRecord[]> =>
  live.list(tx, { orderBy: ['createdAt', 'id'] });

/** Newest first, including rules that have ended. */
export const listRules = (
  tx: Tx,
  behind: readonly (string | number)[] | undefined,
  limit: number,
): Promise<IpRuleRecord[]> => rules.page(tx, { by: ['createdAt', 'id'], behind, limit });

export const insertRule = (
  tx: Tx,
  rule: Pick<IpRuleRecord, 'id' | 'action' | 'cidr' | 'description' | 'expiresAt' | 'createdBy'>,
): Promise<IpRuleRecord> => rules.insertReturning(tx, { ...rule, network: rule.cidr });

export const deleteRule = (tx: Tx, id: string): Promise<IpRuleRecord | undefined> =>
  rules.deleteReturning(tx, { id });

export const deleteRules = (tx: Tx): Promise<IpRuleRecord[]> => rules.deleteRows(tx, {});

/** Frees the networks of rules that have ended. */
export const markExpired = (tx: Tx): Promise<number> =>
  ended.update(tx, { expiredAt: null }, (of) => ({ expiredAt: of.ref('expiresAt') }));

/** Marks the rules that have ended without an announcement as announced, and returns them. */
export const takeExpired = (tx: Tx): Promise<IpRuleRecord[]> =>
  ended.updateRows(tx, { expiryToldAt: null }, (of) => ({
    expiredAt: of.ref('expiresAt'),
    expiryToldAt: now,
  }));

/** Returns the allow rule that ends last, if it ends within a day and was not returned before. */
export const takeExpiring = (tx: Tx): Promise<IpRuleRecord | undefined> => {
  const last = live
    .pick('id')
    .select(tx)
    .where('action', '=', 'allow')
    .orderBy('expiresAt', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .limit(1);
  return rules
    .only((of) => of.and([of('id', '=', last), of('expiresAt', '<=', fromNow(dayMs))]))
    .updateReturning(tx, { announcedAt: null }, { announcedAt: now });
};

/** Lists tenants with rules that have ended or are about to, ordered by id. */
export const listTenantsWithExpiry = async (
  tx: WorkerTx,
  after: string,
  limit: number,
): Promise<string[]> => {
  const tenants = await tx.rows(
    hub.query
      .selectFrom('ipRule')
      .select('tenantId')
      .distinct()
      .where('tenantId', '>', after)
      .where('expiryToldAt', 'is', null)
      .where('expiresAt', '<=', fromNow(dayMs))
      .where((of) => of.or([of('expiresAt', '<=', now), of('announcedAt', 'is', null)]))
      .orderBy('tenantId')
      .limit(limit),
  );
  return tenants.map(({ tenantId }) => tenantId);
};

/** Deletes rules that ended 30 days ago. */
export const deleteEndedRules = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'ip_rule', column: 'expired_at', life: '30 days' });
