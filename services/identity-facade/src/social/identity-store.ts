import type { Tx } from '@platform/kit/database';

/** Who someone is at a provider. */
export interface IdentityKey {
  provider: string;
  issuer: string;
  subject: string;
}

/** An identity with the user that it belongs to. */
export interface ExternalIdentityRow extends IdentityKey {
  userId: string;
  email: string | null;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

const columns = `provider, issuer, subject, user_id, email, linked_at, last_used_at`;

/** Finds the owner of an identity, and notes that it was used. */
export const useIdentity = (
  tx: Tx,
  { provider, issuer, subject }: IdentityKey,
  now: Date,
): Promise<{ userId: string } | undefined> =>
  tx.row<{ userId: string }>(
    `UPDATE external_identities SET last_used_at = $5
     WHERE tenant_id = $1 AND provider = $2 AND issuer = $3 AND subject = $4 RETURNING user_id`,
    [tx.context.tenantId, provider, issuer, subject, now],
  );

export const findIdentityOwner = async (
  tx: Tx,
  { provider, issuer, subject }: IdentityKey,
): Promise<string | undefined> =>
  (
    await tx.row<{ userId: string }>(
      `SELECT user_id FROM external_identities
       WHERE tenant_id = $1 AND provider = $2 AND issuer = $3 AND subject = $4`,
      [tx.context.tenantId, provider, issuer, subject],
    )
  )?.userId;

/** 0 when the identity has an owner already. */
export const insertIdentity = (
  tx: Tx,
  row: Omit<ExternalIdentityRow, 'lastUsedAt'>,
): Promise<number> =>
  tx.execute(
    `INSERT INTO external_identities (tenant_id, provider, issuer, subject, user_id, email, linked_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT ON CONSTRAINT external_identities__identity_key DO NOTHING`,
    [
      tx.context.tenantId,
      row.provider,
      row.issuer,
      row.subject,
      row.userId,
      row.email,
      row.linkedAt,
    ],
  );

export const listIdentities = (tx: Tx, userId: string): Promise<ExternalIdentityRow[]> =>
  tx.prepared<ExternalIdentityRow>(
    'identities_of_user',
    `SELECT ${columns} FROM external_identities WHERE tenant_id = $1 AND user_id = $2 ORDER BY linked_at, provider, subject`,
    [tx.context.tenantId, userId],
  );

export const deleteIdentitiesOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM external_identities WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);
