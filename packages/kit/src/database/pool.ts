import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import type { PrimaryFinder } from './primary.ts';
import { primaryPool } from './service-pool.ts';
import type { ServicePool } from './service-pool.ts';
import type { StandbyOutcome } from './standby.ts';

/** Settings of {@link database}. */
export interface DatabaseOptions {
  url: string;
  /** URL of a standby for reads of many rows; absent or empty: all reads run on the primary. */
  readUrl?: string;
  /** Name of the service: the source of its events. */
  service: string;
  /** The service's schema; its roles are `{schema}_app` and `{schema}_worker`. */
  schema: string;
  maxConnections: number;
  statementTimeoutMs: number;
  /** How long work waits for a connection of the pool, in milliseconds; default 5 s. */
  connectionTimeoutMs?: number;
  /** Called for each read that may run on the standby, with where it ran. */
  onStandbyRead?: (outcome: StandbyOutcome) => void;
  log: Logger;
}

const int8 = 20;
const int8Array = 1016;
const numbersOf = (text: string): number[] =>
  (pg.types.getTypeParser(int8Array as never)(text) as string[]).map(Number);

/** Allowance for the network, added to the time limit of statements. */
const silenceMs = 1_000;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format) => {
    if (oid === int8) return Number as never;
    if (oid === int8Array) return numbersOf as never;
    return pg.types.getTypeParser(oid, format as 'text') as never;
  },
};

/** Settings of one pool. */
export interface PoolOptions {
  role: 'app' | 'worker';
  maxConnections: number;
  idleInTransactionMs?: number;
  /** Finds the server to connect to; absent: that of the URL. */
  finder?: PrimaryFinder | undefined;
}

/** Opens a pool under one of the service's roles. */
export function poolFor(
  options: DatabaseOptions,
  { role, maxConnections, idleInTransactionMs = 60_000, finder }: PoolOptions,
): ServicePool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: maxConnections,
    application_name: `${options.schema}-${role}`,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    // The server enforces the time limit of statements. This one detects a server that disappeared
    // without closing the connection.
    query_timeout: 2 * options.statementTimeoutMs + silenceMs,
    // Read-only by default, because a statement whose BEGIN failed would run on its own. No JIT: it
    // never pays for short statements.
    options: `-c role=${options.schema}_${role} -c search_path=${options.schema} -c timezone=UTC -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c default_transaction_read_only=on -c jit=off`,
    // Sends BEGIN and the first statements together.
    pipeline: true,
    types,
    ...(finder && { onConnect: (client) => finder.check(client) }),
  });
  pool.on('error', (error) =>
    options.log.warn({ err: error }, 'an idle database connection was lost'),
  );
  return finder ? primaryPool(pool, finder, options.log) : pool;
}
