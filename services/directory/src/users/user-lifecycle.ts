import { problemWithReason, problem } from '@platform/kit/problem';
import type { UserRecord } from './user-record.ts';

type Status = UserRecord['status'];

/** The event of a change of status. */
export type StatusEvent = 'user.suspended' | 'user.reactivated' | 'user.deactivated';

/** The transitions that an administrator may request by PATCH or PUT. */
const transitions: Record<Status, Partial<Record<Status, StatusEvent>>> = {
  active: { suspended: 'user.suspended', deactivated: 'user.deactivated' },
  suspended: { active: 'user.reactivated', deactivated: 'user.deactivated' },
  deactivated: { active: 'user.reactivated' },
};

/**
 * Rejects writes to a user whose erasure is in progress, so that deleting cannot bypass an erasure
 * hold.
 */
export function refuseUnderErasure(user: Pick<UserRecord, 'statusReason'>): void {
  if (user.statusReason !== 'erasure') return;
  throw problemWithReason('invalid_state', {
    code: 'erasure_pending',
    detail: 'An erasure request for this user is in progress',
  });
}

/**
 * The event of an administrator's change of status; undefined if nothing changes. @throws 409 for
 * an invalid transition
 */
export function statusEvent(
  user: Pick<UserRecord, 'status' | 'statusReason' | 'managedBy'>,
  to: Status,
): StatusEvent | undefined {
  if (user.status === to) return undefined;
  const event = transitions[user.status][to];
  const isReturn = user.status === 'deactivated' && to === 'active';
  // A removed directory cannot restore the user; an administrator can.
  const isDirectorys = user.statusReason === 'directory' && user.managedBy !== null;
  if (!event || (isReturn && isDirectorys)) {
    throw problem('invalid_state', { detail: `A user who is ${user.status} cannot become ${to}` });
  }
  return event;
}

/**
 * Whether the user has never signed in, and so has the address only because an administrator set
 * it.
 */
export const isUnused = (user: Pick<UserRecord, 'lastLoginAt' | 'identities'>): boolean =>
  user.lastLoginAt === null && user.identities.length === 0;
