import { expect, test } from 'vitest';
import { directionOf, negotiateLocale } from './locale.ts';

const supported = ['en', 'de', 'fr', 'pt-BR'] as const;

test.each<[string, { uiLocales?: string; acceptLanguage?: string }, string]>([
  ['nothing', {}, 'en'],
  ['an exact one', { acceptLanguage: 'fr' }, 'fr'],
  ['a region of it', { acceptLanguage: 'de-AT' }, 'de'],
  ['whatever its case', { acceptLanguage: 'PT-br' }, 'pt-BR'],
  ['no other region', { acceptLanguage: 'pt-PT' }, 'en'],
  ['the best by weight', { acceptLanguage: 'de;q=0.5, fr;q=0.9, it' }, 'fr'],
  ['none that is refused', { acceptLanguage: 'de;q=0' }, 'en'],
  ['what the application asks for first', { uiLocales: 'it de', acceptLanguage: 'fr' }, 'de'],
  ['what the browser asks for, of unknown ones', { uiLocales: 'xx', acceptLanguage: 'fr' }, 'fr'],
  ['any', { acceptLanguage: '*' }, 'en'],
  ['nonsense', { uiLocales: '../en \u0000', acceptLanguage: ';;;q=' }, 'en'],
])('%s', (_what, wishes, locale) => {
  expect(negotiateLocale([...supported], wishes)).toBe(locale);
});

test('is written in its direction', () => {
  expect(['en', 'ar', 'he-IL', 'ar-XB', 'de'].map(directionOf)).toEqual([
    'ltr',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
  ]);
});
