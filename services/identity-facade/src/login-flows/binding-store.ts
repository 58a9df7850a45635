import type { Actor, LoginFlowBindingConstraints } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A binding as it is stored. */
export interface BindingRow extends LoginFlowBindingConstraints {
  clientId: string;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: Actor;
}

interface StoredBinding extends Omit<BindingRow, keyof LoginFlowBindingConstraints> {
  version: number | null;
  entrypoint: string;
  constraints: Omit<LoginFlowBindingConstraints, 'version' | 'entrypoint'>;
}

const columns = `client_id, version, entrypoint, constraints, created_at, updated_at, updated_by`;

const bindingOf = ({ constraints, ...row }: StoredBinding): BindingRow => ({
  ...constraints,
  ...row,
});

export async function findBinding(tx: Tx, clientId: string): Promise<BindingRow | undefined> {
  const row = await tx.row<StoredBinding>(
    `SELECT ${columns} FROM login_flow_bindings WHERE tenant_id = $1 AND client_id = $2`,
    [tx.context.tenantId, clientId],
  );
  return row && bindingOf(row);
}

export const listBindings = async (tx: Tx): Promise<BindingRow[]> =>
  (
    await tx.rows<StoredBinding>(
      `SELECT ${columns} FROM login_flow_bindings WHERE tenant_id = $1 ORDER BY client_id`,
      [tx.context.tenantId],
    )
  ).map(bindingOf);

export const countBindings = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM login_flow_bindings WHERE tenant_id = $1',
      [tx.context.tenantId],
    )
  )?.count ?? 0;

/** How many bindings pin each version; null: those that follow the active one. */
export const countByVersion = async (tx: Tx): Promise<Map<number | null, number>> => {
  const rows = await tx.rows<{ version: number | null; count: number }>(
    'SELECT version, count(*)::int AS count FROM login_flow_bindings WHERE tenant_id = $1 GROUP BY version',
    [tx.context.tenantId],
  );
  return new Map(rows.map(({ version, count }) => [version, count]));
};

/** Entry points of clients that follow the active version. */
export const followedEntrypoints = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ entrypoint: string }>(
      'SELECT DISTINCT entrypoint FROM login_flow_bindings WHERE tenant_id = $1 AND version IS NULL ORDER BY entrypoint',
      [tx.context.tenantId],
    )
  ).map(({ entrypoint }) => entrypoint);

export const upsertBinding = (
  tx: Tx,
  { clientId, version, entrypoint, createdAt, updatedAt, updatedBy, ...constraints }: BindingRow,
): Promise<number> =>
  tx.execute(
    `INSERT INTO login_flow_bindings (tenant_id, client_id, version, entrypoint, constraints, created_at, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id, client_id) DO UPDATE SET version = excluded.version, entrypoint = excluded.entrypoint, constraints = excluded.constraints,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [
      tx.context.tenantId,
      clientId,
      version,
      entrypoint,
      JSON.stringify(constraints),
      createdAt,
      updatedAt,
      JSON.stringify(updatedBy),
    ],
  );

export const deleteBinding = (tx: Tx, clientId: string): Promise<number> =>
  tx.execute('DELETE FROM login_flow_bindings WHERE tenant_id = $1 AND client_id = $2', [
    tx.context.tenantId,
    clientId,
  ]);
