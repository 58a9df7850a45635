import { emailTemplateOperations } from '@platform/contracts';
import type { Tx, TxContext } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import { fixedWindowSweep } from '@platform/kit/rate';
import type { TimeLog } from '@platform/kit/upkeep';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { templateHandlers } from '../email-templates/template-handlers.ts';
import { mailJob } from '../mail/mail-job.ts';
import { mailQueue } from '../mail/mail-queue.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import type { FindMailTenant } from '../mail/mail-rendering.ts';
import { mailRpc } from '../mail/mail-rpc.ts';
import { smtp } from '../mail/smtp.ts';
import { mailPreview, testSend } from '../mail/test-send.ts';
import { ticketFor } from '../previews/preview-tickets.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';
import { verifiedEmails } from './verified-emails.ts';

const retentionMs = 30 * 86_400_000;

const mailTenants =
  ({ trust }: Pick<Platform, 'trust'>): FindMailTenant =>
  async (tenantId) => {
    const tenant = await trust.tenants.byId(tenantId);
    const { name = tenantId, slug = '', issuer } = tenant ?? {};
    return { name, slug, origin: issuer === undefined ? '' : new URL(issuer).origin };
  };

const transportOf = (config: IdentityFacadeConfig) =>
  smtp({
    host: config.smtpHost,
    port: config.smtpPort,
    security: config.smtpSecurity,
    username: config.smtpUsername,
    password: config.smtpPassword,
    timeoutMs: config.smtpTimeout,
    maxConnections: config.smtpMaxConnections,
  });

/** Composes mail: its templates, its queue and the connection to the SMTP server. */
export function mailParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  {
    pageOrigins,
    clients,
    ...options
  }: IdentityFacadeOptions & {
    pageOrigins: (tx: Tx) => Promise<string[]>;
    clients: Pick<KnownClients, 'find'>;
  },
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'jobs' | 'singletons' | 'workers'>> & {
  logs: readonly TimeLog[];
  queueMail: QueueMail;
} {
  const { db, jobs, secrets, rpcRunner, peer, common } = platform;
  const clock = clockOf(options);
  const transport = transportOf(config);
  const findTenant = mailTenants(platform);
  const fromAddress = config.smtpFrom || `no-reply@${common.platformDomain.replace(/^\./, '')}`;
  const sendTest = testSend({
    smtp: transport,
    findTenant,
    verifiedEmail: verifiedEmails(() => peer('directory')),
    fromAddress,
    perHour: config.testMailsPerTenant,
    clock,
  });
  const frame = async (context: TxContext, html: string): Promise<string> => {
    const content = { page: 'email', html } as const;
    return (await db.transact(context, (tx) => ticketFor(tx, content, clock()))).path;
  };
  const queueMail = mailQueue({
    jobs,
    secrets,
    pageOrigins,
    acceptBaseUrl: config.acceptBaseUrl,
    perTenant: config.mailsPerTenant,
    perRecipient: config.mailsPerRecipient,
    clock,
  });
  return {
    mounts: [
      serve(
        emailTemplateOperations,
        templateHandlers({ sendTest, preview: mailPreview(findTenant), frame, clock }),
      ),
    ],
    rpc: [mailRpc({ rpcRunner, queueMail })],
    jobs: [mailJob({ smtp: transport, secrets, findTenant, clients, fromAddress, clock })],
    singletons: [fixedWindowSweep(db)],
    workers: [{ start: () => undefined, stop: async () => transport.close() }],
    queueMail,
    logs: [{ table: 'email_messages', unit: 'month', retentionMs }],
  };
}
