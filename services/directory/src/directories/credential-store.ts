import type { Actor, ConnectorCredentialResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A credential as it is kept. */
export interface CredentialRecord {
  directoryId: string;
  type: ConnectorCredentialResource['type'];
  sealed: string;
  account: Pick<ConnectorCredentialResource, 'clientId' | 'bindDn' | 'clientEmail'>;
  secretLast4: string;
  notAfter: Date | null;
  setAt: Date;
  setBy: Actor;
}

type Row = CredentialRecord & Record<string, unknown>;

const columns = `directory_id, type, sealed, account, secret_last4, not_after, set_at, set_by`;

export const listCredentials = (
  tx: Tx,
  directoryIds: readonly string[],
): Promise<CredentialRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM connector_credentials WHERE tenant_id = $1 AND directory_id = ANY ($2)`,
    [tx.context.tenantId, directoryIds],
  );

export const findCredential = async (
  tx: Tx,
  directoryId: string,
): Promise<CredentialRecord | undefined> => (await listCredentials(tx, [directoryId]))[0];

export async function putCredential(tx: Tx, c: CredentialRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO connector_credentials (tenant_id, directory_id, type, sealed, account, secret_last4, not_after, set_at, set_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_id, directory_id) DO UPDATE SET type = excluded.type, sealed = excluded.sealed, account = excluded.account,
       secret_last4 = excluded.secret_last4, not_after = excluded.not_after, set_at = excluded.set_at, set_by = excluded.set_by`,
    [
      tx.context.tenantId,
      c.directoryId,
      c.type,
      c.sealed,
      JSON.stringify(c.account),
      c.secretLast4,
      c.notAfter,
      c.setAt,
      JSON.stringify(c.setBy),
    ],
  );
}

/** True when there was one. */
export const deleteCredential = async (tx: Tx, directoryId: string): Promise<boolean> =>
  (await tx.execute(
    'DELETE FROM connector_credentials WHERE tenant_id = $1 AND directory_id = $2',
    [tx.context.tenantId, directoryId],
  )) === 1;
