import { ImportedPasswordHash, PasswordHash } from '@platform/contracts';
import type { PasswordHashInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { changeData } from '../credential-change.ts';
import type { CredentialChange } from '../credential-change.ts';
import type { JudgePassword, PasswordRules } from './password-rules.ts';
import { publishResetRequired } from './password-compromise.ts';
import { findPassword, upsertPassword } from './password-store.ts';
import type { PasswordRow } from './password-store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { deleteThrottle } from './throttle-store.ts';

/** A new password, or the hash of one. */
export type NewPassword = { password: string } | { hashJson: string };

/** An imported credential of a user. */
export interface ImportedCredential {
  userId: string;
  kind: string;
  value: string;
  mustChange: boolean;
  key: string;
  /** When the directory received it, in RFC 3339 with microseconds; empty if unknown. */
  asOf: string;
}

function foreignHashOf(json: string): PasswordHashInput {
  try {
    return PasswordHash.parse(JSON.parse(json));
  } catch {
    throw problem('invalid_parameter', { detail: 'hash_json is not a password hash.' });
  }
}

/** Sets and imports passwords. Hashes are computed before a transaction is opened. */
export function passwordSetting({
  hasher,
  judge,
  clock,
}: {
  hasher: Pick<PasswordHasher, 'hash'>;
  judge: JudgePassword;
  clock: () => number;
}) {
  const rowOf = (mustChange: boolean, parts: Partial<PasswordRow>): PasswordRow => ({
    hash: null,
    pepperId: null,
    foreignHash: null,
    mustChange,
    setAt: new Date(clock()),
    ...parts,
  });

  return {
    /** @throws 409 with the reason if a password is rejected */
    check: (password: string, rules: PasswordRules): Promise<void> =>
      judge.require(password, rules),

    /** Validates and hashes a password. @throws 409 with the reason */
    async prepare(
      given: NewPassword,
      mustChange: boolean,
      rules: PasswordRules,
    ): Promise<PasswordRow> {
      if ('hashJson' in given)
        return rowOf(mustChange, { foreignHash: foreignHashOf(given.hashJson) });
      await judge.require(given.password, rules);
      return rowOf(mustChange, await hasher.hash(given.password));
    },

    /** Stores the result of {@link prepare}, unlocks the password and publishes the change. */
    async store(tx: Tx, userId: string, row: PasswordRow, change: CredentialChange): Promise<void> {
      const isFirst = (await findPassword(tx, userId)) === undefined;
      await upsertPassword(tx, userId, row);
      await deleteThrottle(tx, { subject: userId, method: 'password' });
      await tx.publish({
        type: 'user.password_changed',
        subject: { type: 'user', id: userId },
        data: {
          user: { id: userId },
          ...(isFirst && { first: true }),
          ...(change.sessionId !== undefined && { sessionId: change.sessionId }),
          ...changeData(tx, userId, change),
        },
      });
      if (row.mustChange) await publishResetRequired(tx, userId);
    },

    /** Like {@link prepare}, for an import: returns the code of the rejection. */
    async prepareImport(
      { kind, value, mustChange }: ImportedCredential,
      rules: PasswordRules,
    ): Promise<PasswordRow | string> {
      if (kind === 'password_hash') {
        const parsed = ImportedPasswordHash.safeParse(jsonOf(value));
        return parsed.success ? rowOf(mustChange, { foreignHash: parsed.data }) : 'invalid_format';
      }
      if (kind !== 'password') return 'invalid_format';
      if (await judge.fault(value, rules)) return 'password_blocked';
      return rowOf(mustChange, await hasher.hash(value));
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** See {@link passwordSetting}. */
export type PasswordSetting = ReturnType<typeof passwordSetting>;
