import { emailTypes, emailVariables } from '@platform/contracts';
import type { EmailTemplateInput, EmailTypeName, FieldErrorCode } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { htmlFault, visibleIn } from './html-check.ts';
import { nested, sampleValues, samplesOf } from './template-data.ts';
import { parseTemplate, variablesOf } from './template-engine.ts';
import type { MailPart } from './template-engine.ts';
import { renderMail } from './mail-parts.ts';

type Source = Pick<EmailTemplateInput, 'subject' | 'html' | 'text'>;

const maxNesting = 10;

function codeOf(message: string): FieldErrorCode {
  if (/tag "[^"]*" not found/.test(message)) return 'template_unknown_tag';
  return /undefined filter/.test(message) ? 'template_unknown_filter' : 'template_syntax';
}

function parsed(pointer: string, part: MailPart, source: string) {
  try {
    return parseTemplate(part, source);
  } catch (error) {
    const { message } = error as Error;
    throw invalid(pointer, codeOf(message), message);
  }
}

/** Limits the nesting of blocks, including those in `raw`. */
function requireShallow(pointer: string, source: string): void {
  let depth = 0;
  for (const [, tag = ''] of source.matchAll(/{%-?\s*((?:end)?(?:if|unless|case))\b/g)) {
    depth += tag.startsWith('end') ? -1 : 1;
    if (depth > maxNesting)
      throw invalid(pointer, 'template_syntax', `must be nested at most ${maxNesting} levels deep`);
  }
}

function requireKnown(pointer: string, type: EmailTypeName, part: MailPart, source: string): void {
  requireShallow(pointer, source);
  const available = emailVariables(type);
  const unknown = variablesOf(part, parsed(pointer, part, source)).find(
    (name) => !available.includes(name),
  );
  if (unknown !== undefined)
    throw invalid(
      pointer,
      'template_unknown_variable',
      `uses the variable ${unknown}, which e-mails of the type ${type} do not have`,
    );
}

function requireAllowedHtml(html: string): void {
  const fault = htmlFault(html);
  if (fault !== undefined) throw invalid('/html', 'invalid_format', fault);
}

/** The text of all branches together, so that those that no trial rendering reaches are checked too. */
const withoutTags = (source: string): string =>
  source
    .replace(/{%-?\s*comment\s*-?%}[\s\S]*?{%-?\s*endcomment\s*-?%}/g, '')
    .replace(/{%[\s\S]*?%}/g, '')
    .replace(/{{-?\s*([\w.]+)[^}]*}}/g, (_, name: string) => String(sampleValues[name] ?? ''));

/** Both parts must show each required variable, with and without the optional ones. */
function requireShown(type: EmailTypeName, source: Source): void {
  for (const which of ['all', 'required'] as const) {
    const values = samplesOf(type, which);
    const { html, text } = renderMail(source, nested(values));
    requireAllowedHtml(html);
    const parts = [
      ['/html', visibleIn(html)],
      [source.text === null ? '/html' : '/text', text],
    ] as const;
    for (const name of emailTypes[type].required)
      for (const [pointer, shown] of parts)
        if (!shown.includes(String(values[name])))
          throw invalid(
            pointer,
            'template_required_variable',
            `must contain {{ ${name} }} in every branch`,
          );
  }
}

/** @throws 422 if the template cannot be sent as intended */
export function requireSendable(type: EmailTypeName, input: EmailTemplateInput): void {
  const { isNotice, secret } = emailTypes[type];
  if (!input.enabled && !isNotice)
    throw invalid(
      '/enabled',
      'template_required',
      `must be true, because e-mails of the type ${type} cannot be disabled`,
    );
  if (input.linkLifetimeSeconds !== null && secret !== 'link')
    throw invalid('/linkLifetimeSeconds', 'invalid_format', 'applies only to types with a link');
  requireKnown('/subject', type, 'text', input.subject);
  requireKnown('/html', type, 'html', input.html);
  if (input.text !== null) requireKnown('/text', type, 'text', input.text);
  requireAllowedHtml(withoutTags(input.html));
  requireShown(type, input);
}
