import type { Tx } from '@platform/kit/database';
import { insertSecret, secretHash } from '../tenants/first-client.ts';

/** Secrets that the operator sets, by client; null leaves a client as it is. */
export type OperatorSecrets = Readonly<Record<string, string | null>>;

interface LiveRow { id: string; secret_hash: Buffer; expires_at: Date | null }

/** Makes `secret` the current one: the one before stays good for a while, while pods roll over. True when it changed. */
async function reconcile(tx: Tx, clientId: string, secret: string, graceMs: number): Promise<boolean> {
  const { tenantId } = tx.context;
  const live = await tx.rows<LiveRow>(
    `SELECT id, secret_hash, expires_at FROM application_secret
     WHERE tenant_id = $1 AND client_id = $2 AND (expires_at IS NULL OR expires_at > now()) ORDER BY id DESC`, [tenantId, clientId]);
  const hash = secretHash(secret);
  const current = live.find((row) => row.expires_at === null);
  if (current?.secret_hash.equals(hash)) return false;
  // Two live at most: beside the new one only the last current one stays.
  await tx.execute('DELETE FROM application_secret WHERE tenant_id = $1 AND client_id = $2 AND id <> $3', [tenantId, clientId, current?.id ?? '']);
  if (current) {
    await tx.execute('UPDATE application_secret SET expires_at = now() + make_interval(secs => $4) WHERE tenant_id = $1 AND client_id = $2 AND id = $3',
      [tenantId, clientId, current.id, graceMs / 1000]);
  }
  await insertSecret(tx, clientId, secret);
  return true;
}

/** The clients whose secret changed. */
export async function reconcileSecrets(tx: Tx, secrets: OperatorSecrets, graceMs: number): Promise<string[]> {
  const changed: string[] = [];
  for (const [clientId, secret] of Object.entries(secrets)) {
    if (secret !== null && await reconcile(tx, clientId, secret, graceMs)) changed.push(clientId);
  }
  return changed;
}
