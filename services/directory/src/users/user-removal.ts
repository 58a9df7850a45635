import type { Tx } from '@platform/kit/database';
import { deleteUniqueValuesOf } from '../attribute-schema/attribute-schema.ts';
import { addStep, userCounter } from '../counters/counters.ts';
import type { UserRecord } from './user-record.ts';
import { deleteUserRows } from './user-store.ts';
import type { Origin } from './user-writing.ts';

/** Removes a user for good; the rows of memberships are the caller's. */
export async function removeUser(
  tx: Tx,
  user: UserRecord,
  type: 'user.deleted' | 'user.erased',
  origin: Origin,
): Promise<void> {
  await deleteUserRows(tx, user.id);
  await deleteUniqueValuesOf(tx, user.id);
  await addStep(tx, userCounter, -1);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: { id: user.id, externalId: user.externalId }, origin },
  });
}
