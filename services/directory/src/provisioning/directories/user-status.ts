import type { Tx } from '@platform/kit/database';
import { publishedUser } from '../../users/user-record.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { updateUser } from '../../users/users.ts';
import type { Provisioning } from './provisioning.ts';

type Status = Pick<UserRecord, 'status' | 'statusReason' | 'managedBy'>;

async function writeStatus(
  tx: Tx,
  { origin, writing }: Provisioning,
  user: UserRecord,
  to: Status,
  type: 'user.deactivated' | 'user.reactivated' | 'user.suspended',
): Promise<UserRecord> {
  const now = new Date();
  const after = {
    ...user,
    ...to,
    statusChangedAt: now,
    version: user.version + 1,
    updatedAt: now,
  };
  await updateUser(tx, after);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: publishedUser(after, writing.schema), origin },
  });
  return after;
}

/**
 * Deactivates a user who has no active link left. Stores the previous status, so that a return
 * restores exactly that.
 */
export async function deactivate(
  tx: Tx,
  provisioning: Provisioning,
  user: UserRecord,
): Promise<UserRecord> {
  if (user.status === 'deactivated' || user.managedBy === null) return user;
  const managedBy = { ...user.managedBy, statusBefore: user.status };
  const to: Status = { status: 'deactivated', statusReason: 'directory', managedBy };
  return writeStatus(tx, provisioning, user, to, 'user.deactivated');
}

/**
 * Restores the previous status of a user whom a directory sends again, if a directory had
 * deactivated them.
 */
export async function reactivate(
  tx: Tx,
  provisioning: Provisioning,
  user: UserRecord,
): Promise<UserRecord> {
  if (user.status !== 'deactivated' || user.statusReason !== 'directory') return user;
  const { statusBefore = 'active', ...manager } = user.managedBy ?? {};
  const managedBy = user.managedBy === null ? null : (manager as UserRecord['managedBy']);
  return statusBefore === 'suspended'
    ? writeStatus(
        tx,
        provisioning,
        user,
        { status: 'suspended', statusReason: 'admin', managedBy },
        'user.suspended',
      )
    : writeStatus(
        tx,
        provisioning,
        user,
        { status: 'active', statusReason: null, managedBy },
        'user.reactivated',
      );
}
