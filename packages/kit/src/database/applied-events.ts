import type { TenantSql } from './transaction.ts';

/**
 * True the first time that an event is applied for this purpose, so that one that the bus brings again changes nothing. Ask in
 * the transaction of its effect. The service has the table `consumed_event` (`tenant_id`, `purpose`, `event_id`: its primary key).
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

/** True when the tenant was deleted: what still arrives of it is not kept. The service has the table `purged_tenant`. */
export const isPurged = async (tx: TenantSql): Promise<boolean> =>
  (await tx.row('SELECT FROM purged_tenant WHERE tenant_id = $1', [tx.context.tenantId])) !==
  undefined;
