import { matchesType } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** What an endpoint asks for. */
export interface Subscription {
  endpointId: string;
  eventTypes: readonly string[];
  organizationIds: readonly string[] | null;
}

/** Enabled endpoints that events are delivered to. */
export const listSubscriptions = (tx: Tx): Promise<Subscription[]> =>
  tx.rows<{ endpointId: string; eventTypes: string[]; organizationIds: string[] | null }>(
    `SELECT id AS endpoint_id, event_types, organization_ids FROM webhook_endpoints
   WHERE tenant_id = $1 AND status = 'enabled' AND 'events' = ANY(purposes) ORDER BY id`,
    [tx.context.tenantId],
  );

/** Of one endpoint, whatever its status. */
export const findSubscription = (tx: Tx, endpointId: string): Promise<Subscription | undefined> =>
  tx.row<{ endpointId: string; eventTypes: string[]; organizationIds: string[] | null }>(
    `SELECT id AS endpoint_id, event_types, organization_ids FROM webhook_endpoints
   WHERE tenant_id = $1 AND id = $2 AND 'events' = ANY(purposes)`,
    [tx.context.tenantId, endpointId],
  );

/** Is this event owed to this endpoint? An event about an endpoint never is to that endpoint: no loops. */
export function isOwed(
  { type, organizationId, subject }: Pick<PlatformEvent, 'type' | 'organizationId' | 'subject'>,
  { endpointId, eventTypes, organizationIds }: Subscription,
): boolean {
  if (type.startsWith('webhook.') && subject.id === endpointId) return false;
  if (type === 'webhook.test') return false;
  if (
    organizationIds !== null &&
    (organizationId === null || !organizationIds.includes(organizationId))
  )
    return false;
  return eventTypes.some((entry) => matchesType(entry, type));
}

/** The operator's own choice of types (`platform.webhooks.delivery.event-types`). */
export const isDelivered = (type: string, delivered: ReadonlySet<string>): boolean =>
  delivered.has('*') ||
  delivered.has(type) ||
  [...delivered].some((entry) => matchesType(entry, type));
