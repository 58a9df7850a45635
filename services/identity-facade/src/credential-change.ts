import { originData } from '@platform/contracts';
import type { CredentialRequester, RequestOrigin } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A change of credentials, and the origin of the request. */
export interface CredentialChange extends RequestOrigin {
  /** Default: derived from the actor of the transaction. */
  requestedBy?: CredentialRequester | undefined;
  /** The session of the request, which outlives a change of the password. */
  sessionId?: string | undefined;
}

/** A service without a caller behind it acts by itself, for example after a user is deleted. */
function requesterOf({ context: { actor } }: Tx, userId: string): CredentialRequester | undefined {
  if (actor.type === 'user' && actor.id === userId) return 'user';
  return actor.type === 'user' || actor.type === 'client' ? 'administrator' : undefined;
}

/** The requester and origin of a change, for its event. */
export function changeData(
  tx: Tx,
  userId: string,
  { requestedBy = requesterOf(tx, userId), ...origin }: CredentialChange,
): Record<string, string> {
  return { ...(requestedBy && { requestedBy }), ...originData(origin) };
}
