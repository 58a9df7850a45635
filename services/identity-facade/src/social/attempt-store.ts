import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';

/** A sign-in at a provider that has begun. */
export interface SocialAttemptRow {
  provider: string;
  /** Sealed. */
  content: string;
  /** Sealed; null until the code was redeemed. */
  identity: string | null;
  isRedeemed: boolean;
}

/** By what an attempt is found. */
export interface AttemptKey {
  state: string;
  loginId: string;
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const columns = 'provider, content, identity, redeemed_at IS NOT NULL AS is_redeemed';

export const insertSocialAttempt = (
  tx: Tx,
  { state, loginId }: AttemptKey,
  { provider, content, expiresAt }: { provider: string; content: string; expiresAt: Date },
): Promise<number> =>
  tx.execute(
    `INSERT INTO social_attempts (tenant_id, state_hash, provider, login_id, content, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.context.tenantId, hashOf(state), provider, loginId, content, expiresAt],
  );

export const findAttempt = (
  tx: Tx,
  { state, loginId }: AttemptKey,
  now: Date,
): Promise<SocialAttemptRow | undefined> =>
  tx.row<SocialAttemptRow>(
    `SELECT ${columns} FROM social_attempts WHERE tenant_id = $1 AND state_hash = $2 AND login_id = $3 AND expires_at > $4`,
    [tx.context.tenantId, hashOf(state), loginId, now],
  );

/** Takes the one redemption of an attempt; 0 when it was taken before. */
export const redeemAttempt = (tx: Tx, { state, loginId }: AttemptKey, now: Date): Promise<number> =>
  tx.execute(
    `UPDATE social_attempts SET redeemed_at = $4
     WHERE tenant_id = $1 AND state_hash = $2 AND login_id = $3 AND redeemed_at IS NULL`,
    [tx.context.tenantId, hashOf(state), loginId, now],
  );

export const updateAttemptIdentity = (tx: Tx, state: string, identity: string): Promise<number> =>
  tx.execute('UPDATE social_attempts SET identity = $3 WHERE tenant_id = $1 AND state_hash = $2', [
    tx.context.tenantId,
    hashOf(state),
    identity,
  ]);
