import { clientSubject } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { deleteClientArtifacts, deleteGrantTokens, takeGrant } from './grant-store.ts';

export {
  deleteOrganizationArtifacts,
  deleteResourceGrants as dropApiGrants,
  deleteUserArtifacts,
  listUserArtifacts,
} from './grant-store.ts';
export type { GrantOwner, SessionPayload } from './grant-store.ts';

/**
 * Ends all that came of one sign-in at one client: the grant, its codes and refresh tokens, and the access tokens of that
 * client for that user. Returns whose it was to one of several transactions that revoke it at the same time.
 */
export async function revokeGrant(
  tx: Tx,
  grantId: string,
): Promise<{ userId: string; clientId: string } | undefined> {
  const owner = await takeGrant(tx, grantId);
  await deleteGrantTokens(tx, grantId);
  if (!owner) return undefined;
  await revokeUserTokens(tx, owner.clientId, owner.userId);
  return owner;
}

/** Ends the access tokens of a client for one user. */
export const revokeUserTokens = (tx: Tx, clientId: string, userId: string): Promise<void> =>
  cutOff(tx, { kind: 'client_subject', id: clientSubject(clientId, userId) });

/** Ends what a client holds for one user. */
export async function revokeUserGrants(tx: Tx, clientId: string, userId: string): Promise<void> {
  await deleteClientArtifacts(tx, clientId, userId);
  await revokeUserTokens(tx, clientId, userId);
}

/** Drops what a client holds for anybody. Its access tokens are cut off by whoever removes the client. */
export const dropClientGrants = (tx: Tx, clientId: string): Promise<number> =>
  deleteClientArtifacts(tx, clientId);
