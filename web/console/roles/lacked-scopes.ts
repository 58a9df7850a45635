import type { Session } from '../../client/session.ts';

/**
 * The scopes among these permissions that a user does not have. The platform rejects a role that would give more than its giver has,
 * so pages say that before the user tries.
 */
export const lackedToGive = (
  { scopes }: Pick<Session, 'scopes'>,
  permissions: readonly string[],
): readonly string[] =>
  permissions.filter((name) => name.startsWith('tenant:') && !scopes.includes(name));
