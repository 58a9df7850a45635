import type { Actor } from '@platform/contracts';
import type { ClientBase, QueryResultRow } from 'pg';

/** Whose rows a transaction may see, and what its events and audit records say of the cause. */
export interface TxContext {
  tenantId: string;
  actor: Actor;
  requestId?: string;
  traceparent?: string;
}

/** Runs SQL. Rows of other tenants do not exist within it. */
export interface Tx {
  readonly context: TxContext;
  /** All rows. */
  rows<R extends QueryResultRow>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** All rows of a statement that its connection plans once: for long statements that run often, the same text under the same name. */
  prepared<R extends QueryResultRow>(name: string, sql: string, params: readonly unknown[]): Promise<R[]>;
  /** The first row, or undefined. */
  row<R extends QueryResultRow>(sql: string, params?: readonly unknown[]): Promise<R | undefined>;
  /** How many rows a statement touched. */
  execute(sql: string, params?: readonly unknown[]): Promise<number>;
  /** Runs once the transaction has committed; never when it rolls back. */
  afterCommit(work: () => void): void;
}

/** A transaction of a worker: sees across tenants what the `_worker` role may see. */
export type WorkerTx = Omit<Tx, 'context'>;

/** The SQL half of a transaction over one connection. */
export function sqlOver(client: ClientBase, afterCommit: (() => void)[]): WorkerTx {
  return {
    rows: async <R extends QueryResultRow>(sql: string, params: readonly unknown[] = []) =>
      (await client.query<R>(sql, params as unknown[])).rows,
    prepared: async <R extends QueryResultRow>(name: string, text: string, params: readonly unknown[]) =>
      (await client.query<R>({ name, text, values: params as unknown[] })).rows,
    row: async <R extends QueryResultRow>(sql: string, params: readonly unknown[] = []) =>
      (await client.query<R>(sql, params as unknown[])).rows[0],
    execute: async (sql, params = []) => (await client.query(sql, params as unknown[])).rowCount ?? 0,
    afterCommit: (work) => void afterCommit.push(work),
  };
}
