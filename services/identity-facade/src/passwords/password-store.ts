import type { ImportedPasswordHashInput } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const credentials = identityFacade
  .table('passwordCredentials')
  .narrow<{ foreignHash: ImportedPasswordHashInput | null }>();
const passwords = credentials.pick('hash', 'pepperId', 'foreignHash', 'mustChange', 'setAt');

/** A password, without the time of its import. */
export type PasswordRow = RowOf<typeof passwords>;

export const findPassword = async (tx: Tx, userId: string): Promise<PasswordRow | undefined> =>
  (
    await tx.prepared<PasswordRow>(
      'password_of_user',
      `SELECT hash, pepper_id, foreign_hash, must_change, set_at
       FROM password_credentials WHERE tenant_id = $1 AND user_id = $2`,
      [tx.context.tenantId, userId],
    )
  )[0];

export const upsertPassword = (
  tx: Tx,
  userId: string,
  { hash, pepperId, foreignHash, mustChange, setAt }: PasswordRow,
): Promise<number> =>
  credentials.upsert(
    tx,
    { userId, hash, pepperId, foreignHash, mustChange, setAt, importedAsOf: null },
    ['userId'],
  );

/** Keeps an existing password. */
export const insertPassword = (
  tx: Tx,
  userId: string,
  { hash, pepperId, foreignHash, mustChange, setAt }: PasswordRow,
): Promise<number> =>
  credentials.insertIfAbsent(tx, { userId, hash, pepperId, foreignHash, mustChange, setAt });

/** Replaces the hash of the same password, unless the password was set again in the meantime. */
export const replaceHash = (
  tx: Tx,
  userId: string,
  { hash, pepperId, setAt }: { hash: string; pepperId: string; setAt: Date },
): Promise<number> =>
  credentials.update(tx, { userId, setAt }, { hash, pepperId, foreignHash: null });

export const requirePasswordChange = (tx: Tx, userId: string): Promise<number> =>
  credentials.update(tx, { userId, mustChange: false }, { mustChange: true });

export const deletePassword = (tx: Tx, userId: string): Promise<number> =>
  credentials.delete(tx, { userId });
