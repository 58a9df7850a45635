import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';

/**
 * Returns the user whose own account an operation is about: that of the token.
 * @throws 403 `caller_not_allowed` for a caller that is not a user
 */
export function ownUserId({ type, id }: Pick<Principal, 'type' | 'id'>): string {
  if (type === 'user') return id;
  throw problem('caller_not_allowed', { detail: 'This operation requires the token of a user' });
}
