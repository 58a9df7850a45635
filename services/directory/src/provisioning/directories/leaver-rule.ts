import type { Tx } from '@platform/kit/database';
import {
  endDirectoryMembership,
  hasActiveMembership,
  removeMembershipsOf,
  suspendDirectoryMembership,
} from '../../organizations/organizations.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { lockUser } from '../../users/users.ts';
import { removeUser } from '../../users/user-removal.ts';
import { changeManager } from '../../users/user-update.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import { hasOtherActiveLink, unlinkUser } from './directory-user-store.ts';
import type { Provisioning } from './provisioning.ts';
import { deactivate } from './user-status.ts';

/**
 * `inactive`: the directory keeps the person, who may not use the organization; `removed`: it does
 * not.
 */
type Leaving = 'inactive' | 'removed';

/** Ends the membership that the directory gave, unless another directory of the organization gives it too. */
async function leaveOrganization(
  tx: Tx,
  { directory }: Provisioning,
  user: UserRecord,
  link: DirectoryUserRecord,
  leaving: Leaving,
): Promise<void> {
  const { organizationId, deprovisioning } = directory;
  if (organizationId === null) return;
  if (await hasOtherActiveLink(tx, user.id, link, organizationId)) return;
  const isEnded = leaving === 'removed' || deprovisioning !== 'suspend_membership';
  const end = isEnded ? endDirectoryMembership : suspendDirectoryMembership;
  await end(tx, { organizationId, user });
}

async function deleteLeaver(
  tx: Tx,
  { origin, secrets, directory: { organizationId } }: Provisioning,
  user: UserRecord,
): Promise<void> {
  await unlinkUser(tx, user.id, 'none');
  const left = await removeMembershipsOf(tx, user.id);
  // Their membership here has already ended.
  const organizationIds = [...new Set([...left, ...(organizationId ? [organizationId] : [])])];
  await removeUser(tx, user, { type: 'user.deleted', origin, organizationIds, secrets });
}

/**
 * Applies the leaver rule. Ends the link and the membership of this organization. Deactivates the
 * user only if a directory manages it and no active membership or link is left, so that one
 * organization cannot lock a person out of another.
 */
export async function leave(
  tx: Tx,
  provisioning: Provisioning,
  link: DirectoryUserRecord,
  leaving: Leaving,
): Promise<DirectoryUserRecord> {
  const { directory, writing } = provisioning;
  const left: DirectoryUserRecord = {
    ...link,
    active: false,
    link: link.userId === null ? link.link : 'inactive',
  };
  const user = link.userId === null ? undefined : await lockUser(tx, link.userId);
  if (!user || user.statusReason === 'erasure') return left;

  await leaveOrganization(tx, provisioning, user, link, leaving);
  const isLast =
    user.managedBy !== null &&
    !(await hasActiveMembership(tx, user.id)) &&
    !(await hasOtherActiveLink(tx, user.id, link));
  if (isLast && directory.deprovisioning === 'delete_user') {
    await deleteLeaver(tx, provisioning, user);
    return { ...left, userId: null, link: 'none', manages: false };
  }
  // Otherwise a user without a managing directory would lose the suspension by an administrator.
  const staysSuspended = leaving === 'removed' && user.status === 'suspended';
  const after = isLast && !staysSuspended ? await deactivate(tx, provisioning, user) : user;
  // No directory writes these members now, so administrators may.
  if (leaving === 'removed' && link.manages)
    await changeManager(tx, after, null, { ...writing, origin: provisioning.origin });
  return left;
}
