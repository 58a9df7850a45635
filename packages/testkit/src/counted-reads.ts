import { statementOf } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Counts the rows that a plan has read, including those filtered out. */
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
  /** Number of table rows in all reads so far. */
  rows(): number;
}

/**
 * Wraps a transaction to count the table rows that its SELECTs read, from the plans that are really
 * executed, under the same role and row-level security.
 * @param table the only table to count; default: all
 */
export function countedReads(tx: Tx, table?: string): CountedReads {
  let rows = 0;
  async function counted<R>(
    [statement, given]: Parameters<typeof statementOf>,
    read: () => Promise<R>,
  ): Promise<R> {
    const { text, values } = statementOf(statement, given);
    const isRead = /^\s*(SELECT|WITH)\b/i.test(text);
    if (isRead && (table === undefined || text.includes(table))) {
      const [plan] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      if (plan) rows += rowsRead(plan['QUERY PLAN'][0].Plan, table);
    }
    return read();
  }
  const counting =
    <R>(read: (...statement: Parameters<typeof statementOf>) => Promise<R>) =>
    (...statement: Parameters<typeof statementOf>): Promise<R> =>
      counted(statement, () => read(...statement));
  return {
    rows: () => rows,
    tx: {
      ...tx,
      rows: counting(tx.rows as () => Promise<never>) as Tx['rows'],
      row: counting(tx.row as () => Promise<never>) as Tx['row'],
    },
  };
}
