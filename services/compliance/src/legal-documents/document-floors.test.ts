import { describe, expect, test } from 'vitest';
import { documentFloors } from './document-floors.ts';

const set = { clientId: 'app', docType: 'terms-of-service' };
const past = new Date('2026-01-01');
const future = new Date('2027-01-01');
const now = new Date('2026-06-01');
const floor = (locale: string, version: number, effectiveAt = past) => ({
  ...set,
  locale,
  version,
  effectiveAt,
});
const notice = (locale: string, version: number) => ({
  ...set,
  documentId: 'lgd_1',
  locale,
  version,
  sha256: '',
});
const active = (...locales: string[]) => locales.map((locale) => ({ ...set, locale }));

describe('documentFloors', () => {
  const floors = [floor('en', 2), floor('en', 4, future), floor('de', 7)];

  test.each([
    ['below the highest floor', 'en', 1, 4],
    ['above one floor and below the next', 'en', 3, 4],
    ['at the highest floor', 'en', 4, undefined],
    ['above it', 'en', 5, undefined],
    ['in another locale with a document of its own', 'de', 6, 7],
    ['in a locale with a document and no floor', 'it', 1, undefined],
    ['in a locale without a document any more', 'fr', 1, 7],
  ])('%s', (_name, locale, version, expected) => {
    const known = documentFloors(floors, active('en', 'de', 'it'));
    expect(known.above(notice(locale, version))?.version).toBe(expected);
  });

  test('a floor applies from its date', () => {
    const known = documentFloors(floors, active('en'));
    expect(known.above(notice('en', 1), now)?.version).toBe(2);
    expect(known.above(notice('en', 2), now)).toBeUndefined();
    expect(known.above(notice('en', 2), future)?.version).toBe(4);
  });

  test('other applications and types have their own floors', () => {
    const known = documentFloors(floors, active('en'));
    expect(known.above({ ...notice('en', 1), clientId: 'other' })).toBeUndefined();
    expect(known.above({ ...notice('en', 1), docType: 'imprint' })).toBeUndefined();
  });
});
