import type { DirectoryGroupResource, DirectoryUserResource } from '@platform/contracts';
import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';

/** Filters of lists of a directory's content. */
export interface ContentFilter {
  /** Prefix of a name, in lower case. */
  prefix?: string | undefined;
  linked?: boolean | undefined;
}

interface ContentPage {
  before: string | undefined;
  limit: number;
}

const users = directory
  .table('directoryUsers')
  .narrow<Pick<DirectoryUserResource, 'problems'>>()
  .pick(
    'id',
    'userName',
    'externalId',
    'displayName',
    'active',
    'userId',
    'link',
    'manages',
    'problems',
    'createdAt',
    'updatedAt',
  );
const groups = directory
  .table('directoryGroups')
  .pick('id', 'displayName', 'externalId', 'createdAt', 'updatedAt');

const withTimes = <R extends { createdAt: Date; updatedAt: Date }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const directoryUserResource = (row: RowOf<typeof users>): DirectoryUserResource =>
  withTimes(row);
export const directoryGroupResource = (row: RowOf<typeof groups>): DirectoryGroupResource =>
  withTimes(row);

/** Users of a directory, newest first. */
export function listDirectoryUsers(
  tx: Tx,
  directoryId: string,
  { prefix, linked }: ContentFilter,
  { before, limit }: ContentPage,
): Promise<RowOf<typeof users>[]> {
  const isNamed = sql<boolean>`(starts_with(user_name_key, ${prefix}) OR starts_with(lower(display_name), ${prefix}))`;
  const named = prefix === undefined ? users : users.only(() => isNamed);
  const listed =
    linked === undefined ? named : named.only((of) => of('userId', linked ? 'is not' : 'is', null));
  return listed.page(tx, { where: { directoryId }, by: 'id', behind: before, limit });
}

/** Groups of a directory, newest first. */
export function listDirectoryGroups(
  tx: Tx,
  directoryId: string,
  { prefix }: ContentFilter,
  { before, limit }: ContentPage,
): Promise<RowOf<typeof groups>[]> {
  const isNamed = sql<boolean>`starts_with(display_name_key, ${prefix})`;
  const listed = prefix === undefined ? groups : groups.only(() => isNamed);
  return listed.page(tx, { where: { directoryId }, by: 'id', behind: before, limit });
}
