import type { Tx } from '@platform/kit/database';

/** A security event of an account, as the hub sends it. */
export interface SecurityEventRow {
  id: string;
  type: string;
  occurredAt: Date;
  subject: { type: string; id: string };
}

/** 0 when the event is known already. */
export const insertSecurityEvent = (
  tx: Tx,
  { id, type, occurredAt, subject }: SecurityEventRow,
  receivedAt: Date,
): Promise<number> =>
  tx.execute(
    `INSERT INTO security_events (tenant_id, event_id, type, subject_type, subject_id, occurred_at, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, id, type, subject.type, subject.id, occurredAt, receivedAt],
  );

/** The security events of a person, the newest first. */
export const listSecurityEventsOf = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<Pick<SecurityEventRow, 'type' | 'occurredAt'>[]> =>
  tx.rows(
    `SELECT type, occurred_at FROM security_events
     WHERE tenant_id = $1 AND subject_id = $2 ORDER BY occurred_at DESC, event_id LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );

export const deleteSecurityEventsOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM security_events WHERE tenant_id = $1 AND subject_id = $2', [
    tx.context.tenantId,
    userId,
  ]);
