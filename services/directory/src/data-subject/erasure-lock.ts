import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import type { UserRecord } from '../users/user-record.ts';

const locks = directory
  .table('users')
  .narrow<{
    statusBeforeErasure: UserRecord['status'] | null;
    statusReasonBeforeErasure: UserRecord['statusReason'];
  }>()
  .pick('erasureRequestId', 'statusBeforeErasure', 'statusReasonBeforeErasure');

/** The erasure request that blocks a user, and the status to restore. */
export type ErasureLock = RowOf<typeof locks>;

export const findErasureLock = (tx: Tx, userId: string): Promise<ErasureLock | undefined> =>
  locks.find(tx, { id: userId });

export const setErasureLock = (tx: Tx, userId: string, lock: ErasureLock): Promise<number> =>
  locks.update(tx, { id: userId }, lock);
