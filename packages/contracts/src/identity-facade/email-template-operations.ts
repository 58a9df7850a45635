import { z } from 'zod';
import { Deletion, queryBoolean } from '../common/list.ts';
import { canonicalLocale } from '../common/text.ts';
import { allOf, operations } from '../operation.ts';
import { EmailTemplate, EmailTestResult, PutEmailTemplateRequest } from './email-template.ts';

const read = allOf('tenant:idp.read');
const write = allOf('tenant:idp.write');
const path = '/api/v1/login-experience/email-templates/{type}';
const locale = canonicalLocale
  .optional()
  .describe('Defaults to the default locale of the branding.');

/** Operations on email templates. */
export const emailTemplateOperations = operations({
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
