import { clientSubject } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { deleteClientArtifacts, deleteGrantTokens, takeGrant } from './grant-store.ts';

export {
  deleteOrganizationArtifacts,
  deleteResourceGrants as dropApiGrants,
  deleteUserArtifacts,
  listUserArtifacts,
  listUserSessions,
  takeSessionOfSid,
  takeUserSession,
} from './grant-store.ts';
export type { GrantOwner, SessionPayload, UserArtifacts } from './grant-store.ts';

/**
 * Revokes a grant, its codes and refresh tokens, and the client's access tokens for the user. Of several transactions that revoke it
 * concurrently, only one gets the owner.
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

/** Revokes the access tokens of a client for one user. */
export const revokeUserTokens = (tx: Tx, clientId: string, userId: string): Promise<void> =>
  cutOff(tx, { kind: 'client_subject', id: clientSubject(clientId, userId) });

/** Revokes all grants and tokens of a client for one user. */
export async function revokeUserGrants(tx: Tx, clientId: string, userId: string): Promise<void> {
  await deleteClientArtifacts(tx, clientId, userId);
  await revokeUserTokens(tx, clientId, userId);
}

/** Deletes all grants of a client. The caller cuts off its access tokens. */
export const dropClientGrants = (tx: Tx, clientId: string): Promise<number> =>
  deleteClientArtifacts(tx, clientId);
