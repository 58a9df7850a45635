import type { Database, Tx } from '../database/database.ts';
import { SecretFault } from '../secrets/secrets.ts';
import type { SealContext, SecretBox, SecretFaultReason } from '../secrets/secrets.ts';

/**
 * A column of sealed values. Its table has a generated column `seal_key_id`, which workers may read
 * together with `tenant_id`, so that they find the tenants with rows to reseal and never see a
 * sealed value.
 */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns of the primary key in addition to `tenant_id`, all text. */
  key: readonly string[];
  /** Returns the context that a row's value was sealed with. */
  contextOf: (tenantId: string, ...key: string[]) => SealContext;
  /** Rows per transaction; lower it for large rows. Default 500. */
  stepRows?: number;
  /** The tenant whose transactions can see a table of the platform's own, without `tenant_id`. */
  platformTenantId?: string;
}

/** Result of resealing one column. */
export interface Swept {
  moved: number;
  faults: Map<SecretFaultReason, number>;
}

const usualStepRows = 500;

type SealedRow = string[];
interface Step {
  last: string[] | undefined;
  moved: number;
  reasons: SecretFaultReason[];
}

/** Finds the tenants with values under another key. */
async function tenantsToMove(
  db: Pick<Database, 'work'>,
  { table, platformTenantId }: SealedColumn,
  activeKeyId: string,
): Promise<string[]> {
  if (platformTenantId !== undefined) return [platformTenantId];
  const rows = await db.work((tx) =>
    tx.rows<{ tenantId: string }>(
      `SELECT DISTINCT tenant_id FROM ${table} WHERE seal_key_id <> $1 ORDER BY tenant_id`,
      [activeKeyId],
    ),
  );
  return rows.map((row) => row.tenantId);
}

/**
 * Skips rows that another transaction has locked until the next sweep, so this never waits; `after`
 * skips rows whose values cannot be opened.
 */
async function lockRows(
  tx: Tx,
  { table, column, key, platformTenantId, stepRows = usualStepRows }: SealedColumn,
  activeKeyId: string,
  after: readonly string[] | undefined,
): Promise<SealedRow[]> {
  const params: unknown[] = [activeKeyId];
  const next = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [
    'seal_key_id <> $1',
    ...(platformTenantId === undefined ? [`tenant_id = ${next(tx.context.tenantId)}`] : []),
    ...(after ? [`(${key.join(', ')}) > (${after.map(next).join(', ')})`] : []),
  ];
  const rows = await tx.rows<{ found: SealedRow }>(
    `SELECT ARRAY[${[column, ...key].join(', ')}]::text[] AS found FROM ${table} WHERE ${conditions.join(' AND ')}
     ORDER BY ${key.join(', ')} LIMIT ${stepRows} FOR NO KEY UPDATE SKIP LOCKED`,
    params,
  );
  return rows.map(({ found }) => found);
}

/** Updates only values that have not changed since they were opened. */
const writeRows = (
  tx: Tx,
  { table, column, key, platformTenantId }: SealedColumn,
  moved: readonly { from: string; to: string; key: string[] }[],
): Promise<number> =>
  tx.execute(
    `UPDATE ${table} AS t SET ${column} = n.sealed_to FROM unnest($1::text[], $2::text[], ${key.map((_, i) => `$${i + 4}::text[]`).join(', ')}) AS n (sealed_from, sealed_to, ${key.join(', ')})
   WHERE t.${column} = n.sealed_from AND ${key.map((name) => `t.${name} = n.${name}`).join(' AND ')} AND ${platformTenantId === undefined ? 't.tenant_id = $3' : '$3::text IS NOT NULL'}`,
    [
      moved.map((row) => row.from),
      moved.map((row) => row.to),
      tx.context.tenantId,
      ...key.map((_, i) => moved.map((row) => row.key[i])),
    ],
  );

async function moveStep(
  tx: Tx,
  secrets: SecretBox,
  column: SealedColumn,
  after: string[] | undefined,
): Promise<Step> {
  const rows = await lockRows(tx, column, secrets.activeKeyId, after);
  const moved: { from: string; to: string; key: string[] }[] = [];
  const reasons: SecretFaultReason[] = [];
  for (const [from = '', ...key] of rows) {
    const context = column.contextOf(tx.context.tenantId, ...key);
    try {
      moved.push({ from, to: secrets.seal(secrets.open(from, context), context), key });
    } catch (error) {
      if (!(error instanceof SecretFault)) throw error;
      reasons.push(error.reason);
    }
  }
  return {
    last: rows.length < (column.stepRows ?? usualStepRows) ? undefined : rows.at(-1)?.slice(1),
    moved: moved.length === 0 ? 0 : await writeRows(tx, column, moved),
    reasons,
  };
}

/**
 * Reseals the values of a column with the active key, tenant by tenant, 500 rows per transaction,
 * until the signal aborts.
 */
export async function resealColumn(
  db: Pick<Database, 'work' | 'transact'>,
  secrets: SecretBox,
  column: SealedColumn,
  signal: AbortSignal,
): Promise<Swept> {
  const swept: Swept = { moved: 0, faults: new Map() };
  for (const tenantId of await tenantsToMove(db, column, secrets.activeKeyId)) {
    for (let after: string[] | undefined; !signal.aborted;) {
      const step = await db.transact(
        { tenantId, actor: { type: 'system', id: 'resealing' } },
        (tx) => moveStep(tx, secrets, column, after),
      );
      swept.moved += step.moved;
      for (const reason of step.reasons)
        swept.faults.set(reason, (swept.faults.get(reason) ?? 0) + 1);
      after = step.last;
      if (!after) break;
    }
  }
  return swept;
}
