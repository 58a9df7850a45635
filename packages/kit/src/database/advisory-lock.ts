import type { ClientBase } from 'pg';
import type { WorkerTx } from './transaction.ts';

declare const lockMark: unique symbol;

/** The name of an advisory lock, created by {@link advisoryLocks}. */
export type AdvisoryLock = string & { readonly [lockMark]: true };

/** The transaction that a lock belongs to: it is held until the transaction ends. */
type LockTx = Pick<WorkerTx, 'execute' | 'row'>;

/**
 * Declares the advisory locks of one owner, a service or the kit. All locks share one key space in
 * the database, so each owner declares its names in one place.
 * @throws for a duplicate name, or one that does not consist of letters
 */
export function advisoryLocks<const Name extends string>(
  owner: string,
  names: readonly Name[],
): Readonly<Record<Name, AdvisoryLock>> {
  for (const [i, name] of names.entries()) {
    if (!/^[A-Za-z]+$/.test(name)) throw new Error(`"${name}" is not a name of a lock`);
    if (names.indexOf(name) !== i)
      throw new Error(`the lock ${name} of ${owner} is declared twice`);
  }
  return Object.fromEntries(names.map((name) => [name, `${owner}.${name}`])) as Record<
    Name,
    AdvisoryLock
  >;
}

/** Returns the text whose hash is the key of a lock. */
export const lockText = (name: AdvisoryLock, key: string): string => `${name} ${key}`;

const textsOf = (name: AdvisoryLock, keys: readonly string[]): string[] =>
  (keys.length === 0 ? [''] : keys).map((key) => lockText(name, key));

/**
 * Waits for the lock under each of these keys, in this order; without keys, for the single lock of
 * this name.
 */
export const lock = (tx: LockTx, name: AdvisoryLock, ...keys: string[]): Promise<number> =>
  tx.execute(
    'SELECT pg_advisory_xact_lock(hashtextextended(text, 0)) FROM unnest($1::text[]) AS text',
    [textsOf(name, keys)],
  );

/**
 * Like {@link lock}, but shared with other holders of the shared lock; {@link lock} waits for all
 * of them.
 */
export const lockShared = (
  tx: Pick<WorkerTx, 'prepared'>,
  name: AdvisoryLock,
  ...keys: string[]
): Promise<unknown> =>
  tx.prepared(
    'lock_shared',
    'SELECT pg_advisory_xact_lock_shared(hashtextextended(text, 0)) FROM unnest($1::text[]) AS text',
    [textsOf(name, keys)],
  );

/** Takes the lock if it is free. Returns whether it did. Never waits. */
export async function tryLock(tx: LockTx, name: AdvisoryLock, key = ''): Promise<boolean> {
  const row = await tx.row<{ taken: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken',
    [lockText(name, key)],
  );
  return row?.taken ?? false;
}

/**
 * Waits for the lock on a connection outside of transactions. The lock is held until the connection
 * ends.
 */
export const lockSession = (
  client: Pick<ClientBase, 'query'>,
  name: AdvisoryLock,
  key: string,
): Promise<unknown> =>
  client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockText(name, key)]);
