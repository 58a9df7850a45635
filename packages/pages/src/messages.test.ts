import { describe, expect, test } from 'vitest';
import { catalogueFaults, messageArguments } from './message-arguments.ts';
import { mergeCatalogues, readCatalogues, translations } from './messages.ts';
import { pseudoCatalogue, pseudoLocale } from './pseudo-locale.ts';

const catalogues = readCatalogues(new URL('../messages/', import.meta.url));

describe('the catalogues', () => {
  test('are of four locales, and each has every key with the same arguments', () => {
    expect([...catalogues.keys()].sort()).toEqual(['de', 'en', 'es', 'fr']);
    expect(catalogueFaults(catalogues)).toEqual([]);
  });

  test('compile', () => {
    const translate = translations(catalogues);
    for (const locale of catalogues.keys()) expect(translate(locale)('action.cancel')).not.toBe('');
  });

  test('have a mirrored twin with the same arguments', () => {
    const english = catalogues.get('en') ?? {};
    const twins = new Map([
      ['en', english],
      [pseudoLocale, pseudoCatalogue(english)],
    ]);
    expect(catalogueFaults(twins)).toEqual([]);
    const text = translations(twins)(pseudoLocale)('error.attempts_left', { count: 2 });
    expect(text).toContain('\u202e');
    expect(text).toContain('2');
  });
});

describe('faults', () => {
  test('are missing and unknown keys, and other arguments', () => {
    const of = (en: Record<string, string>, de: Record<string, string>) =>
      catalogueFaults(
        new Map([
          ['en', en],
          ['de', de],
        ]),
      );
    expect(of({ a: 'x' }, {})).toEqual(['de: a is missing']);
    expect(of({}, { a: 'x' })).toEqual(['de: a is not in en']);
    expect(of({ a: '{name}' }, { a: '{nmae}' })).toEqual(['de: a has other arguments']);
    expect(of({ a: '{n, plural, other {#}}' }, { a: '{n}' })).toEqual([
      'de: a has other arguments',
    ]);
  });

  test('arguments within plurals and selects count', () => {
    expect(messageArguments('{how, select, sms {{to}} other {{n, plural, other {#}}}}')).toEqual([
      'how: select',
      'n: plural',
      'to: text',
    ]);
  });
});

describe('a message', () => {
  const t = translations(new Map([['de', { n: '{n, plural, one {ein Tag} other {# Tage}}' }]]))(
    'de',
  );

  test('follows the plurals of its locale', () => {
    expect([t('n', { n: 1 }), t('n', { n: 1_000 })]).toEqual(['ein Tag', '1.000 Tage']);
  });

  test('that is unknown, or lacks an argument, is a fault', () => {
    expect(() => t('other')).toThrow('no message other');
    expect(() => t('n')).toThrow();
  });

  test('of a later folder replaces that of an earlier one', () => {
    const one = new Map([['en', { a: '1', b: '1' }]]);
    const two = new Map([['en', { b: '2' }]]);
    expect(mergeCatalogues(one, two).get('en')).toEqual({ a: '1', b: '2' });
  });
});
