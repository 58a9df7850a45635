import type { EmailTemplate, PutEmailTemplateRequest } from '@platform/sdk';

/** The form of a template. */
export interface EmailValues {
  subject: string;
  html: string;
  text: string;
  fromName: string;
  replyTo: string;
  enabled: boolean;
  /** Not a number: the default of the type. */
  linkLifetimeMinutes: number;
}

const secondsOfMinute = 60;

export const emailValues = (template: EmailTemplate): EmailValues => ({
  subject: template.subject,
  html: template.html,
  text: template.text ?? '',
  fromName: template.fromName ?? '',
  replyTo: template.replyTo ?? '',
  enabled: template.enabled,
  linkLifetimeMinutes:
    template.linkLifetimeSeconds === null
      ? Number.NaN
      : template.linkLifetimeSeconds / secondsOfMinute,
});

const orNull = (text: string): string | null => text.trim() || null;

/** The request that saves the values. */
export const emailBody = (values: EmailValues): PutEmailTemplateRequest => ({
  subject: values.subject.trim(),
  html: values.html,
  text: values.text.trim() === '' ? null : values.text,
  fromName: orNull(values.fromName),
  replyTo: orNull(values.replyTo),
  enabled: values.enabled,
  linkLifetimeSeconds: Number.isNaN(values.linkLifetimeMinutes)
    ? null
    : Math.round(values.linkLifetimeMinutes * secondsOfMinute),
});

/** A text with a variable in place of what is selected in it, and the position after the variable. */
export function withVariable(
  text: string,
  variable: string,
  { start, end }: { start: number; end: number },
): { text: string; at: number } {
  const mark = `{{ ${variable} }}`;
  return { text: text.slice(0, start) + mark + text.slice(end), at: start + mark.length };
}
