import type { Tx } from '@platform/kit/database';

/** Methods whose authenticators are stored. */
export type AuthenticatorMethod = 'totp' | 'passkey' | 'security_key';

/** A row of authenticators. What a method does not have is null. */
export interface AuthenticatorRow {
  userId: string;
  id: string;
  method: AuthenticatorMethod;
  label: string;
  /** Sealed. */
  totpSecret: string | null;
  credentialId: string | null;
  publicKey: Buffer | null;
  signCount: number | null;
  transports: string[] | null;
  rpId: string | null;
  isHardware: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = `user_id, id, method, label, totp_secret, credential_id, public_key,
  sign_count, transports, rp_id, is_hardware, created_at, last_used_at`;

export const insertAuthenticator = (tx: Tx, row: AuthenticatorRow): Promise<number> =>
  tx.execute(
    `INSERT INTO authenticators (tenant_id, user_id, id, method, label, totp_secret, credential_id, public_key, sign_count, transports,
       rp_id, is_hardware, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      row.userId,
      row.id,
      row.method,
      row.label,
      row.totpSecret,
      row.credentialId,
      row.publicKey,
      row.signCount,
      row.transports,
      row.rpId,
      row.isHardware,
      row.createdAt,
    ],
  );

export const listAuthenticators = (tx: Tx, userId: string): Promise<AuthenticatorRow[]> =>
  tx.prepared<AuthenticatorRow>(
    'authenticators_of_user',
    `SELECT ${columns} FROM authenticators WHERE tenant_id = $1 AND user_id = $2 ORDER BY id`,
    [tx.context.tenantId, userId],
  );

/** Locks it: two answers of one authenticator are checked one after the other. */
export const lockByCredentialId = (
  tx: Tx,
  credentialId: string,
): Promise<AuthenticatorRow | undefined> =>
  tx.row<AuthenticatorRow>(
    `SELECT ${columns} FROM authenticators WHERE tenant_id = $1 AND credential_id = $2 FOR UPDATE`,
    [tx.context.tenantId, credentialId],
  );

/** Uses a time step once; 0 when it, or a later one, was used already. */
export const useTotpStep = (
  tx: Tx,
  { userId, id }: Pick<AuthenticatorRow, 'userId' | 'id'>,
  { step, now }: { step: number; now: Date },
): Promise<number> =>
  tx.execute(
    `UPDATE authenticators SET totp_step = $4, last_used_at = $5
     WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND (totp_step IS NULL OR totp_step < $4)`,
    [tx.context.tenantId, userId, id, step, now],
  );

export const updateSignCount = (
  tx: Tx,
  { userId, id }: Pick<AuthenticatorRow, 'userId' | 'id'>,
  { signCount, now }: { signCount: number; now: Date },
): Promise<number> =>
  tx.execute(
    'UPDATE authenticators SET sign_count = $4, last_used_at = $5 WHERE tenant_id = $1 AND user_id = $2 AND id = $3',
    [tx.context.tenantId, userId, id, signCount, now],
  );

export const deleteAuthenticator = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ method: string } | undefined> =>
  tx.row<{ method: string }>(
    'DELETE FROM authenticators WHERE tenant_id = $1 AND user_id = $2 AND id = $3 RETURNING method',
    [tx.context.tenantId, userId, id],
  );

export const deleteAuthenticatorsOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM authenticators WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);

export const deleteRecoveryCodesOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);

export const insertRecoveryCodes = (
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<number> =>
  tx.execute(
    'INSERT INTO recovery_codes (tenant_id, user_id, code_hash) SELECT $1, $2, unnest($3::bytea[])',
    [tx.context.tenantId, userId, hashes],
  );

/** Uses a recovery code once; 0 when there is no such code, or it was used. */
export const useRecoveryCode = (
  tx: Tx,
  userId: string,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<number> =>
  tx.execute(
    'UPDATE recovery_codes SET used_at = $4 WHERE tenant_id = $1 AND user_id = $2 AND code_hash = $3 AND used_at IS NULL',
    [tx.context.tenantId, userId, hash, now],
  );

export const countRecoveryCodes = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx.prepared<{ n: number }>(
      'recovery_codes_of_user',
      'SELECT count(*)::int AS n FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2 AND used_at IS NULL',
      [tx.context.tenantId, userId],
    )
  )[0]?.n ?? 0;
