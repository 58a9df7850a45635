import type { VetoClient } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A veto client as it is stored. */
export interface VetoClientRow {
  id: string;
  name: string;
  url: string;
  onTimeout: VetoClient['onTimeout'];
  secretSealed: string;
  secretLast4: string;
  createdAt: Date;
}

const columns = `id, name, url, on_timeout, secret_sealed, secret_last4,
  created_at`;

/** Newest first. */
export const listVetoClients = (
  tx: Tx,
  { before, limit }: { before?: string; limit: number },
): Promise<VetoClientRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM erasure_veto_clients WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

export const countVetoClients = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM erasure_veto_clients WHERE tenant_id = $1',
      [tx.context.tenantId],
    )
  )?.count ?? 0;

/** Undefined where the tenant has one of this name. */
export const insertVetoClient = (
  tx: Tx,
  c: Omit<VetoClientRow, 'createdAt'>,
): Promise<VetoClientRow | undefined> =>
  tx.row(
    `INSERT INTO erasure_veto_clients (tenant_id, id, name, url, on_timeout, secret_sealed, secret_last4)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, name) DO NOTHING RETURNING ${columns}`,
    [tx.context.tenantId, c.id, c.name, c.url, c.onTimeout, c.secretSealed, c.secretLast4],
  );

export const deleteVetoClient = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM erasure_veto_clients WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
