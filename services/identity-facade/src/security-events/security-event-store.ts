import type { Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const events = identityFacade.table('securityEvents');

/** A security event of an account, as sent by the hub. */
export interface SecurityEventRow {
  id: string;
  type: string;
  occurredAt: Date;
  subject: { type: string; id: string };
}

/** Returns 0 if the event is known. */
export const insertSecurityEvent = (
  tx: Tx,
  { id, type, occurredAt, subject }: SecurityEventRow,
  receivedAt: Date,
): Promise<number> =>
  events.insertIfAbsent(tx, {
    eventId: id,
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    occurredAt,
    receivedAt,
  });

/** The security events of a user, newest first. */
export const listSecurityEventsOf = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<Pick<SecurityEventRow, 'type' | 'occurredAt'>[]> =>
  events.pick('type', 'occurredAt').list(tx, {
    where: { subjectId: userId },
    orderBy: ['occurredAt desc', 'eventId'],
    limit,
  });

export const deleteSecurityEventsOf = (tx: Tx, userId: string): Promise<number> =>
  events.delete(tx, { subjectId: userId });
