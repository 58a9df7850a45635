import type { Tx } from '@platform/kit/database';
import { deleteUniqueValuesOf } from '../attribute-schema/attribute-schema.ts';
import { addStep, userCounter } from '../counters/counters.ts';
import type { UserRecord } from './user-record.ts';
import { deleteUserRows } from './user-store.ts';
import type { Origin } from './user-writing.ts';

/** Removes a user for good; the caller has removed the memberships, in these organizations. */
export async function removeUser(
  tx: Tx,
  user: UserRecord,
  {
    type,
    origin,
    organizationIds,
  }: {
    type: 'user.deleted' | 'user.erased';
    origin: Origin;
    organizationIds: readonly string[];
  },
): Promise<void> {
  await deleteUserRows(tx, user.id);
  await deleteUniqueValuesOf(tx, user.id);
  await addStep(tx, userCounter, -1);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: { id: user.id, externalId: user.externalId }, origin, organizationIds },
  });
}
