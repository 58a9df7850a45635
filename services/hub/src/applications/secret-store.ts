import type { Tx } from '@platform/kit/database';

/** A secret as it is stored, but for its hash. */
export interface SecretRow {
  id: string;
  last4: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const columns = 'id, last4, created_at, expires_at, last_used_at';
const live = '(expires_at IS NULL OR expires_at > now())';

/** Newest first. */
export const listLiveSecrets = (tx: Tx, clientId: string): Promise<SecretRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM application_secret WHERE tenant_id = $1 AND client_id = $2 AND ${live} ORDER BY created_at DESC, id DESC`,
    [tx.context.tenantId, clientId],
  );

export const insertSecret = (
  tx: Tx,
  clientId: string,
  { id, hash, last4 }: { id: string; hash: Buffer; last4: string },
): Promise<SecretRow | undefined> =>
  tx.row(
    `INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
    [tx.context.tenantId, clientId, id, hash, last4],
  );

/** Brings the end of the live ones nearer; never puts it off. */
export const expireSecrets = (tx: Tx, clientId: string, inSeconds: number): Promise<number> =>
  tx.execute(
    `UPDATE application_secret SET expires_at = least(expires_at, now() + make_interval(secs => $3)) WHERE tenant_id = $1 AND client_id = $2 AND ${live}`,
    [tx.context.tenantId, clientId, inSeconds],
  );

export const deleteSecret = (tx: Tx, clientId: string, id: string): Promise<number> =>
  tx.execute('DELETE FROM application_secret WHERE tenant_id = $1 AND client_id = $2 AND id = $3', [
    tx.context.tenantId,
    clientId,
    id,
  ]);

/** The live secret that has no end, with its hash. */
export const findCurrentSecret = (
  tx: Tx,
  clientId: string,
): Promise<{ id: string; secretHash: Buffer } | undefined> =>
  tx.row(
    `SELECT id, secret_hash FROM application_secret WHERE tenant_id = $1 AND client_id = $2 AND expires_at IS NULL ORDER BY id DESC LIMIT 1`,
    [tx.context.tenantId, clientId],
  );

export const deleteSecretsBut = (tx: Tx, clientId: string, id: string | null): Promise<number> =>
  tx.execute(
    'DELETE FROM application_secret WHERE tenant_id = $1 AND client_id = $2 AND id IS DISTINCT FROM $3',
    [tx.context.tenantId, clientId, id],
  );
