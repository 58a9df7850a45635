import { because, problem } from '@platform/kit/problem';
import type { UserRecord } from './user-record.ts';

type Status = UserRecord['status'];

/** What a change of status is called. */
export type StatusEvent = 'user.suspended' | 'user.reactivated' | 'user.deactivated';

/** The transitions that an administrator may ask for by PATCH or PUT. */
const transitions: Record<Status, Partial<Record<Status, StatusEvent>>> = {
  active: { suspended: 'user.suspended', deactivated: 'user.deactivated' },
  suspended: { active: 'user.reactivated', deactivated: 'user.deactivated' },
  deactivated: { active: 'user.reactivated' },
};

/** Refuses writes to a user whose erasure is under way, so that deleting cannot by-pass a hold. */
export function refuseUnderErasure(user: Pick<UserRecord, 'statusReason'>): void {
  if (user.statusReason !== 'erasure') return;
  throw because('invalid_state', {
    code: 'erasure_pending',
    detail: 'An erasure request for this user is in progress',
  });
}

/** The event of an administrator's change of status; undefined when nothing changes. 409 for a transition that there is not. */
export function statusEvent(
  user: Pick<UserRecord, 'status' | 'statusReason' | 'managedBy'>,
  to: Status,
): StatusEvent | undefined {
  if (user.status === to) return undefined;
  const event = transitions[user.status][to];
  const isReturn = user.status === 'deactivated' && to === 'active';
  // A directory that is gone cannot bring the user back; an administrator can.
  const isDirectorys = user.statusReason === 'directory' && user.managedBy !== null;
  if (!event || (isReturn && isDirectorys)) {
    throw problem('invalid_state', { detail: `A user who is ${user.status} cannot become ${to}` });
  }
  return event;
}

/** Someone who has never signed in holds the address by an administrator's word alone; anybody else may have taken it. */
export const isUnused = (user: Pick<UserRecord, 'lastLoginAt' | 'identities'>): boolean =>
  user.lastLoginAt === null && user.identities.length === 0;
