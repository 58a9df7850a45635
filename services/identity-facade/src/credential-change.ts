import { originData } from '@platform/contracts';
import type { CredentialRequester, RequestOrigin } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A change of credentials, and where it was asked for. */
export interface CredentialChange extends RequestOrigin {
  /** Default: by the actor of the transaction. */
  requestedBy?: CredentialRequester | undefined;
}

/** A service that names no one behind its call acts by itself: a user was deleted. */
function requesterOf({ context: { actor } }: Tx, userId: string): CredentialRequester | undefined {
  if (actor.type === 'user' && actor.id === userId) return 'user';
  return actor.type === 'user' || actor.type === 'client' ? 'administrator' : undefined;
}

/** What the event of a change says of who asked for it, and from where. */
export function changeData(
  tx: Tx,
  userId: string,
  { requestedBy = requesterOf(tx, userId), ...origin }: CredentialChange,
): Record<string, string> {
  return { ...(requestedBy && { requestedBy }), ...originData(origin) };
}
