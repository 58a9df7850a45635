import type { Tx } from '@platform/kit/database';

/** A row of email_messages that waits to be sent. */
export interface QueuedMail {
  id: string;
  createdAt: Date;
  type: string;
  recipient: string;
  userId: string | null;
  /** Sealed. */
  content: string;
  expiresAt: Date;
}

export const insertMail = (tx: Tx, mail: QueuedMail): Promise<number> =>
  tx.execute(
    `INSERT INTO email_messages (tenant_id, id, created_at, type, recipient, user_id, content, state, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8)`,
    [
      tx.context.tenantId,
      mail.id,
      mail.createdAt,
      mail.type,
      mail.recipient,
      mail.userId,
      mail.content,
      mail.expiresAt,
    ],
  );

export const findQueuedMail = (
  tx: Tx,
  id: string,
  createdAt: Date,
): Promise<QueuedMail | undefined> =>
  tx.row<QueuedMail>(
    `SELECT id, created_at, type, recipient, user_id, content, expires_at
     FROM email_messages WHERE tenant_id = $1 AND id = $2 AND created_at = $3 AND state = 'queued'`,
    [tx.context.tenantId, id, createdAt],
  );

/** How a mail ended. */
export interface MailEnd {
  state: 'sent' | 'failed' | 'expired';
  error?: string;
  smtpResponse?: string;
  sentAt?: Date;
}

/** Ends a mail, and forgets what it said. */
export const endMail = (
  tx: Tx,
  { id, createdAt }: Pick<QueuedMail, 'id' | 'createdAt'>,
  { state, error, smtpResponse, sentAt }: MailEnd,
): Promise<number> =>
  tx.execute(
    `UPDATE email_messages SET state = $4, error = $5, smtp_response = $6, sent_at = $7, content = NULL
     WHERE tenant_id = $1 AND id = $2 AND created_at = $3 AND state = 'queued'`,
    [
      tx.context.tenantId,
      id,
      createdAt,
      state,
      error ?? null,
      smtpResponse ?? null,
      sentAt ?? null,
    ],
  );

export const deleteMailsTo = (
  tx: Tx,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<number> =>
  tx.execute(
    'DELETE FROM email_messages WHERE tenant_id = $1 AND (user_id = $2 OR lower(recipient) = ANY ($3::text[]))',
    [tx.context.tenantId, userId, emails.map((email) => email.toLowerCase())],
  );

/** A mail as its recipient is told of it. */
export interface MailSummary {
  type: string;
  to: string;
  state: string;
  createdAt: Date;
  sentAt: Date | null;
}

/** The mails of a person, newest first. */
export const listMailsOf = (tx: Tx, userId: string, limit: number): Promise<MailSummary[]> =>
  tx.rows(
    `SELECT type, recipient AS "to", state, created_at, sent_at FROM email_messages
     WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );
