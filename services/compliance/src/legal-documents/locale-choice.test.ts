import { describe, expect, test } from 'vitest';
import { chooseByLocale, chooseOneOfEachType } from './locale-choice.ts';

const texts = (...locales: string[]) => locales.map((locale) => ({ locale, docType: 'imprint' }));

describe('chooseByLocale', () => {
  test.each([
    ['the very locale', ['de', 'de-CH', 'en'], 'de-CH', 'de-CH'],
    ['its language', ['de', 'en', 'fr'], 'de-CH', 'de'],
    ['the default', ['it', 'en', 'fr'], 'de-CH', 'fr'],
    ['the lowest tag', ['it', 'en'], 'de-CH', 'en'],
    ['nothing where there is nothing', [], 'de-CH', undefined],
  ])('%s', (_name, locales, wanted, expected) => {
    expect(chooseByLocale(texts(...locales), wanted, 'fr')?.locale).toBe(expected);
  });
});

test('chooseOneOfEachType chooses one text per type', () => {
  const all = [...texts('de', 'en'), { locale: 'fr', docType: 'terms-of-service' }];
  expect(chooseOneOfEachType(all, 'de', 'en')).toEqual([
    { locale: 'de', docType: 'imprint' },
    { locale: 'fr', docType: 'terms-of-service' },
  ]);
});
