import type { Database, TxContext } from '@platform/kit/database';
import { attemptNotMade, attemptSucceeded, beginAttempt } from './attempts.ts';
import { verifyForeignHash } from './foreign-hash.ts';
import type { MigratePassword } from './lazy-migration.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { isCommonPassword } from './common-passwords.ts';
import { compromisePassword } from './password-compromise.ts';
import { normalized } from './pepper.ts';
import { findPassword, insertPassword, replaceHash } from './password-store.ts';
import type { PasswordRow } from './password-store.ts';

/** What became of a password at a login. */
export type PasswordVerdict =
  | { outcome: 'SUCCESS' | 'MUST_CHANGE'; userId: string }
  | { outcome: 'FAILURE' }
  | { outcome: 'LOCKED'; retryAfterMs: number };

/** Whose password is checked: `subject` stands for the person in the throttle, `userId` is empty when nobody is known. */
export interface PasswordAttempt {
  userId: string;
  subject: string;
  /** What the person typed to say who they are; empty where that is not known. */
  identifier: string;
  password: string;
}

const maxBytes = 1_024;

/**
 * Checks the password of a person. The hash is computed between two transactions: the first counts the attempt, the second
 * takes it back and replaces a hash that is another system's or outdated.
 */
export function passwordVerification({
  db,
  hasher,
  migrate,
  clock,
}: {
  db: Pick<Database, 'transact'>;
  hasher: PasswordHasher;
  migrate: MigratePassword;
  clock: () => number;
}) {
  async function matches(row: PasswordRow | undefined, password: string): Promise<boolean> {
    if (!row || Buffer.byteLength(normalized(password)) > maxBytes)
      return hasher.verifyDummy(password);
    const { hash, pepperId, foreignHash } = row;
    if (foreignHash) return hasher.verifyForeign(() => verifyForeignHash(foreignHash, password));
    return hasher.verify({ hash: hash ?? '', pepperId: pepperId ?? '' }, password);
  }

  /** The same password under today's parameters; undefined when the hash is as it should be. */
  async function renewed({ hash, pepperId }: PasswordRow, password: string) {
    if (hash !== null && pepperId !== null && hasher.isCurrent({ hash, pepperId }))
      return undefined;
    return hasher.hash(password);
  }

  /** A password that somebody has here by now is the one that counts, whatever the old system says. */
  async function isTaken(context: TxContext, userId: string, password: string): Promise<boolean> {
    const setAt = new Date(clock());
    const row = { foreignHash: null, mustChange: false, setAt, ...(await hasher.hash(password)) };
    const present = await db.transact(context, async (tx) =>
      (await insertPassword(tx, userId, row)) === 1 ? undefined : findPassword(tx, userId),
    );
    return present === undefined || matches(present, password);
  }

  /** The password of a person whose system is asked for the first time; it is hashed and kept here. */
  async function migrated(
    context: TxContext,
    { userId, subject, identifier, password }: PasswordAttempt,
  ): Promise<PasswordVerdict> {
    const found = await migrate(context, { identifier, password });
    const isOther = found !== undefined && userId !== '' && found !== userId;
    if (found === undefined || isOther || !(await isTaken(context, found, password)))
      return { outcome: 'FAILURE' };
    const isCommon = await isCommonPassword(password);
    await db.transact(context, async (tx) => {
      await attemptSucceeded(tx, { subject, method: 'password' });
      if (isCommon) await compromisePassword(tx, found);
    });
    return { outcome: isCommon ? 'MUST_CHANGE' : 'SUCCESS', userId: found };
  }

  return async (context: TxContext, given: PasswordAttempt): Promise<PasswordVerdict> => {
    const { userId, subject, password } = given;
    const key = { subject, method: 'password' };
    const { attempt, row } = await db.transact(context, async (tx) => ({
      attempt: await beginAttempt(tx, key, { now: clock(), userId }),
      row: userId === '' ? undefined : await findPassword(tx, userId),
    }));
    if (!attempt.isAllowed) return { outcome: 'LOCKED', retryAfterMs: attempt.retryAfterMs };
    const notMade = async (error: unknown): Promise<never> => {
      await db.transact(context, (tx) => attemptNotMade(tx, key, clock()));
      throw error;
    };
    const isMatch = await matches(row, password).catch(notMade);
    if (!row) return migrated(context, given).catch(notMade);
    if (!isMatch) return { outcome: 'FAILURE' };
    const renewal = await renewed(row, password);
    const isCommon = await isCommonPassword(password);
    await db.transact(context, async (tx) => {
      await attemptSucceeded(tx, key);
      if (renewal) await replaceHash(tx, userId, { ...renewal, setAt: row.setAt });
      if (isCommon) await compromisePassword(tx, userId);
    });
    return { outcome: row.mustChange || isCommon ? 'MUST_CHANGE' : 'SUCCESS', userId };
  };
}

/** See {@link passwordVerification}. */
export type VerifyPassword = ReturnType<typeof passwordVerification>;
