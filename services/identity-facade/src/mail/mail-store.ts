import { any, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const mails = identityFacade.table('emailMessages');
// Content is removed only when a mail is done.
const queued = mails
  .narrow<{ content: string }>()
  .only({ state: 'queued' })
  .pick('id', 'createdAt', 'type', 'recipient', 'userId', 'content', 'expiresAt');
const summaries = mails
  .pick('type', 'state', 'createdAt', 'sentAt')
  .compute((of) => ({ to: of.ref('recipient') }));

/** A mail to send; `content` is sealed. */
export type QueuedMail = RowOf<typeof queued>;

export const insertMail = (tx: Tx, mail: QueuedMail): Promise<number> =>
  mails.insert(tx, { ...mail, state: 'queued' });

export const findQueuedMail = (
  tx: Tx,
  id: string,
  createdAt: Date,
): Promise<QueuedMail | undefined> => queued.find(tx, { id, createdAt });

/** The final state of a mail. */
export interface MailEnd {
  state: 'sent' | 'failed' | 'expired';
  error?: string | null;
  smtpResponse?: string | null;
  sentAt?: Date | null;
}

/** Finishes a mail and removes its content. */
export const endMail = (
  tx: Tx,
  { id, createdAt }: Pick<QueuedMail, 'id' | 'createdAt'>,
  { state, error = null, smtpResponse = null, sentAt = null }: MailEnd,
): Promise<number> =>
  mails.update(
    tx,
    { id, createdAt, state: 'queued' },
    { state, error, smtpResponse, sentAt, content: null },
  );

export const deleteMailsTo = (
  tx: Tx,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<number> => {
  const addresses = emails.map((email) => email.toLowerCase());
  return mails
    .only((of) =>
      of.or([
        of('userId', '=', userId),
        of(sql<string>`lower(${of.ref('recipient')})`, '=', any(addresses)),
      ]),
    )
    .delete(tx, {});
};

/** A mail in a recipient's data export. */
export type MailSummary = RowOf<typeof summaries>;

/** The mails of a user, newest first. */
export const listMailsOf = (tx: Tx, userId: string, limit: number): Promise<MailSummary[]> =>
  summaries.list(tx, { where: { userId }, orderBy: ['createdAt desc', 'id desc'], limit });
