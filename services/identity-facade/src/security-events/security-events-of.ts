import type { Tx } from '@platform/kit/database';
import { deleteSecurityEventsOf, listSecurityEventsOf } from './security-event-store.ts';

/** The parts of a user's security events that the user may read, newest first. */
export async function describeSecurityEvents(tx: Tx, userId: string, limit: number) {
  const rows = await listSecurityEventsOf(tx, userId, limit);
  return rows.map(({ type, occurredAt }) => ({ type, occurredAt: occurredAt.toISOString() }));
}

/** Removes the security events of a user. Returns their number. */
export const removeSecurityEventsOf = (tx: Tx, userId: string): Promise<number> =>
  deleteSecurityEventsOf(tx, userId);
