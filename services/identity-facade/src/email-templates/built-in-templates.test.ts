import { describe, expect, test } from 'vitest';
import { emailTypes } from '@platform/contracts';
import type { EmailTypeName } from '@platform/contracts';
import { builtInLocales, builtInTemplate } from './built-in-templates.ts';
import { renderMail } from './mail-parts.ts';
import { requireSendable } from './template-check.ts';
import { nested, samplesOf } from './template-data.ts';

const types = Object.keys(emailTypes) as EmailTypeName[];
const cases = builtInLocales.flatMap((locale) => types.map((type) => [type, locale] as const));

describe('built-in templates', () => {
  test.each(cases)('%s in %s passes the rules of every template', (type, locale) => {
    const template = builtInTemplate(type, locale);
    requireSendable(type, template);
    for (const which of ['all', 'required'] as const) {
      const mail = renderMail(template, nested(samplesOf(type, which)));
      expect(mail.subject.length).toBeGreaterThan(5);
      // No trace of the template is left, and absent values are not mentioned.
      for (const part of [mail.subject, mail.html, mail.text])
        expect(part).not.toMatch(/{{|{%|undefined|\bnull\b|NaN/);
    }
  });

  test('have the same parts in every locale', () => {
    for (const type of types) {
      const shapes = builtInLocales.map((locale) =>
        [...builtInTemplate(type, locale).html.matchAll(/<\/?[a-z0-9]+/g)].join(' '),
      );
      expect(new Set(shapes).size).toBe(1);
    }
  });
});
