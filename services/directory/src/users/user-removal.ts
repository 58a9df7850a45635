import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { deleteUniqueValuesOf } from '../attribute-schema/attribute-schema.ts';
import { addStep, userCounter } from '../counters/counters.ts';
import { withdrawCredentials } from './credentials/credential-batch.ts';
import { deletePendingEmails } from './contacts/pending-email-store.ts';
import { deleteCredentialHandover } from './credentials/credential-handover-store.ts';
import { deletePreferences } from './preferences/preference-store.ts';
import { refuseUnderErasure } from './user-lifecycle.ts';
import type { UserMemberships } from './user-memberships.ts';
import type { UserRecord } from './user-record.ts';
import { deleteUserRows } from './user-store.ts';
import type { Origin } from './user-writing.ts';

/** Removes a user permanently. The caller has removed the memberships, in these organizations. */
export async function removeUser(
  tx: Tx,
  user: UserRecord,
  {
    type,
    origin,
    organizationIds,
    secrets,
  }: {
    type: 'user.deleted' | 'user.erased';
    origin: Origin;
    organizationIds: readonly string[];
    /** Opens batches: the waiting credential may be sealed together with others. */
    secrets: Pick<SecretBox, 'seal' | 'open'>;
  },
): Promise<void> {
  await deleteUserRows(tx, user.id);
  await deletePendingEmails(tx, user.id);
  await deletePreferences(tx, user.id);
  await deleteCredentialHandover(tx, user.id);
  await withdrawCredentials(tx, secrets, [user.id]);
  await deleteUniqueValuesOf(tx, user.id);
  await addStep(tx, userCounter, -1);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: { id: user.id, externalId: user.externalId }, origin, organizationIds },
  });
}

/** What the deletion of a user also removes. */
export interface UserDeletion {
  memberships: Pick<UserMemberships, 'removeAll'>;
  /**
   * Removes the links of directories to a deleted user, so that none of them re-creates the user.
   */
  unlink: (tx: Tx, userId: string) => Promise<unknown>;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
}

/** Deletes a user at the request of an administrator. @throws 409 while the user is being erased */
export async function deleteUser(
  tx: Tx,
  user: UserRecord,
  { memberships, unlink, secrets }: UserDeletion,
): Promise<void> {
  refuseUnderErasure(user);
  const organizationIds = await memberships.removeAll(tx, user.id);
  await removeUser(tx, user, { type: 'user.deleted', origin: 'api', organizationIds, secrets });
  await unlink(tx, user.id);
}
