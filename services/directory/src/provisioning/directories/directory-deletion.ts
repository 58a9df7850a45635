import type { Tx } from '@platform/kit/database';
import type { DirectoryRecord, UnlinkUsers } from '../../directories/directories.ts';
import { keepDirectoryMembership } from '../../organizations/organizations.ts';
import { lockUser } from '../../users/users.ts';
import { changeManager } from '../../users/user-update.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import {
  deleteDirectoryUser,
  hasOtherActiveLink,
  listDirectoryUsersOf,
} from './directory-user-store.ts';
import { removeDirectoryUser } from './directory-users.ts';
import { removeFromGroups } from './group-members.ts';
import type { Provisioning } from './provisioning.ts';

/**
 * Ends only the link. The user and the membership stay, and administrators may write the user
 * again.
 */
async function release(
  tx: Tx,
  provisioning: Provisioning,
  link: DirectoryUserRecord,
): Promise<void> {
  const { organizationId } = provisioning.directory;
  const user = link.userId === null ? undefined : await lockUser(tx, link.userId);
  if (user && user.statusReason !== 'erasure') {
    const isGivenElsewhere =
      organizationId !== null && (await hasOtherActiveLink(tx, user.id, link, organizationId));
    if (organizationId !== null && !isGivenElsewhere)
      await keepDirectoryMembership(tx, { organizationId, user });
    if (link.manages)
      await changeManager(tx, user, null, {
        ...provisioning.writing,
        origin: provisioning.origin,
      });
  }
  await removeFromGroups(tx, provisioning, link);
  await deleteDirectoryUser(tx, link);
}

/** Unlinks the users of a deleted directory in batches, according to its `onDelete`. */
export const unlinkUsersOf =
  (provisioningOf: (tx: Tx, directory: DirectoryRecord) => Promise<Provisioning>): UnlinkUsers =>
  async (tx, directory, limit) => {
    const provisioning = await provisioningOf(tx, directory);
    const users = await listDirectoryUsersOf(tx, directory.id, limit);
    const remove = directory.onDelete === 'keep_users' ? release : removeDirectoryUser;
    for (const user of users) await remove(tx, provisioning, user);
    return users.length;
  };
