import type { Tx } from '@platform/kit/database';
import { deleteSecurityEventsOf, listSecurityEventsOf } from './security-event-store.ts';

/** What of the security events of a person they may read, the newest first. */
export async function describeSecurityEvents(tx: Tx, userId: string, limit: number) {
  const rows = await listSecurityEventsOf(tx, userId, limit);
  return rows.map(({ type, occurredAt }) => ({ type, occurredAt: occurredAt.toISOString() }));
}

/** Removes the security events of a person; how many there were. */
export const removeSecurityEventsOf = (tx: Tx, userId: string): Promise<number> =>
  deleteSecurityEventsOf(tx, userId);
