import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { idFromUuid } from '@platform/kit/ids';
import { changeData } from '../credential-change.ts';
import type { CredentialChange } from '../credential-change.ts';
import { deleteIdentitiesOf, deleteIdentity, listIdentities } from './identity-store.ts';

type Identity = Awaited<ReturnType<typeof listIdentities>>[number];

/** The public id of an identity: a digest, since providers may consider their subjects private. */
function identityIdOf({ provider, issuer, subject }: Identity): string {
  const digest = createHash('sha256').update(JSON.stringify([provider, issuer, subject]));
  const hex = digest.digest('hex').slice(0, 32);
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return idFromUuid('linkedIdentity', uuid);
}

/** The identities of a user at providers. */
export const describeIdentities = async (tx: Tx, userId: string) =>
  (await listIdentities(tx, userId)).map((identity) => ({
    id: identityIdOf(identity),
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email ?? '',
    linkedAt: identity.linkedAt.toISOString(),
    lastUsedAt: identity.lastUsedAt?.toISOString() ?? '',
  }));

/** Unlinks an identity and publishes it. Returns false if the user has none with this id. */
export async function unlinkIdentity(
  tx: Tx,
  userId: string,
  id: string,
  change: CredentialChange,
): Promise<boolean> {
  const found = (await listIdentities(tx, userId)).find((one) => identityIdOf(one) === id);
  if (!found || (await deleteIdentity(tx, userId, found)) === 0) return false;
  await tx.publish({
    type: 'user.identity_unlinked',
    subject: { type: 'user', id: userId },
    data: {
      user: { id: userId },
      provider: found.provider,
      ...changeData(tx, userId, change),
    },
  });
  return true;
}

/** Removes the identities of a user. Returns their number. */
export const removeIdentitiesOf = (tx: Tx, userId: string): Promise<number> =>
  deleteIdentitiesOf(tx, userId);
