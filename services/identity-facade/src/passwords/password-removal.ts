import type { Tx } from '@platform/kit/database';
import { deleteImportsOf } from './password-import-store.ts';
import { deletePassword, findPassword } from './password-store.ts';
import { deleteThrottlesOf } from './throttle-store.ts';

/** Removes the password. Returns `password`, or undefined if there is none. */
export const removePassword = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (await deletePassword(tx, userId)) === 1 ? 'password' : undefined;

/** Removes the passwords of a user with their throttles and imports. Returns the number of passwords. */
export async function removePasswordsOf(tx: Tx, userId: string): Promise<number> {
  const passwords = await deletePassword(tx, userId);
  await deleteThrottlesOf(tx, userId);
  await deleteImportsOf(tx, userId);
  return passwords;
}

/** The state of a password, never the hash. */
export async function describePassword(tx: Tx, userId: string) {
  const row = await findPassword(tx, userId);
  return {
    hasPassword: row !== undefined,
    passwordSetAt: row?.setAt.toISOString() ?? '',
    mustChange: row?.mustChange ?? false,
  };
}
