import { createHash } from 'node:crypto';
import { isEmailType } from '@platform/contracts';
import type {
  EmailTemplateInput,
  EmailTypeName,
  emailTemplateOperations,
} from '@platform/contracts';
import type { Tx, TxContext } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { PreviewMail, SendTestMail } from './test-mail.ts';
import { defaultLocaleOf, lookUpTemplate } from './template-lookup.ts';
import {
  deleteTemplates,
  findTemplate,
  listOwnTemplates,
  listTemplateLocales,
  lockTemplates,
  saveTemplate,
} from './template-store.ts';
import type { TemplateRecord } from './template-store.ts';
import { templateResource, templateTypes, templateVersion } from './template-view.ts';

const maxLocales = 50;
const notFound = 'The e-mail template was not found';

function requireType(type: string): EmailTypeName {
  if (!isEmailType(type)) throw problem('not_found', { detail: notFound });
  return type;
}

/** Checks a template. The check's parsers are loaded with the first one. */
async function requireSendable(type: EmailTypeName, template: EmailTemplateInput): Promise<void> {
  const check = await import('./template-check.ts');
  check.requireSendable(type, template);
}

async function requireRoom(tx: Tx, type: EmailTypeName): Promise<void> {
  if ((await listTemplateLocales(tx, type)).length < maxLocales) return;
  const detail = `A type can have templates in at most ${maxLocales} locales`;
  throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
}

const bodyDigest = ({ subject, html, text }: EmailTemplateInput): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, html, text]))
    .digest('hex');

async function store(
  tx: Tx,
  { type, locale }: { type: EmailTypeName; locale: string },
  input: EmailTemplateInput,
  now: Date,
): Promise<void> {
  const before = await findTemplate(tx, type, locale);
  if (!before) await requireRoom(tx, type);
  const record: TemplateRecord = {
    ...input,
    type,
    locale,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await saveTemplate(tx, record);
  const id = `${type}:${locale}`;
  await tx.publish({
    type: 'login_experience.email_template_updated',
    subject: { type: 'email_template', id },
    data: {
      emailTemplate: { id, type, locale, version: record.version, bodySha256: bodyDigest(input) },
    },
  });
}

/** The tag of a fallback in another locale belongs to a different template than the one to write, so it never matches. */
async function targetVersion(
  tx: Tx,
  type: EmailTypeName,
  locale: string,
): Promise<string | undefined> {
  const found = await lookUpTemplate(tx, type, [locale]);
  return found.locale === locale ? templateVersion(found) : undefined;
}

async function shown(tx: Tx, type: EmailTypeName, requested: string | undefined) {
  const locale = requested ?? (await defaultLocaleOf(tx));
  const found = await lookUpTemplate(tx, type, [locale]);
  return answer(templateResource(type, locale, found), { version: templateVersion(found) });
}

async function remove(
  tx: Tx,
  type: EmailTypeName,
  locale: string | undefined,
): Promise<{ id: string; deleted: true }> {
  const deleted = await deleteTemplates(tx, type, locale);
  if (deleted.length === 0) throw problem('not_found', { detail: notFound });
  const id = locale === undefined ? type : `${type}:${locale}`;
  await tx.publish({
    type: 'login_experience.email_template_deleted',
    subject: { type: 'email_template', id },
    data: { emailTemplate: { id, type, locales: deleted } },
  });
  return { id, deleted: true };
}

export const templateHandlers = ({
  sendTest,
  preview,
  frame,
  clock,
}: {
  sendTest: SendTestMail;
  preview: PreviewMail;
  /** Makes a mail available to frames of the tenant's host. Returns its path. */
  frame: (context: TxContext, html: string) => Promise<string>;
  clock: () => number;
}): Handlers<typeof emailTemplateOperations> => ({
  loginExperienceListEmailTemplates: async ({ tx }) => ({
    data: templateTypes(await listOwnTemplates(tx)),
    nextCursor: null,
    hasMore: false,
  }),

  loginExperienceGetEmailTemplate: ({ tx, params, query }) =>
    shown(tx, requireType(params.type), query.locale),

  async loginExperiencePutEmailTemplate({ tx, params, query, body, ifMatch }) {
    const type = requireType(params.type);
    await requireSendable(type, body);
    await lockTemplates(tx, type);
    const locale = query.locale ?? (await defaultLocaleOf(tx));
    ifMatch(await targetVersion(tx, type, locale));
    await store(tx, { type, locale }, body, new Date(clock()));
    return shown(tx, type, locale);
  },

  async loginExperienceDeleteEmailTemplate({ tx, params, query, ifMatch }) {
    const type = requireType(params.type);
    const { allLocales = false } = query;
    if (allLocales && query.locale !== undefined)
      throw problem('invalid_parameter', {
        detail: 'Send either locale or allLocales=true, not both',
      });
    await lockTemplates(tx, type);
    const locale = query.locale ?? (await defaultLocaleOf(tx));
    ifMatch(await targetVersion(tx, type, locale));
    return remove(tx, type, allLocales ? undefined : locale);
  },

  async loginExperiencePreviewEmailTemplate({ principal, params, query, body, read, context }) {
    const type = requireType(params.type);
    if (body) await requireSendable(type, body);
    const mail = await preview({ principal, type, locale: query.locale, template: body, read });
    return { ...mail, path: await frame(context, mail.html) };
  },

  loginExperienceTestSendEmailTemplate: ({ principal, params, query, read, transact }) =>
    sendTest({ principal, type: requireType(params.type), locale: query.locale, read, transact }),
});
