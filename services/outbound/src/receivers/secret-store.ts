import type { Tx } from '@platform/kit/database';

/** A row of webhook_secrets: a secret of an endpoint or a hook. */
export interface SecretRecord {
  id: string;
  /** The endpoint or hook that it signs for: column `endpoint_id`, from when only endpoints had secrets. */
  ownerId: string;
  sealed: string;
  last4: string;
  createdAt: Date;
  /** Null on the current one. */
  expiresAt: Date | null;
}

const columns = 'id, endpoint_id AS owner_id, sealed, last4, created_at, expires_at';

/** Newest first. */
export const selectLiveSecrets = (
  tx: Tx,
  ownerIds: readonly string[],
  now: Date,
): Promise<SecretRecord[]> =>
  tx.rows<SecretRecord>(
    `SELECT ${columns} FROM webhook_secrets WHERE tenant_id = $1 AND endpoint_id = ANY($2) AND (expires_at IS NULL OR expires_at > $3) ORDER BY id DESC`,
    [tx.context.tenantId, ownerIds, now],
  );

export const insertSigningSecret = (
  tx: Tx,
  { id, ownerId, sealed, last4, createdAt, expiresAt }: SecretRecord,
): Promise<number> =>
  tx.execute(
    'INSERT INTO webhook_secrets (tenant_id, id, endpoint_id, sealed, last4, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [tx.context.tenantId, id, ownerId, sealed, last4, createdAt, expiresAt],
  );

export const setSecretExpiry = (tx: Tx, id: string, expiresAt: Date | null): Promise<number> =>
  tx.execute('UPDATE webhook_secrets SET expires_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
    expiresAt,
  ]);

/** Removes all secrets of an owner but these. */
export const deleteSecretsExcept = (
  tx: Tx,
  ownerId: string,
  keptIds: readonly string[],
): Promise<number> =>
  tx.execute(
    'DELETE FROM webhook_secrets WHERE tenant_id = $1 AND endpoint_id = $2 AND id <> ALL($3)',
    [tx.context.tenantId, ownerId, keptIds],
  );
