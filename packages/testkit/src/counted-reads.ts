import type { Tx } from '@platform/kit/database';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a plan has read, those that it passed over included. */
function rowsRead(node: PlanNode, table: string | undefined): number {
  const name = node['Relation Name'];
  const isCounted = name !== undefined && (table === undefined || name === table);
  const own = isCounted
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner, table), own);
}

/** A transaction whose reads are counted. */
export interface CountedReads {
  tx: Tx;
  /** Rows of tables, in all reads so far. */
  rows(): number;
}

/**
 * A transaction that counts how many rows of tables its SELECTs read, by the plans that really run, under the same role and the same
 * row-level security.
 * @param table the only table to count; all by default
 */
export function countedReads(tx: Tx, table?: string): CountedReads {
  let rows = 0;
  async function explain(sql: string, params: readonly unknown[] = []): Promise<void> {
    if (!/^\s*(SELECT|WITH)\b/.test(sql) || (table !== undefined && !sql.includes(table))) return;
    const [plan] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      params,
    );
    if (plan) rows += rowsRead(plan['QUERY PLAN'][0].Plan, table);
  }
  return {
    rows: () => rows,
    tx: {
      ...tx,
      rows: async (sql, params) => (await explain(sql, params), tx.rows(sql, params)),
      row: async (sql, params) => (await explain(sql, params), tx.row(sql, params)),
    },
  };
}
