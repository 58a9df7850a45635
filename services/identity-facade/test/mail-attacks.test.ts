import { emailTypes, emailVariables } from '@platform/contracts';
import type { EmailTypeName } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { builtInLocales, builtInTemplate } from '../src/email-templates/built-in-templates.ts';
import { htmlFault } from '../src/email-templates/html-check.ts';
import { renderMail } from '../src/email-templates/mail-parts.ts';
import { nested, sampleValues } from '../src/email-templates/template-data.ts';
import { tamedValues } from '../src/mail/mail-values.ts';

const types = Object.keys(emailTypes) as EmailTypeName[];
/** Values of a mail that strangers control: their names, those of their organizations and browsers, and a message. */
const chosen = [
  'user.givenName',
  'user.familyName',
  'user.displayName',
  'inviter.displayName',
  'organization.name',
  'request.userAgent',
  'message',
];

const attacks: [string, string][] = [
  ['markup', '<img src=x onerror=alert(1)>'],
  ['the end of an attribute', '"><script>alert(1)</script>'],
  ['the end of a style', '</style><script>alert(1)</script>'],
  ['a comment that swallows the rest', '<!--'],
  ['a template', '{{ link }}{% if link %}evaluated{% endif %}'],
  ['a header', 'Ada\r\nBcc: everybody@example.com'],
  ['text in the other direction', 'Ada \u202Emoc.live'],
];

/** Every built-in mail with one value in all variables that strangers control. */
const mailsWith = (value: string) =>
  types.flatMap((type) =>
    builtInLocales.map((locale) => {
      const known = emailVariables(type);
      const given = Object.fromEntries(
        known.map((name) => [name, chosen.includes(name) ? value : sampleValues[name]]),
      );
      return {
        type,
        locale,
        ...renderMail(builtInTemplate(type, locale), nested(tamedValues(given))),
      };
    }),
  );

describe.each(attacks)('%s in untrusted text', (_name, value) => {
  const mails = mailsWith(value);

  test('is shown as text', () => {
    for (const { html, type } of mails) {
      expect([type, htmlFault(html)]).toEqual([type, undefined]);
      expect(html).not.toMatch(/<img src=x|<script|<!--(?!\[)/);
      expect(html.match(/<\/style>/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  });

  test('cannot affect other lines, the text direction or other messages', () => {
    for (const { subject, html, text } of mails) {
      expect(subject).not.toMatch(/[\r\n\u202A-\u202E]/);
      for (const part of [subject, html, text]) expect(part).not.toMatch(/(?<!%})evaluated(?!{%)/);
    }
  });
});

test.each(['https://evil.test', 'evil.test/win', 'www.evil.test', 'Claim at evil.test now'])(
  'the address %s is not sent in a name or message',
  (value) => {
    for (const { subject, html, text } of mailsWith(value))
      for (const part of [subject, html, text]) expect(part).not.toContain('evil.test');
  },
);
