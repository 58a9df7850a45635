import type { Tx } from '@platform/kit/database';
import { directoryById } from '../../directories/directories.ts';
import { userAttributes } from './directory-user-record.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import { deleteDirectoryUser, listLinksOf } from './directory-user-store.ts';
import { removeFromGroups } from './group-members.ts';
import { listGroupsOf } from './group-member-store.ts';
import { deleteRetiredUser } from './retired-user-store.ts';

/** Maximum groups of one directory user in an access request. */
const maxGroups = 1_000;

/** Removes what directories store about an erased user; returns the directory users. */
export async function removeLinkedUsers(tx: Tx, userId: string): Promise<DirectoryUserRecord[]> {
  const links = await listLinksOf(tx, userId);
  for (const link of links) {
    const directory = await directoryById(tx, link.directoryId);
    if (directory) await removeFromGroups(tx, { directory }, link);
    await deleteDirectoryUser(tx, link);
  }
  await deleteRetiredUser(tx, userId);
  return links;
}

const groupsOf = async (tx: Tx, { directoryId, id }: DirectoryUserRecord) =>
  (await listGroupsOf(tx, directoryId, [id], maxGroups)).map((group) => ({
    directoryId,
    id: group.id,
    displayName: group.displayName,
  }));

/** What directories store about a user, for an access request. */
export async function linkedResources(
  tx: Tx,
  userId: string,
): Promise<{ directory_users: unknown[]; group_memberships: unknown[] }> {
  const links = await listLinksOf(tx, userId);
  const groups: unknown[] = [];
  for (const link of links) groups.push(...(await groupsOf(tx, link)));
  return {
    directory_users: links.map((link) => ({
      id: link.id,
      directoryId: link.directoryId,
      ...userAttributes(link),
    })),
    group_memberships: groups,
  };
}
