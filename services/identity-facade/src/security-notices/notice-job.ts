import { credentialRequesters } from '@platform/contracts';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { Jobs, JobMount } from '@platform/kit/jobs';
import type { Tx } from '@platform/kit/database';
import { z } from 'zod';
import { originVariables } from '../mail/mail-origin.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import { reportPath } from './sign-in-reports.ts';
import type { SignInReports } from './sign-in-reports.ts';

/** Notices of changes to an account. */
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

/** Sends one notice. It is a job because it needs the user's address from the directory. */
const noticeKind = jobKind({
  name: 'security_notice',
  payload: z.object({
    type: z.enum(noticeTypes),
    userId: z.string(),
    /** Replaces the user's current address as the recipient. */
    to: z.string().optional(),
    /** The event behind the notice. */
    eventId: z.string().optional(),
    occurredAt: z.string().optional(),
    ip: z.string().optional(),
    country: z.string().optional(),
    userAgent: z.string().optional(),
    requestedBy: z.enum(credentialRequesters).optional(),
  }),
  concurrency: 8,
  perTenant: 4,
  // Outlasts the longest mail limit, whose window is an hour.
  maxAttempts: 24,
  maxBackoffMs: 600_000,
  retentionMs: 86_400_000,
});

export type Notice = z.output<typeof noticeKind.payload>;

/**
 * Enqueues a notice, unless the same one is already queued: without an event, a hundred sign-ins with new browsers must not use up
 * the mail limit of the address.
 */
export async function enqueueNotice(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Tx,
  notice: Notice,
): Promise<void> {
  const { type, userId, to } = notice;
  await jobs.enqueue(tx, noticeKind, notice, {
    subjectId: userId,
    dedupeKey: [type, userId, to ?? ''].join(' '),
  });
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 512) : undefined;

/** The requester, place and time of the request behind an event. */
export const noticeOrigin = ({
  id,
  occurredAt,
  data,
}: {
  id: string;
  occurredAt: string;
  data: Readonly<Record<string, unknown>>;
}): Omit<Notice, 'type' | 'userId'> => ({
  eventId: id,
  occurredAt,
  ip: text(data['ip']),
  country: text(data['country']),
  userAgent: text(data['userAgent']),
  requestedBy: credentialRequesters.find((one) => one === data['requestedBy']),
});

/** The recipient of a user's notices. */
export interface Recipient {
  email: string;
  locale: string | undefined;
}

export interface SecurityNoticeOptions {
  queueMail: QueueMail;
  /** Undefined for a user without a verified address. */
  recipientOf: (tenantId: string, userId: string) => Promise<Recipient | undefined>;
  /** Origins of the tenant's pages. */
  pageOrigins: (tx: Tx) => Promise<string[]>;
  reports: Pick<SignInReports, 'tokenOf'>;
}

/** Sends a notice to the user's verified address, or their former one. Sends nothing if there is none. */
export const noticeJob = ({
  queueMail,
  recipientOf,
  pageOrigins,
  reports,
}: SecurityNoticeOptions): JobMount => {
  /** The link with which a reader reports that the sign-in was not theirs. */
  const linkOf = ({ type, userId, eventId = '' }: Notice, tenantId: string, origin: string) =>
    type === 'new_sign_in' && eventId !== ''
      ? `${origin}${reportPath}?token=${reports.tokenOf(tenantId, { userId, eventId })}`
      : `${origin}/`;

  return handleJob(noticeKind, {
    async run(job) {
      const { type, userId, to, occurredAt, ...seen } = job.payload;
      const at = occurredAt === undefined ? undefined : new Date(occurredAt);
      const recipient = await recipientOf(job.tenantId, userId);
      const address = to ?? recipient?.email;
      if (address === undefined) return;
      await job.transact(async (tx) => {
        const [origin = ''] = await pageOrigins(tx);
        await queueMail(tx, {
          type,
          to: address,
          locales: recipient?.locale === undefined ? [] : [recipient.locale],
          variables: originVariables({ ...seen, at }),
          linkUrl: linkOf(job.payload, job.tenantId, origin),
          expiresAt: '',
          userId,
          clientId: '',
          organizationId: '',
        });
      });
    },
  });
};
