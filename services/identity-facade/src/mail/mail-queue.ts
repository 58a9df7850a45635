import { createHash } from 'node:crypto';
import { emailTypes, emailVariables, isEmailType, isText, parseUrl } from '@platform/contracts';
import type { EmailType, EmailTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { problemWithReason, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { lookUpTemplate } from '../email-templates/template-lookup.ts';
import { sealContent } from './mail-content.ts';
import { mailKind } from './mail-job.ts';
import { insertMail } from './mail-store.ts';
import { takeOfWindow } from '@platform/kit/rate';

/** A mail that a sibling orders. Absent texts are empty. */
export interface MailOrder {
  type: string;
  to: string;
  locales: readonly string[];
  variables: Readonly<Record<string, string>>;
  linkToken?: string;
  linkUrl?: string;
  code?: string;
  expiresAt: string;
  userId: string;
  clientId: string;
  organizationId: string;
}

export interface MailQueueOptions {
  jobs: Pick<Jobs, 'enqueue'>;
  secrets: Pick<SecretBox, 'seal'>;
  /** Origins of pages that mails may link to. */
  pageOrigins: (tx: Tx) => Promise<string[]>;
  /** Base URL of the page where invitations are accepted; empty if there is none. */
  acceptBaseUrl: string;
  perTenant: number;
  perRecipient: number;
  clock: () => number;
}

const dayMs = 86_400_000;

const refuse = (detail: string) => problem('invalid_parameter', { detail });

function requireOrder({ type, to, variables, code }: MailOrder): EmailTypeName {
  if (!isEmailType(type)) throw refuse(`type must be a known e-mail type; "${type}" is unknown`);
  if (emailKey(to) === undefined) throw refuse('to must be one e-mail address');
  const allowed = emailVariables(type);
  const unknown = Object.keys(variables).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw refuse(
      `variables must not contain ${unknown}, which e-mails of the type ${type} do not have`,
    );
  if (!Object.values(variables).every((value) => value.length <= 2_048 && isText(value)))
    throw refuse('variables must be strings of at most 2048 characters without control characters');
  if (emailTypes[type].secret === 'code' && !code) throw refuse('code is required');
  return type;
}

/** The link of a mail: created for an invitation, else the given one, on a page of the tenant. */
async function linkOf(
  tx: Tx,
  { linkToken, linkUrl }: MailOrder,
  { pageOrigins, acceptBaseUrl }: MailQueueOptions,
): Promise<string> {
  if (linkToken) {
    if (acceptBaseUrl === '')
      throw problemWithReason('invalid_state', {
        code: 'accept_base_url_missing',
        detail: 'platform.organizations.invitation.accept-base-url is not set',
      });
    return `${acceptBaseUrl}/invitations/accept?token=${encodeURIComponent(linkToken)}`;
  }
  const origin = parseUrl(linkUrl ?? '')?.origin;
  const allowed = [...(await pageOrigins(tx)), parseUrl(acceptBaseUrl)?.origin];
  if (!linkUrl || origin === undefined || !allowed.includes(origin))
    throw refuse('link_url must be on a page of the tenant');
  return linkUrl;
}

async function takeRate(tx: Tx, to: string, { perTenant, perRecipient }: MailQueueOptions) {
  const recipient = createHash('sha256').update(to.toLowerCase()).digest('base64url').slice(0, 22);
  await takeOfWindow(tx, {
    bucket: `mail to ${recipient}`,
    limit: perRecipient,
    windowMs: 600_000,
    what: 'mails to one address',
  });
  await takeOfWindow(tx, {
    bucket: 'mail',
    limit: perTenant,
    windowMs: 3_600_000,
    what: 'mails of a tenant',
  });
}

/** The expiry of a link or code, and of the mail itself; a day at most. */
function expiryOf(expiresAt: string, lifetimeMs: number, now: number): Date {
  const asked = expiresAt === '' ? now + lifetimeMs : Date.parse(expiresAt);
  if (Number.isNaN(asked)) throw refuse('expires_at must be an RFC 3339 time');
  return new Date(asked);
}

/** The result of an order. */
export interface QueuedOrder {
  emailId: string;
  state: 'queued' | 'disabled';
}

/**
 * Queues a mail in the caller's transaction. A notice that the tenant has disabled is not sent. A rehearsal, for users who do not
 * exist, does the same work within the same limits but sends nothing.
 */
export const mailQueue =
  (options: MailQueueOptions) =>
  async (
    tx: Tx,
    order: MailOrder,
    { isRehearsal = false }: { isRehearsal?: boolean } = {},
  ): Promise<QueuedOrder> => {
    const { jobs, secrets, clock } = options;
    const type = requireOrder(order);
    const { template } = await lookUpTemplate(tx, type, order.locales);
    if (!template.enabled) return { emailId: '', state: 'disabled' };
    const { secret, lifetimeSeconds, mayHaveLink }: EmailType = emailTypes[type];
    const hasLink = secret === 'link' || (mayHaveLink === true && order.linkUrl !== '');
    const link = hasLink ? await linkOf(tx, order, options) : undefined;
    await takeRate(tx, order.to, options);
    const createdAt = new Date(clock());
    const lifetimeMs = 1_000 * (template.linkLifetimeSeconds ?? lifetimeSeconds ?? dayMs / 1_000);
    const expiresAt = expiryOf(order.expiresAt, lifetimeMs, createdAt.getTime());
    const id = newId('email');
    const values = {
      ...order.variables,
      'user.id': order.userId || undefined,
      'user.email': order.to,
      link,
      code: secret === 'code' ? order.code : undefined,
    };
    const { tenantId } = tx.context;
    const { locales, clientId, organizationId, userId, to } = order;
    const content = sealContent(secrets, tenantId, id, {
      locales,
      clientId,
      organizationId,
      values,
    });
    if (isRehearsal) return { emailId: '', state: 'queued' };
    await insertMail(tx, {
      id,
      createdAt,
      type,
      recipient: to,
      userId: userId || null,
      content,
      expiresAt,
    });
    const payload = { messageId: id, createdAt: createdAt.toISOString() };
    await jobs.enqueue(tx, mailKind, payload, { subjectId: userId || undefined });
    return { emailId: id, state: 'queued' };
  };

/** See {@link mailQueue}. */
export type QueueMail = ReturnType<typeof mailQueue>;
