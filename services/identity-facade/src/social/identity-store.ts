import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const identities = identityFacade.table('externalIdentities');
const owners = identities.pick('userId');

type ExternalIdentityRow = RowOf<typeof identities>;
type IdentityKey = Pick<ExternalIdentityRow, 'provider' | 'issuer' | 'subject'>;

const columns = `provider, issuer, subject, user_id, email, linked_at, last_used_at`;

/** Finds the owner of an identity and records its use. */
export const useIdentity = (
  tx: Tx,
  { provider, issuer, subject }: IdentityKey,
  now: Date,
): Promise<{ userId: string } | undefined> =>
  owners.updateReturning(tx, { provider, issuer, subject }, { lastUsedAt: now });

export const findIdentityOwner = async (
  tx: Tx,
  { provider, issuer, subject }: IdentityKey,
): Promise<string | undefined> => (await owners.find(tx, { provider, issuer, subject }))?.userId;

/** Returns 0 if the identity already has an owner. */
export const insertIdentity = (
  tx: Tx,
  row: Omit<ExternalIdentityRow, 'lastUsedAt'>,
): Promise<number> => identities.insertIfAbsent(tx, { ...row, lastUsedAt: row.linkedAt });

export const listIdentities = (tx: Tx, userId: string): Promise<ExternalIdentityRow[]> =>
  tx.prepared<ExternalIdentityRow>(
    'identities_of_user',
    `SELECT ${columns} FROM external_identities WHERE tenant_id = $1 AND user_id = $2 ORDER BY linked_at, provider, subject`,
    [tx.context.tenantId, userId],
  );

/** Returns 0 if the user has no such identity. */
export const deleteIdentity = (
  tx: Tx,
  userId: string,
  { provider, issuer, subject }: IdentityKey,
): Promise<number> => identities.delete(tx, { userId, provider, issuer, subject });

export const deleteIdentitiesOf = (tx: Tx, userId: string): Promise<number> =>
  identities.delete(tx, { userId });
