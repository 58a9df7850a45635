import { now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import { nameKey } from '../../directories/name-key.ts';

const retired = directory.table('retiredDirectoryUsers');

type NamedUser = Pick<DirectoryUserRecord, 'directoryId' | 'userName' | 'externalId'>;

/** Keeps the user whom a directory managed under a name that it removes. */
export const insertRetiredUser = (
  tx: Tx,
  { directoryId, userName, externalId }: NamedUser,
  userId: string,
): Promise<number> =>
  retired.upsert(
    tx,
    { directoryId, userNameKey: nameKey(userName), externalId, userId, retiredAt: now },
    ['directoryId', 'userNameKey'],
  );

/**
 * The user whom the directory managed under this name before it removed them. A different external
 * id means that the directory has since given the name to another person.
 */
export async function findRetiredUser(
  tx: Tx,
  { directoryId, userName, externalId }: NamedUser,
): Promise<string | undefined> {
  const isSamePerson = sql<boolean>`coalesce(external_id = ${externalId}, true)`;
  const row = await retired
    .pick('userId')
    .only(() => isSamePerson)
    .find(tx, { directoryId, userNameKey: nameKey(userName) });
  return row?.userId;
}

export const deleteRetiredUser = (tx: Tx, userId: string): Promise<number> =>
  retired.delete(tx, { userId });
