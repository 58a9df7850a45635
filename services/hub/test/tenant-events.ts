import type { HubUnderTest } from './hub-under-test.ts';

/** An event in the outbox, published or not. */
export interface TenantEvent {
  type: string;
  subject: { type: string; id: string };
  data: any;
}

/** Returns the events of a tenant in order, without audit records and bucket entries. */
export async function publishedEvents(hub: HubUnderTest, tenantId: string): Promise<TenantEvent[]> {
  const rows = await hub.pod.platform.db.read(
    { tenantId, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.rows<{ subject: string; envelope: { data?: TenantEvent } }>(
        'SELECT subject, envelope FROM outbox ORDER BY position',
      ),
  );
  return rows
    .filter((row) => row.subject.startsWith('events.'))
    .flatMap((row) => (row.envelope.data ? [row.envelope.data] : []));
}

/** Returns the data of a tenant's events of one type. */
export const eventDataOf = async (
  hub: HubUnderTest,
  tenantId: string,
  type: string,
): Promise<any[]> =>
  (await publishedEvents(hub, tenantId)).filter((event) => event.type === type).map((e) => e.data);
