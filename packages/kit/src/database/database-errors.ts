import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

interface PgError {
  code?: string;
  constraint?: string;
  message: string;
}

const asPgError = (error: unknown): PgError | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error as PgError)
    : undefined;

/**
 * Returns the name of the unique constraint or index that the error violated; undefined for any
 * other error.
 */
export function brokenUnique(error: unknown): string | undefined {
  const pg = asPgError(error);
  return pg?.code === '23505' ? pg.constraint : undefined;
}

/**
 * Awaits a statement. A violation of one of these unique constraints becomes the problem that its
 * function returns.
 */
export const unlessTaken = <T>(
  statement: Promise<T>,
  problems: Readonly<Record<string, () => Problem>>,
): Promise<T> =>
  statement.catch((error: unknown) => {
    throw problems[brokenUnique(error) ?? '']?.() ?? error;
  });

/** Serialization failure or deadlock: the same transaction may succeed if retried immediately. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(asPgError(error)?.code ?? '');

const lateCodes = ['57014', '55P03'];

/**
 * A statement hit its time limit, or a transaction lost its races: the request may succeed later.
 */
export const isDatabaseBusy = (error: unknown): boolean =>
  isRetryable(error) || lateCodes.includes(asPgError(error)?.code ?? '');

const gone = /^(08|57P0[123]|53[34]00)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)/;
const goneText =
  /Connection terminated|Query read timeout|no database server accepts writes|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The database is unreachable or shutting down: the request itself is not at fault. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return gone.test(asPgError(error)?.code ?? '') || goneText.test(error.message);
}

/**
 * The server does not accept a transaction that writes: it is a standby, or became one. Of
 * transactions that only read, the error is a mistake of the statement.
 */
export const isServerReadOnly = (error: unknown): boolean => {
  const pg = asPgError(error);
  if (pg?.code === '25006') return true;
  // BEGIN READ WRITE on a standby.
  return pg?.code === '0A000' && pg.message.includes('during recovery');
};

/** Builds the 503 for an unreachable database. */
export const databaseAway = (cause: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The database is not available at the moment',
    headers: { 'retry-after': '1' },
    cause,
  });

/** Builds the 503 for a database that is too busy to respond in time. */
export const databaseBusy = (cause: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The database is too busy at the moment',
    headers: { 'retry-after': '1' },
    cause,
  });
