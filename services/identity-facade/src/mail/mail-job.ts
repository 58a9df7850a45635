import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { KnownClients } from '@platform/siblings/known-clients';
import { z } from 'zod';
import { openMailContent } from './mail-content.ts';
import type { FindMailTenant } from './mail-rendering.ts';
import { prepareMail } from './mail-rendering.ts';
import { endMail, findQueuedMail } from './mail-store.ts';
import type { QueuedMail } from './mail-store.ts';
import { MailFailed } from './smtp.ts';
import type { Smtp } from './smtp.ts';

const payload = z.object({ messageId: z.string(), createdAt: z.string() });
type MailPayload = z.output<typeof payload>;

/** Sends one mail: retries until the server accepts or rejects it, or it is obsolete. */
export const mailKind = jobKind({
  name: 'mail',
  payload,
  concurrency: 5,
  perTenant: 3,
  maxAttempts: 1_000,
  backoffMs: 10_000,
  maxBackoffMs: 900_000,
  leaseMs: 60_000,
});

export interface MailJobOptions {
  smtp: Smtp;
  secrets: Pick<SecretBox, 'open'>;
  findTenant: FindMailTenant;
  clients: Pick<KnownClients, 'find'>;
  fromAddress: string;
  clock: () => number;
}

const withoutServerMs = 3_600_000;

/** The same for every attempt, so that a mail whose confirmation was lost reaches the reader as one mail. */
export const messageIdOf = (id: string, fromAddress: string): string =>
  `<${id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`;

/** Whether to give up a mail without another attempt. */
function isOver(mail: QueuedMail, { smtp, clock }: MailJobOptions): boolean {
  const now = clock();
  if (now >= mail.expiresAt.getTime()) return true;
  return !smtp.isEnabled && now >= mail.createdAt.getTime() + withoutServerMs;
}

/** The name of the application of a mail. While the hub is unavailable, the mail is sent without it. */
async function applicationName(
  clients: MailJobOptions['clients'],
  tenantId: string,
  clientId: string,
): Promise<string | undefined> {
  if (clientId === '') return undefined;
  const client = await clients.find(tenantId, clientId).catch(() => undefined);
  return client?.name;
}

async function hand(
  options: MailJobOptions,
  job: ActiveJob<MailPayload>,
  mail: QueuedMail,
): Promise<string> {
  const { smtp, secrets, findTenant, clients, fromAddress, clock } = options;
  const { values, ...request } = openMailContent(secrets, job.tenantId, mail);
  const tenant = await findTenant(job.tenantId);
  const expiresInMinutes = Math.ceil((mail.expiresAt.getTime() - clock()) / 60_000);
  const name = await applicationName(clients, job.tenantId, request.clientId);
  const prepared = await job.read((tx) =>
    prepareMail(tx, tenant, {
      ...request,
      values: { 'application.name': name, ...values, expiresInMinutes },
    }),
  );
  return smtp.send({
    messageId: messageIdOf(mail.id, fromAddress),
    from: { name: prepared.fromName, address: fromAddress },
    to: mail.recipient,
    replyTo: prepared.replyTo,
    subject: prepared.subject,
    html: prepared.html,
    text: prepared.text,
  });
}

export const mailJob = (options: MailJobOptions): JobMount =>
  handleJob(mailKind, {
    async run(job) {
      const createdAt = new Date(job.payload.createdAt);
      const mail = await job.read((tx) => findQueuedMail(tx, job.payload.messageId, createdAt));
      if (!mail) return;
      if (isOver(mail, options)) {
        await job.transact((tx) => endMail(tx, mail, { state: 'expired' }));
        return;
      }
      if (!options.smtp.isEnabled) throw new Error('no SMTP server is configured');
      const smtpResponse = await hand(options, job, mail).catch((error: unknown) => {
        if (error instanceof MailFailed && error.kind === 'rejected')
          throw new PermanentJobError('rejected', error.message);
        throw error;
      });
      const sentAt = new Date(options.clock());
      await job.transact((tx) => endMail(tx, mail, { state: 'sent', smtpResponse, sentAt }));
    },

    async onEnded(tx, { payload: { messageId, createdAt }, error }) {
      const mail = { id: messageId, createdAt: new Date(createdAt) };
      await endMail(tx, mail, { state: 'failed', error: error?.message.slice(0, 500) });
    },
  });
