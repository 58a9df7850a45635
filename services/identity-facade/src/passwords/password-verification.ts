import type { Database, Tx, TxContext } from '@platform/kit/database';
import { attemptNotMade, attemptSucceeded, beginAttempt } from './attempts.ts';
import { verifyForeignHash } from './foreign-hash.ts';
import type { MigratePassword } from './lazy-migration.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { isCommonPassword } from './common-passwords.ts';
import { compromisePassword } from './password-compromise.ts';
import type { FindMovedPepper } from './moved-peppers.ts';
import { normalized } from './pepper.ts';
import type { Pepper } from './pepper.ts';
import { findPassword, insertPassword, replaceHash } from './password-store.ts';
import type { PasswordRow } from './password-store.ts';

/** The result of verifying a password at a login. */
export type PasswordVerdict =
  | { outcome: 'SUCCESS' | 'MUST_CHANGE'; userId: string }
  | { outcome: 'FAILURE' }
  | { outcome: 'LOCKED'; retryAfterMs: number };

/** The user whose password is verified: `subject` is the throttle key, `userId` is empty if the user is unknown. */
export interface PasswordAttempt {
  userId: string;
  subject: string;
  /** The identifier that the person typed; empty if unknown. */
  identifier: string;
  password: string;
}

/** A password with its pepper, if it was hashed in another installation. */
type FoundPassword = PasswordRow & { moved?: Pepper | undefined };

const maxBytes = 1_024;

/**
 * Verifies a password. The hash is computed between two transactions: the first counts the attempt, the second reverts the count
 * and replaces a foreign or outdated hash.
 */
export function passwordVerification({
  db,
  hasher,
  migrate,
  movedPepper,
  clock,
}: {
  db: Pick<Database, 'transact'>;
  hasher: PasswordHasher;
  movedPepper: FindMovedPepper;
  migrate: MigratePassword;
  clock: () => number;
}) {
  async function find(tx: Tx, userId: string): Promise<FoundPassword | undefined> {
    const row = await findPassword(tx, userId);
    return row && { ...row, moved: await movedPepper(tx, row.pepperId) };
  }

  async function matches(row: FoundPassword | undefined, password: string): Promise<boolean> {
    if (!row || Buffer.byteLength(normalized(password)) > maxBytes)
      return hasher.verifyDummy(password);
    const { hash, pepperId, foreignHash, moved } = row;
    if (foreignHash) return hasher.verifyForeign(() => verifyForeignHash(foreignHash, password));
    return hasher.verify({ hash: hash ?? '', pepperId: pepperId ?? '' }, password, moved);
  }

  /** Hashes the password with the current parameters; undefined if the hash is current. */
  async function renewed({ hash, pepperId }: PasswordRow, password: string) {
    if (hash !== null && pepperId !== null && hasher.isCurrent({ hash, pepperId }))
      return undefined;
    return hasher.hash(password);
  }

  /** A password that the user has here by now takes precedence over the old system. */
  async function isTaken(context: TxContext, userId: string, password: string): Promise<boolean> {
    const setAt = new Date(clock());
    const row = { foreignHash: null, mustChange: false, setAt, ...(await hasher.hash(password)) };
    const present = await db.transact(context, async (tx) =>
      (await insertPassword(tx, userId, row)) === 1 ? undefined : find(tx, userId),
    );
    return present === undefined || matches(present, password);
  }

  /** Verifies a password at the old system, then hashes and stores it here. */
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
      row: userId === '' ? undefined : await find(tx, userId),
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
