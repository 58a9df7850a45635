import type { TenantSql } from './transaction.ts';

/**
 * Records an event as applied for this purpose. Returns false if it already was, so that a
 * redelivered event changes nothing. Call in the transaction of its effect. Requires the table
 * `consumed_event` (`tenant_id`, `purpose`, `event_id`: its primary key).
 */
export const isFirstTime = async (
  tx: TenantSql,
  purpose: string,
  eventId: string,
): Promise<boolean> =>
  (await tx.execute(
    'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, purpose, eventId],
  )) === 1;

/**
 * Whether the tenant was deleted, so that late events of it are dropped. Requires the table
 * `purged_tenant`.
 */
export const isPurged = async (tx: TenantSql): Promise<boolean> =>
  (await tx.row('SELECT FROM purged_tenant WHERE tenant_id = $1', [tx.context.tenantId])) !==
  undefined;
