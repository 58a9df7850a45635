import { matchesType } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';

const subscriptions = outbound
  .table('webhookEndpoints')
  .only(() => sql<boolean>`'events' = any(purposes)`)
  .pick('eventTypes', 'organizationIds')
  .compute((of) => ({ endpointId: of.ref('id') }));

/** The events that an endpoint receives. */
export type Subscription = RowOf<typeof subscriptions>;

/** Lists the subscriptions of enabled endpoints. */
export const listSubscriptions = (tx: Tx): Promise<Subscription[]> =>
  subscriptions.list(tx, { where: { status: 'enabled' }, orderBy: 'id' });

/** Returns the subscription of one endpoint, regardless of its status. */
export const findSubscription = (tx: Tx, id: string): Promise<Subscription | undefined> =>
  subscriptions.find(tx, { id });

/**
 * Whether the endpoint subscribes to the event. Never true for events about the endpoint itself,
 * which prevents loops.
 */
export function receivesEvent(
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

/** Whether the operator allows the type (`platform.webhooks.delivery.event-types`). */
export const isDelivered = (type: string, delivered: ReadonlySet<string>): boolean =>
  delivered.has('*') ||
  delivered.has(type) ||
  [...delivered].some((entry) => matchesType(entry, type));
