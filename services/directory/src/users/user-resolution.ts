import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { phoneKey } from './phone-number.ts';
import { identityKey } from './user-identifiers.ts';
import type { Identifier } from './user-identifiers.ts';
import { usernameKey } from './user-name.ts';
import { findIdentifierHolder, findUsersByUnverifiedEmail } from './user-store.ts';

/** An identifier to find a user by: exactly one member is set. */
export interface UserQuery {
  userId?: string;
  email?: string;
  username?: string;
  phone?: string;
  externalId?: string;
  identity?: { issuer: string; subject: string };
}

/** The user that was found. `ambiguous`: no user owns the address, several have it unverified. */
export type UserResolution =
  { outcome: 'found'; userId: string } | { outcome: 'not_found' } | { outcome: 'ambiguous' };

/** The identifier that a query names; undefined if it is malformed. */
function identifierOf(
  query: UserQuery,
): { kind: Identifier['kind']; value: string | undefined } | undefined {
  if (query.email !== undefined) return { kind: 'email', value: emailKey(query.email) };
  if (query.username !== undefined) return { kind: 'username', value: usernameKey(query.username) };
  if (query.phone !== undefined) return { kind: 'phone', value: phoneKey(query.phone) };
  if (query.externalId !== undefined) return { kind: 'external_id', value: query.externalId };
  return query.identity && { kind: 'identity', value: identityKey(query.identity) };
}

/**
 * Finds a user by one identifier. With `unverified`, an address that no user owns may match a user
 * who has it unverified.
 */
export async function resolveUser(
  tx: Tx,
  query: UserQuery,
  { unverified = false } = {},
): Promise<UserResolution> {
  if (query.userId !== undefined)
    return isId('user', query.userId)
      ? { outcome: 'found', userId: query.userId }
      : { outcome: 'not_found' };
  const identifier = identifierOf(query);
  if (identifier?.value === undefined) return { outcome: 'not_found' };
  const holder = await findIdentifierHolder(tx, identifier.kind, identifier.value);
  if (holder) return { outcome: 'found', userId: holder.userId };
  if (identifier.kind !== 'email' || !unverified) return { outcome: 'not_found' };
  const keepers = await findUsersByUnverifiedEmail(tx, identifier.value, 2);
  if (keepers.length > 1) return { outcome: 'ambiguous' };
  return keepers[0] === undefined
    ? { outcome: 'not_found' }
    : { outcome: 'found', userId: keepers[0] };
}
