import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { storedBranding } from '../branding/stored-branding.ts';
import { samplesOf } from '../email-templates/template-data.ts';
import type {
  MailPreviewRequest,
  PreviewMail,
  SendTestMail,
  TestMailRequest,
} from '../email-templates/test-mail.ts';
import { defaultLocaleOf } from '../email-templates/template-lookup.ts';
import { messageIdOf } from './mail-job.ts';
import { prepareMail } from './mail-rendering.ts';
import type { FindMailTenant, PreparedMail } from './mail-rendering.ts';
import { takeOfWindow } from '@platform/kit/rate';
import { MailFailed } from './smtp.ts';
import type { Smtp } from './smtp.ts';

export interface TestSendOptions {
  smtp: Smtp;
  findTenant: FindMailTenant;
  /** The verified address of a user; undefined if there is none. */
  verifiedEmail: (tenantId: string, userId: string) => Promise<string | undefined>;
  fromAddress: string;
  perHour: number;
  clock: () => number;
}

const shownAs = {
  rejected: 'upstream_failed',
  temporary: 'upstream_failed',
  unreachable: 'upstream_failed',
  timeout: 'upstream_timeout',
} as const;

function problemOf(error: unknown): unknown {
  if (!(error instanceof MailFailed)) return error;
  const status = error.status === undefined ? '' : ` (${error.status})`;
  return problem(shownAs[error.kind], {
    detail: `The mail server did not accept the e-mail${status}`,
    cause: error,
  });
}

type SampleRequest = Pick<MailPreviewRequest, 'principal' | 'type' | 'locale'> &
  Partial<Pick<MailPreviewRequest, 'template'>>;

/** Renders a mail with sample data and the tenant's own branding. */
async function sampleMail(
  tx: Tx,
  findTenant: FindMailTenant,
  { type, principal, locale, template: unsaved }: SampleRequest,
): Promise<PreparedMail> {
  return prepareMail(tx, await findTenant(principal.tenantId), {
    type,
    locales: [locale ?? (await defaultLocaleOf(tx))],
    clientId: '',
    organizationId: '',
    values: withoutTenant(samplesOf(type, 'all')),
    unsaved,
  });
}

/** Shows a mail with sample data; sends nothing. */
export const mailPreview =
  (findTenant: FindMailTenant): PreviewMail =>
  async ({ read, ...request }) => {
    const { found, fromName, replyTo, subject, html, text } = await read((tx) =>
      sampleMail(tx, findTenant, request),
    );
    const { locale, source } = found;
    return request.template
      ? {
          locale: request.locale ?? locale,
          source: 'unsaved',
          fromName,
          replyTo,
          subject,
          html,
          text,
        }
      : { locale, source, fromName, replyTo, subject, html, text };
  };

/** Sends a sample of the stored template immediately, to an address that the platform knows, never to one in the request. */
export function testSend(options: TestSendOptions): SendTestMail {
  const { smtp, findTenant, verifiedEmail, fromAddress, perHour, clock } = options;

  async function recipientOf({ principal, read }: TestMailRequest): Promise<string> {
    const to =
      principal.type === 'user'
        ? await verifiedEmail(principal.tenantId, principal.id)
        : (await read(storedBranding))?.settings.links.supportEmail;
    if (to !== undefined) return to;
    throw invalid(
      '',
      'recipient_unknown',
      principal.type === 'user'
        ? 'The calling user has no verified e-mail address.'
        : 'The branding has no links.supportEmail, to which test e-mails requested by applications are sent.',
    );
  }

  return async function sendTest(request: TestMailRequest) {
    if (!smtp.isEnabled)
      throw problem('upstream_unavailable', {
        detail: 'No mail server is configured; ask the operator of the platform',
      });
    const to = await recipientOf(request);
    await request.transact((tx) =>
      takeOfWindow(tx, {
        bucket: 'test mail',
        limit: perHour,
        windowMs: 3_600_000,
        what: 'test mails',
      }),
    );
    const mail = await request.read((tx) => sampleMail(tx, findTenant, request));
    const messageId = messageIdOf(newId('email'), fromAddress);
    const subject = `[Test] ${mail.subject}`;
    const from = { name: mail.fromName, address: fromAddress };
    const { html, text, replyTo } = mail;
    const smtpResponse = await smtp
      .send({ messageId, from, to, replyTo, subject, html, text })
      .catch((error: unknown) => {
        throw problemOf(error);
      });
    const { locale, source } = mail.found;
    const sentAt = new Date(clock()).toISOString();
    return { messageId, to, subject, locale, source, smtpResponse, sentAt };
  };
}

/** The tenant's own name and branding are shown instead of samples. */
const withoutTenant = (values: ReturnType<typeof samplesOf>): ReturnType<typeof samplesOf> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !/^(?:tenant|branding)\./.test(name)),
  );
