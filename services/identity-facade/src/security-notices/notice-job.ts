import { handleJob, jobKind } from '@platform/kit/jobs';
import type { Jobs, JobMount } from '@platform/kit/jobs';
import type { Tx } from '@platform/kit/database';
import { z } from 'zod';
import type { QueueMail } from '../mail/mail-queue.ts';

/** Mails that tell a person what happened to their account. */
const noticeTypes = [
  'password_changed',
  'email_changed',
  'authenticator_added',
  'authenticator_removed',
  'account_linked',
  'new_sign_in',
  'account_blocked',
  'credential_compromised',
] as const;
/** See {@link noticeTypes}. */
export type NoticeType = (typeof noticeTypes)[number];

/** A notice waits for the directory, which knows the person's address, so it is a job. */
const noticeKind = jobKind({
  name: 'security_notice',
  payload: z.object({
    type: z.enum(noticeTypes),
    userId: z.string(),
    /** Where it goes instead of the person's present address. */
    to: z.string().optional(),
  }),
  concurrency: 8,
  perTenant: 4,
  // Longer than a limit on mails holds a notice up: the longest window is an hour.
  maxAttempts: 24,
  maxBackoffMs: 600_000,
  retentionMs: 86_400_000,
});

/** What a notice is about, and whom. */
export type Notice = z.output<typeof noticeKind.payload>;

/**
 * Enqueues a notice, unless the same one waits for its turn already: it names no event in particular, and a hundred sign-ins with
 * new browsers must not use up the mails that an address may be sent.
 */
export async function enqueueNotice(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Tx,
  { type, userId, to }: Notice,
): Promise<void> {
  await jobs.enqueue(
    tx,
    noticeKind,
    { type, userId, to },
    { subjectId: userId, dedupeKey: [type, userId, to ?? ''].join(' ') },
  );
}

/** Where notices of a person go. */
export interface Recipient {
  email: string;
  locale: string | undefined;
}

/** What {@link noticeJob} needs. */
export interface SecurityNoticeOptions {
  queueMail: QueueMail;
  /** Undefined for a person without a verified address. */
  recipientOf: (tenantId: string, userId: string) => Promise<Recipient | undefined>;
  /** Origins on which pages of the tenant are served. */
  pageOrigins: (tx: Tx) => Promise<string[]>;
}

/** Sends a notice to the verified address of a person, or to the one that they had; nothing is sent to a person who has none. */
export const noticeJob = ({
  queueMail,
  recipientOf,
  pageOrigins,
}: SecurityNoticeOptions): JobMount =>
  handleJob(noticeKind, {
    async run(job) {
      const { type, userId, to } = job.payload;
      const recipient = await recipientOf(job.tenantId, userId);
      const address = to ?? recipient?.email;
      if (address === undefined) return;
      await job.transact(async (tx) => {
        const [origin = ''] = await pageOrigins(tx);
        await queueMail(tx, {
          type,
          to: address,
          locales: recipient?.locale === undefined ? [] : [recipient.locale],
          variables: {},
          linkUrl: `${origin}/`,
          expiresAt: '',
          userId,
          clientId: '',
          organizationId: '',
        });
      });
    },
  });
