import type { Writable } from 'node:stream';
import type { Actor } from '@platform/contracts';
import type { Compilable } from 'kysely';
import type { ClientBase, QueryArrayConfig, QueryArrayResult } from 'pg';
import { camelCaseRows } from './camel-case.ts';
import type { Row } from './camel-case.ts';

/** The tenant of a transaction, and the cause that its events and audit records name. */
export interface TxContext {
  tenantId: string;
  actor: Actor;
  requestId?: string;
  traceparent?: string;
}

/**
 * Runs SQL of a worker, across tenants as far as the `_worker` role may see. Rows have their column
 * names in camelCase. A statement is either a typed query of `serviceTables`, which carries its row
 * type and parameters, or SQL text with parameters.
 */
export interface WorkerTx {
  /** Returns all rows. */
  rows<R>(query: Compilable<R>): Promise<R[]>;
  rows<R extends Row<R>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Returns all rows of a prepared statement, planned once per connection: for long statements that
   * run often. Always use the same text with the same name.
   */
  prepared<R extends Row<R>>(name: string, sql: string, params: readonly unknown[]): Promise<R[]>;
  /** Returns the first row, or undefined. */
  row<R>(query: Compilable<R>): Promise<R | undefined>;
  row<R extends Row<R>>(sql: string, params?: readonly unknown[]): Promise<R | undefined>;
  /** Returns the number of affected rows. */
  execute(statement: Compilable<unknown> | string, params?: readonly unknown[]): Promise<number>;
  /** Registers work to run after the commit; it does not run after a rollback. */
  afterCommit(work: () => void): void;
}

/** Runs SQL of one tenant. Rows of other tenants are invisible. */
export interface TenantSql extends WorkerTx {
  readonly context: TxContext;
}

/** A transaction on one connection. */
export interface OpenTransaction {
  sql: WorkerTx;
  /** Whether no statement failed and nothing is registered with `afterCommit`. */
  isPlain(): boolean;
  /** The error of the first failed statement. */
  fault(): unknown;
  /**
   * Ends the transaction and returns the database's outcome (`COMMIT` or `ROLLBACK`); no further
   * statement is accepted. Throws if it never began.
   */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<string>;
  /**
   * Runs the work registered with `afterCommit`. Its failure cannot undo the commit and is passed
   * to `onFailure`.
   */
  committed(onFailure: (error: unknown) => void): void;
}

const inFailedTransaction = '25P02';
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Writes everything that is sent within the current tick to the socket at once. */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Returns a statement in the driver's form: text and parameters of a typed query, or the given
 * ones.
 */
export function statementOf(
  statement: Compilable<unknown> | string,
  values: readonly unknown[] = [],
): { text: string; values: unknown[] } {
  if (typeof statement === 'string') return { text: statement, values: values as unknown[] };
  const { sql, parameters } = statement.compile();
  return { text: sql, values: parameters as unknown[] };
}

/**
 * Begins without waiting: BEGIN is sent with the first statements of the work. The result of BEGIN
 * arrives before any other, and a failed BEGIN is the error of every later statement.
 */
export function openTransaction(client: ClientBase, begin: string): OpenTransaction {
  const afterCommit: (() => void)[] = [];
  sendTogether(client);
  const begun = client.query(begin);
  begun.catch(() => undefined);
  let over = false;
  let fault: unknown;

  async function run(config: Omit<QueryArrayConfig, 'rowMode'>): Promise<QueryArrayResult> {
    if (over) throw new Error('the transaction is over');
    const answer = client.query({ ...config, rowMode: 'array' });
    try {
      const [, result] = await Promise.all([begun, answer]);
      return result;
    } catch (error) {
      // Statements after a failed one report only that they were skipped.
      if (codeOf(error) === inFailedTransaction && fault !== undefined) throw fault;
      fault ??= error;
      throw error;
    }
  }

  async function rowsOf<R>(config: Omit<QueryArrayConfig, 'rowMode'>): Promise<R[]> {
    const { fields, rows } = await run(config);
    return camelCaseRows<R>(fields, rows);
  }

  return {
    sql: {
      rows: <R>(statement: Compilable<R> | string, values: readonly unknown[] = []) =>
        rowsOf<R>(statementOf(statement, values)),
      prepared: (name, text, values) => rowsOf({ name, text, values: values as unknown[] }),
      row: async <R>(statement: Compilable<R> | string, values: readonly unknown[] = []) =>
        (await rowsOf<R>(statementOf(statement, values)))[0],
      execute: async (statement, values = []) =>
        (await run(statementOf(statement, values))).rowCount ?? 0,
      afterCommit: (work) => void afterCommit.push(work),
    },
    fault: () => fault,
    isPlain: () => fault === undefined && afterCommit.length === 0,
    async end(how) {
      over = true;
      const ended = client.query(how);
      const [, { command }] = await Promise.all([begun, ended]);
      return command;
    },
    committed(onFailure) {
      for (const work of afterCommit) {
        try {
          work();
        } catch (error) {
          onFailure(error);
        }
      }
    },
  };
}
