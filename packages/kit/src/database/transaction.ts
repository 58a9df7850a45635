import type { Writable } from 'node:stream';
import type { Actor } from '@platform/contracts';
import type { Compilable } from 'kysely';
import type { ClientBase, QueryArrayConfig, QueryArrayResult } from 'pg';
import { camelCaseRows } from './camel-case.ts';
import type { Row } from './camel-case.ts';

/** Whose rows a transaction may see, and what its events and audit records say of the cause. */
export interface TxContext {
  tenantId: string;
  actor: Actor;
  requestId?: string;
  traceparent?: string;
}

/**
 * Runs SQL of a worker: sees across tenants what the `_worker` role may see. Rows name their columns in camelCase. A statement is
 * either a typed query of `kit/tables`, which carries its row type and parameters, or SQL text with parameters.
 */
export interface WorkerTx {
  /** All rows. */
  rows<R>(query: Compilable<R>): Promise<R[]>;
  rows<R extends Row<R>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** All rows of a statement that its connection plans once: for long statements that run often, the same text under the same name. */
  prepared<R extends Row<R>>(name: string, sql: string, params: readonly unknown[]): Promise<R[]>;
  /** The first row, or undefined. */
  row<R>(query: Compilable<R>): Promise<R | undefined>;
  row<R extends Row<R>>(sql: string, params?: readonly unknown[]): Promise<R | undefined>;
  /** The number of rows that a statement touched. */
  execute(statement: Compilable<unknown> | string, params?: readonly unknown[]): Promise<number>;
  /** Runs once the transaction has committed; never when it rolls back. */
  afterCommit(work: () => void): void;
}

/** Runs SQL of one tenant. Rows of other tenants do not exist within it. */
export interface TenantSql extends WorkerTx {
  readonly context: TxContext;
}

/** A transaction over one connection. */
export interface OpenTransaction {
  sql: WorkerTx;
  /** No statement failed, and nothing waits for the commit. */
  isPlain(): boolean;
  /** Ends it, with what the database made of that; no statement is taken from here on. Throws where it never began. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<string>;
  /** Runs what waited for the commit. Nothing of it can undo that: what fails is told to `onFailure`. */
  committed(onFailure: (error: unknown) => void): void;
}

const inFailedTransaction = '25P02';
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** What is sent until the running code has come to rest goes out as one. */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A statement as the driver takes it: the text and parameters of a typed query, or those given. */
export function statementOf(
  statement: Compilable<unknown> | string,
  values: readonly unknown[] = [],
): { text: string; values: unknown[] } {
  if (typeof statement === 'string') return { text: statement, values: values as unknown[] };
  const { sql, parameters } = statement.compile();
  return { text: sql, values: parameters as unknown[] };
}

/**
 * Begins without waiting: the work's first statements go out with BEGIN. No answer is seen before that of BEGIN, and a
 * BEGIN that failed is the error of every statement behind it.
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
      // Statements behind one that failed say only that they were skipped.
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
