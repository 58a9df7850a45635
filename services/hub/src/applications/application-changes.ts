import type { Tx } from '@platform/kit/database';
import { asApplication } from './application-resource.ts';
import type { ApplicationRecord } from './application-store.ts';

/** Publishes the events of a change. Enabling and disabling have their own event types. */
export async function publishChange(
  tx: Tx,
  row: ApplicationRecord,
  changed: readonly string[],
): Promise<void> {
  const others = changed.filter((pointer) => pointer !== '/enabled');
  const about = {
    subject: { type: 'client', id: row.clientId },
    data: { client: asApplication(row) },
  };
  if (others.length > 0)
    await tx.publish({
      type: 'client.updated',
      ...about,
      data: { ...about.data, changed: others },
    });
  if (others.length < changed.length)
    await tx.publish({ type: row.enabled ? 'client.enabled' : 'client.disabled', ...about });
}
