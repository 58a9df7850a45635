import type { ProvisionUserRequest } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import { directoryById } from '../../directories/directories.ts';
import { speaksFor } from '../../domains/domains.ts';
import { isUnused } from '../../users/user-lifecycle.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { lockUser } from '../../users/users.ts';

/**
 * The user has signed in at this directory under another identity: the address was given to another
 * person there.
 */
const hasOtherIdentityAt = ({ identities }: UserRecord, directoryId: string): boolean =>
  identities.some((identity) => identity.directoryId === directoryId);

/**
 * The user with the address of a login, if the directory has verified the address and is
 * authoritative for its domain: the organization that owns the domain decides who uses its
 * addresses. Undefined if the owner of the account must be asked.
 */
export async function matchedByAddress(
  tx: Tx,
  { directoryId, identity, email, emailVerified }: ProvisionUserRequest,
  holder: { userId: string; verified: boolean },
): Promise<UserRecord | undefined> {
  if (!identity || !emailVerified) return undefined;
  const directory = await directoryById(tx, directoryId);
  if (!directory || !(await speaksFor(tx, directory, email))) return undefined;
  const user = await lockUser(tx, holder.userId);
  if (!user || hasOtherIdentityAt(user, directory.id)) return undefined;
  return holder.verified || isUnused(user) ? user : undefined;
}
