import { expect, test } from 'vitest';
import { chooseTemplate } from './template-locale.ts';

const builtIn = ['en', 'de', 'fr', 'es'];

test.each([
  ['the own template of the locale', ['fr-CA'], ['fr-CA', 'fr'], ['en'], 'en', 'fr-CA custom'],
  ['that of a parent', ['zh-Hant-TW'], ['zh-Hant'], ['en'], 'en', 'zh-Hant custom'],
  ['a built-in one that is supported', ['de-CH'], [], ['en', 'de'], 'en', 'de built_in'],
  ['no built-in one that is not supported', ['fr'], [], ['en'], 'en', 'en built_in'],
  ['the second wish before the default', ['it', 'de'], [], ['en', 'de'], 'en', 'de built_in'],
  ['the default locale', ['it'], ['pt'], ['pt'], 'pt', 'pt custom'],
  ['the parent of the default locale', ['it'], [], ['de-CH'], 'de-CH', 'de built_in'],
  ['the own English one', ['it'], ['en'], ['pt'], 'pt', 'en custom'],
  ['the built-in English one', ['it'], [], ['pt'], 'pt', 'en built_in'],
  ['the default, without a wish', [], ['en'], ['en'], 'en', 'en custom'],
])('sends %s', (_, wished, own, supported, defaultLocale, expected) => {
  const { locale, source } = chooseTemplate(wished, { own, builtIn, supported, defaultLocale });
  expect(`${locale} ${source}`).toBe(expected);
});
