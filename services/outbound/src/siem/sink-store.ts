import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import type { SinkRecord } from './sink-record.ts';

const columns = `id, name, kind, config, secrets, has_credentials, credentials_last4, format, filter, redaction,
  batch, tls, status, version, created_at, updated_at`;

export const findSink = (tx: Tx, id: string): Promise<SinkRecord | undefined> =>
  tx.row<SinkRecord>(`SELECT ${columns} FROM siem_sinks WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockSink = (tx: Tx, id: string): Promise<SinkRecord | undefined> =>
  tx.row<SinkRecord>(
    `SELECT ${columns} FROM siem_sinks WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.context.tenantId, id],
  );

/** Newest first. */
export const listSinks = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<SinkRecord[]> =>
  tx.rows<SinkRecord>(
    `SELECT ${columns} FROM siem_sinks WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

/** Creations of a tenant come one after the other, so that the count is exact. */
export async function countSinksLocked(tx: Tx): Promise<number> {
  await lock(tx, outboundLocks.sinks, tx.context.tenantId);
  const row = await tx.row<{ n: number }>(
    'SELECT count(*) AS n FROM siem_sinks WHERE tenant_id = $1',
    [tx.context.tenantId],
  );
  return row?.n ?? 0;
}

const valuesOf = (tx: Tx, sink: SinkRecord): unknown[] => [
  tx.context.tenantId,
  sink.id,
  sink.name,
  sink.kind,
  JSON.stringify(sink.config),
  sink.secrets,
  sink.hasCredentials,
  sink.credentialsLast4,
  sink.format,
  JSON.stringify(sink.filter),
  JSON.stringify(sink.redaction),
  JSON.stringify(sink.batch),
  sink.tls && JSON.stringify(sink.tls),
  sink.status,
  sink.version,
  sink.createdAt,
  sink.updatedAt,
];

export const insertSink = (tx: Tx, sink: SinkRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO siem_sinks (tenant_id, id, name, kind, config, secrets, has_credentials, credentials_last4, format, filter, redaction, batch, tls,
       status, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    valuesOf(tx, sink),
  );

export const updateSink = (tx: Tx, sink: SinkRecord): Promise<number> =>
  tx.execute(
    `UPDATE siem_sinks SET name = $3, kind = $4, config = $5, secrets = $6, has_credentials = $7, credentials_last4 = $8, format = $9, filter = $10,
       redaction = $11, batch = $12, tls = $13, status = $14, version = $15, created_at = $16, updated_at = $17
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, sink),
  );

export const deleteSink = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM siem_sinks WHERE tenant_id = $1 AND id = $2', [tx.context.tenantId, id]);
