import type { Tx } from '@platform/kit/database';
import type { ConnectorRecord } from './connector-record.ts';

const columns = `provider, settings, secrets, secret_last4, secret_updated_at, discovery, health,
  last_used_at, version, created_at, updated_at`;

export const listConnectors = (tx: Tx): Promise<ConnectorRecord[]> =>
  tx.rows<ConnectorRecord>(
    `SELECT ${columns} FROM social_connectors WHERE tenant_id = $1 ORDER BY provider`,
    [tx.context.tenantId],
  );

export const findConnector = (tx: Tx, provider: string): Promise<ConnectorRecord | undefined> =>
  tx.row<ConnectorRecord>(
    `SELECT ${columns} FROM social_connectors WHERE tenant_id = $1 AND provider = $2`,
    [tx.context.tenantId, provider],
  );

export const lockConnector = (tx: Tx, provider: string): Promise<ConnectorRecord | undefined> =>
  tx.row<ConnectorRecord>(
    `SELECT ${columns} FROM social_connectors WHERE tenant_id = $1 AND provider = $2 FOR UPDATE`,
    [tx.context.tenantId, provider],
  );

/** Creations of a tenant come one after the other, so that the count is exact. */
export async function countConnectorsLocked(tx: Tx): Promise<number> {
  await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `social_connectors ${tx.context.tenantId}`,
  ]);
  const row = await tx.row<{ n: number }>(
    'SELECT count(*) AS n FROM social_connectors WHERE tenant_id = $1',
    [tx.context.tenantId],
  );
  return row?.n ?? 0;
}

const valuesOf = (tx: Tx, c: ConnectorRecord): unknown[] => [
  tx.context.tenantId,
  c.provider,
  JSON.stringify(c.settings),
  c.secrets,
  c.secretLast4,
  c.secretUpdatedAt,
  c.discovery === null ? null : JSON.stringify(c.discovery),
  c.health,
  c.version,
  c.createdAt,
  c.updatedAt,
];

export const insertConnector = (tx: Tx, connector: ConnectorRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO social_connectors (tenant_id, provider, settings, secrets, secret_last4, secret_updated_at, discovery, health, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    valuesOf(tx, connector),
  );

export const updateConnector = (tx: Tx, connector: ConnectorRecord): Promise<number> =>
  tx.execute(
    `UPDATE social_connectors SET settings = $3, secrets = $4, secret_last4 = $5, secret_updated_at = $6, discovery = $7, health = $8,
       version = $9, created_at = $10, updated_at = $11 WHERE tenant_id = $1 AND provider = $2`,
    valuesOf(tx, connector),
  );

export const deleteConnector = (tx: Tx, provider: string): Promise<number> =>
  tx.execute('DELETE FROM social_connectors WHERE tenant_id = $1 AND provider = $2', [
    tx.context.tenantId,
    provider,
  ]);

export const updateConnectorUse = (
  tx: Tx,
  provider: string,
  {
    health,
    discovery = null,
    usedAt = null,
  }: {
    health: ConnectorRecord['health'];
    discovery?: ConnectorRecord['discovery'];
    usedAt?: Date | null;
  },
): Promise<number> =>
  tx.execute(
    `UPDATE social_connectors SET health = $3, discovery = coalesce($4, discovery), last_used_at = coalesce($5, last_used_at)
     WHERE tenant_id = $1 AND provider = $2`,
    [
      tx.context.tenantId,
      provider,
      health,
      discovery === null ? null : JSON.stringify(discovery),
      usedAt,
    ],
  );
