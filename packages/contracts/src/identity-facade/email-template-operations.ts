import { z } from 'zod';
import { Deletion, listOf, queryBoolean } from '../common/list.ts';
import { canonicalLocale } from '../common/text.ts';
import { allOf, operations } from '../operation.ts';
import {
  EmailPreview,
  EmailTemplate,
  EmailTemplateType,
  EmailTestResult,
  PutEmailTemplateRequest,
} from './email-template.ts';

const read = allOf('tenant:idp.read');
const write = allOf('tenant:idp.write');
const all = '/api/v1/login-experience/email-templates';
const path = `${all}/{type}`;
const locale = canonicalLocale
  .optional()
  .describe('Defaults to the default locale of the branding.');

/** Operations on email templates. */
export const emailTemplateOperations = operations({
  loginExperienceListEmailTemplates: {
    method: 'get',
    path: all,
    scopes: read,
    summary: 'Lists the types of e-mails',
    response: listOf(EmailTemplateType),
    errors: [],
    noEtag: true,
  },
  loginExperienceGetEmailTemplate: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Gets an e-mail template',
    query: z.strictObject({ locale }),
    response: EmailTemplate,
    errors: [],
    description:
      'If there is no template for the locale, returns the one that is sent instead; `locale` then differs from `requestedLocale`.',
  },
  loginExperiencePutEmailTemplate: {
    method: 'put',
    path,
    scopes: write,
    summary: 'Creates or replaces an e-mail template',
    query: z.strictObject({ locale }),
    body: PutEmailTemplateRequest,
    response: EmailTemplate,
    errors: ['limit_exceeded', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description:
      'Templates use a subset of Liquid: the tags `if`, `unless`, `case`, `comment` and `raw`, and the filters `default`, `escape`, `upcase`, `downcase`, `capitalize`, `truncate`, `date`, `url_encode`, `strip` and `newline_to_br`.',
  },
  loginExperienceDeleteEmailTemplate: {
    method: 'delete',
    path,
    scopes: write,
    summary: 'Deletes an e-mail template',
    query: z.strictObject({
      locale,
      allLocales: queryBoolean
        .optional()
        .describe('If true, deletes the templates of all locales.'),
    }),
    response: Deletion,
    errors: ['precondition_failed'],
    description: 'The built-in template is used instead.',
  },
  loginExperiencePreviewEmailTemplate: {
    method: 'post',
    path: `${path}/preview`,
    scopes: read,
    summary: 'Renders an e-mail with sample data',
    query: z.strictObject({ locale }),
    body: PutEmailTemplateRequest,
    bodyOptional: true,
    response: EmailPreview,
    errors: [],
    mode: 'query',
    noEtag: true,
    maxBodyBytes: 262_144,
    description:
      'The body is a template that has not been saved, and is checked as it would be on saving. Without a body, renders the template that is sent. Nothing is stored.',
  },
  loginExperienceTestSendEmailTemplate: {
    method: 'post',
    path: `${path}/test-send`,
    scopes: write,
    summary: 'Sends a test e-mail',
    query: z.strictObject({ locale }),
    response: EmailTestResult,
    errors: ['validation_failed'],
    mode: 'external',
    noEtag: true,
    firstByteSeconds: 30,
    description:
      "Sends the stored template with sample data to the calling user's verified address. If the caller is an application, sends it to the support address of the branding.",
  },
});
