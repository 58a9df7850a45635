import type { Database, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';

export const userCounter = 'users';

const ofMembers = 'members/';

export const memberCounter = (organizationId: string): string => `${ofMembers}${organizationId}`;

export const directoryUserCounter = (directoryId: string): string =>
  `directory-users/${directoryId}`;

export const directoryGroupCounter = (directoryId: string): string =>
  `directory-groups/${directoryId}`;

const folded = directory.table('counters').pick('value');
const steps = directory.table('counterSteps').omit('position');
const organizations = directory.table('organizations').pick('memberCount');

/** Adds a step to a counter. Steps do not contend: they are folded each minute. */
export const addStep = (tx: Tx, counter: string, step: number): Promise<number> =>
  steps.insert(tx, { counter, step });

/** A counter as of the last minute. */
export const countOf = async (tx: Tx, counter: string): Promise<number> =>
  (await folded.find(tx, { counter }))?.value ?? 0;

/**
 * Current counts: the folded value plus the steps since. Counters that never changed are absent.
 */
export async function exactCountsOf(
  tx: Tx,
  counters: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ counter: string; value: number }>(
    `SELECT counter, sum(value)::bigint AS value FROM (
       SELECT counter, value FROM counters WHERE tenant_id = $1 AND counter = ANY ($2)
       UNION ALL SELECT counter, step FROM counter_steps WHERE tenant_id = $1 AND counter = ANY ($2)) AS parts
     GROUP BY counter`,
    [tx.context.tenantId, counters],
  );
  return new Map(rows.map(({ counter, value }) => [counter, value]));
}

/** The current value of one counter. */
export const exactCountOf = async (tx: Tx, counter: string): Promise<number> =>
  (await exactCountsOf(tx, [counter])).get(counter) ?? 0;

export async function removeCounters(tx: Tx, counters: readonly string[]): Promise<void> {
  await steps.delete(tx, { counter: counters });
  await folded.delete(tx, { counter: counters });
}

const system = { type: 'system', id: 'directory' } as const;

/** Drops the steps of organizations that have been removed. */
async function foldTenant(tx: Tx): Promise<void> {
  const changed = await tx.rows<{ counter: string; value: number }>(
    `WITH taken AS (DELETE FROM counter_steps WHERE tenant_id = $1 RETURNING counter, step),
          sums AS (SELECT counter, sum(step)::bigint AS step FROM taken GROUP BY counter)
     INSERT INTO counters (tenant_id, counter, value) SELECT $1, s.counter, s.step FROM sums s
     WHERE NOT starts_with(s.counter, '${ofMembers}')
       OR EXISTS (SELECT FROM organizations o WHERE o.tenant_id = $1 AND o.id = substr(s.counter, ${ofMembers.length + 1}) FOR KEY SHARE)
     ON CONFLICT (tenant_id, counter) DO UPDATE SET value = counters.value + excluded.value RETURNING counter, value`,
    [tx.context.tenantId],
  );
  for (const { counter, value } of changed) {
    if (counter.startsWith(ofMembers))
      await organizations.update(
        tx,
        { id: counter.slice(ofMembers.length) },
        { memberCount: value },
      );
  }
}

/** Folds the steps of every tenant that has some. */
export async function foldCounters(db: Database): Promise<void> {
  const tenants = await db.work((tx) =>
    tx.rows(directory.query.selectFrom('counterSteps').select('tenantId').distinct().limit(1_000)),
  );
  for (const { tenantId } of tenants) await db.transact({ tenantId, actor: system }, foldTenant);
}
