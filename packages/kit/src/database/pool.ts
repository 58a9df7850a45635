import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';

/** Settings of {@link database}. */
export interface DatabaseOptions {
  url: string;
  /** The name of the service, which its events say they come from. */
  service: string;
  /** The service's schema; its roles are `{schema}_app` and `{schema}_worker`. */
  schema: string;
  maxConnections: number;
  statementTimeoutMs: number;
  /** How long work waits for a connection of the pool; default 5 s. */
  connectionTimeoutMs?: number;
  log: Logger;
}

const int8 = 20;
const int8Array = 1016;
const numbersOf = (text: string): number[] =>
  (pg.types.getTypeParser(int8Array as never)(text) as string[]).map(Number);

/** What a way to the server and back may take besides the statements. */
const silenceMs = 1_000;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format) => {
    if (oid === int8) return Number as never;
    if (oid === int8Array) return numbersOf as never;
    return pg.types.getTypeParser(oid, format as 'text') as never;
  },
};

/** Opens a pool under one of the roles of a service. */
export function poolFor(
  options: DatabaseOptions,
  role: 'app' | 'worker',
  idleInTransactionMs = 60_000,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: `${options.schema}-${role}`,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    // The server ends its statements itself. Of one that is gone without a word nothing else would ever be heard.
    query_timeout: 2 * options.statementTimeoutMs + silenceMs,
    // A statement whose BEGIN failed would run by itself: then it may at least not write. Compiling never pays for short statements.
    options: `-c role=${options.schema}_${role} -c search_path=${options.schema} -c timezone=UTC -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c default_transaction_read_only=on -c jit=off`,
    // BEGIN and the first statements travel together.
    pipeline: true,
    types,
  });
  pool.on('error', (error) =>
    options.log.warn({ err: error }, 'an idle database connection was lost'),
  );
  return pool;
}
