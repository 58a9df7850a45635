import { fromNow } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const all = directory.table('pendingEmails');
const open = all.only((of) => of('challengeId', 'is not', null));

/** An address that a user has entered and not verified yet. */
export type PendingEmail = RowOf<typeof all>;

const dayMs = 86_400_000;

export const listPendingEmails = (tx: Tx, userId: string): Promise<PendingEmail[]> =>
  open.list(tx, { where: { userId }, orderBy: 'id' });

export const findPendingEmail = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<PendingEmail | undefined> => open.find(tx, { userId, id });

export const lockPendingEmail = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<PendingEmail | undefined> => open.lock(tx, { userId, id });

/** Counts the other addresses that codes were sent to in the last 24 hours, verified or not. */
export const countPendingEmails = (
  tx: Tx,
  userId: string,
  besides: string,
  most: number,
): Promise<number> =>
  all
    .only((of) => of.and([of('sentAt', '>', fromNow(-dayMs)), of('id', '!=', besides)]))
    .count(tx, { userId }, most);

export const upsertPendingEmail = (tx: Tx, row: PendingEmail): Promise<number> =>
  all.upsert(tx, row, ['userId', 'id']);

/** Ends a pending address: it was verified or removed. */
export const endPendingEmail = (tx: Tx, userId: string, id: string): Promise<number> =>
  open.update(tx, { userId, id }, { challengeId: null });

export const deletePendingEmails = (tx: Tx, userId: string): Promise<number> =>
  all.delete(tx, { userId });
