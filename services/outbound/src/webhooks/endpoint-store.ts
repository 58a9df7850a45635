import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import type { EndpointRecord } from './endpoint-record.ts';

const columns = `id, url, event_types, purposes, description, organization_ids, headers, header_names,
  payload, ordering, rate_limit_per_second, timeout_seconds, handshake, granted_rate,
  status, status_reason, status_changed_at, version, created_at, updated_at`;

export const findEndpoint = (tx: Tx, id: string): Promise<EndpointRecord | undefined> =>
  tx.row<EndpointRecord>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );

export const lockEndpoint = (tx: Tx, id: string): Promise<EndpointRecord | undefined> =>
  tx.row<EndpointRecord>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.context.tenantId, id],
  );

export const listEndpoints = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<EndpointRecord[]> =>
  tx.rows<EndpointRecord>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

/** Creations of a tenant come one after the other, so that the count is exact. */
export async function countEndpointsLocked(tx: Tx): Promise<number> {
  await lock(tx, outboundLocks.webhookEndpoints, tx.context.tenantId);
  return (
    (
      await tx.row<{ n: number }>(
        'SELECT count(*) AS n FROM webhook_endpoints WHERE tenant_id = $1',
        [tx.context.tenantId],
      )
    )?.n ?? 0
  );
}

const valuesOf = (tx: Tx, e: EndpointRecord): unknown[] => [
  tx.context.tenantId,
  e.id,
  e.url,
  e.eventTypes,
  e.purposes,
  e.description,
  e.organizationIds,
  e.headers,
  e.headerNames,
  e.payload,
  e.ordering,
  e.rateLimitPerSecond,
  e.timeoutSeconds,
  e.handshake,
  e.grantedRate,
  e.status,
  e.statusReason,
  e.statusChangedAt,
  e.version,
  e.createdAt,
  e.updatedAt,
];

export const insertEndpoint = (tx: Tx, endpoint: EndpointRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, purposes, description, organization_ids, headers, header_names, payload, ordering,
     rate_limit_per_second, timeout_seconds, handshake, granted_rate, status, status_reason, status_changed_at, version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    valuesOf(tx, endpoint),
  );

export const updateEndpoint = (tx: Tx, endpoint: EndpointRecord): Promise<number> =>
  tx.execute(
    `UPDATE webhook_endpoints SET url = $3, event_types = $4, purposes = $5, description = $6, organization_ids = $7, headers = $8, header_names = $9,
     payload = $10, ordering = $11, rate_limit_per_second = $12, timeout_seconds = $13, handshake = $14, granted_rate = $15, status = $16,
     status_reason = $17, status_changed_at = $18, version = $19, created_at = $20, updated_at = $21
   WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, endpoint),
  );

export const deleteEndpoint = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
