import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

/** Methods with stored authenticators. */
export type AuthenticatorMethod = 'totp' | 'passkey' | 'security_key';

const stored = identityFacade.table('authenticators').narrow<{ method: AuthenticatorMethod }>();
const authenticators = stored.omit('totpStep');
const recoveryCodes = identityFacade.table('recoveryCodes');

/** Columns that the method does not use are null; `totpSecret` is sealed. */
export type AuthenticatorRow = RowOf<typeof authenticators>;

const columns = `user_id, id, method, label, totp_secret, credential_id, public_key,
  sign_count, transports, rp_id, is_hardware, created_at, last_used_at`;

/** Returns 0 if the key is already enrolled. */
export const insertAuthenticator = (tx: Tx, row: AuthenticatorRow): Promise<number> =>
  stored.insertIfAbsent(tx, row);

export const listAuthenticators = (tx: Tx, userId: string): Promise<AuthenticatorRow[]> =>
  tx.prepared<AuthenticatorRow>(
    'authenticators_of_user',
    `SELECT ${columns} FROM authenticators WHERE tenant_id = $1 AND user_id = $2 ORDER BY id`,
    [tx.context.tenantId, userId],
  );

/** Locks the row, so that two answers of one authenticator are verified one after the other. */
export const lockByCredentialId = (
  tx: Tx,
  credentialId: string,
): Promise<AuthenticatorRow | undefined> => authenticators.lock(tx, { credentialId });

/** Uses a time step once. Returns 0 if this or a later step is already used. */
export const useTotpStep = (
  tx: Tx,
  { userId, id }: Pick<AuthenticatorRow, 'userId' | 'id'>,
  { step, now }: { step: number; now: Date },
): Promise<number> =>
  stored
    .only((of) => of.or([of('totpStep', 'is', null), of('totpStep', '<', step)]))
    .update(tx, { userId, id }, { totpStep: step, lastUsedAt: now });

export const updateSignCount = (
  tx: Tx,
  { userId, id }: Pick<AuthenticatorRow, 'userId' | 'id'>,
  { signCount, now }: { signCount: number; now: Date },
): Promise<number> => stored.update(tx, { userId, id }, { signCount, lastUsedAt: now });

export const updateAuthenticatorLabel = (
  tx: Tx,
  userId: string,
  id: string,
  label: string,
): Promise<number> => stored.update(tx, { userId, id }, { label });

export const deleteAuthenticator = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<Pick<AuthenticatorRow, 'method'> | undefined> =>
  stored.pick('method').deleteReturning(tx, { userId, id });

export const deleteAuthenticatorsOf = (tx: Tx, userId: string): Promise<number> =>
  stored.delete(tx, { userId });

export const deleteRecoveryCodesOf = (tx: Tx, userId: string): Promise<number> =>
  recoveryCodes.delete(tx, { userId });

export const insertRecoveryCodes = (
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<number> =>
  recoveryCodes.insert(
    tx,
    hashes.map((codeHash) => ({ userId, codeHash })),
  );

/** Uses a recovery code once. Returns 0 if the user has no such code, or it is already used. */
export const useRecoveryCode = (
  tx: Tx,
  userId: string,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<number> =>
  recoveryCodes.update(tx, { userId, codeHash: hash, usedAt: null }, { usedAt: now });

export const countRecoveryCodes = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx.prepared<{ n: number }>(
      'recovery_codes_of_user',
      'SELECT count(*)::int AS n FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2 AND used_at IS NULL',
      [tx.context.tenantId, userId],
    )
  )[0]?.n ?? 0;
