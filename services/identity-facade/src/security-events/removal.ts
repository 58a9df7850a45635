import type { Tx } from '@platform/kit/database';
import { deleteSecurityEventsOf } from './security-event-store.ts';

/** Removes the security events of a person; how many there were. */
export const removeSecurityEventsOf = (tx: Tx, userId: string): Promise<number> =>
  deleteSecurityEventsOf(tx, userId);
