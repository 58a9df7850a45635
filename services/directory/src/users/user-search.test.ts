import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { emptyAttributes } from './user-record.ts';
import { searchKey, searchTerms } from './user-search.ts';

const termsOf = (given: Partial<typeof emptyAttributes>): string[] =>
  searchTerms({ ...emptyAttributes, ...given });
const nameOf = (givenName: string | null, familyName: string | null) => ({
  formatted: null,
  givenName,
  familyName,
  middleName: null,
  honorificPrefix: null,
  honorificSuffix: null,
});

describe('searchTerms', () => {
  test('omits the prefixes of other terms', () => {
    const given = {
      email: 'Ada.Lovelace@example.com',
      displayName: 'Ada Lovelace',
      name: nameOf('Ada', 'Lovelace'),
    };
    expect(termsOf(given)).toEqual(['ada.lovelace@example.com', 'ada lovelace', 'lovelace']);
  });

  test('contains a text once even if several members have it', () => {
    const given = { username: 'ada', displayName: 'Ada', name: nameOf('Ada', 'Ada') };
    expect(termsOf(given)).toEqual(['ada']);
  });

  test('finds a user by every prefix of every member, by exactly one term', () => {
    const text = fc.oneof(
      fc.constantFrom('Ada', 'Ada L', 'ada lovelace', 'Zoë', 'zoe', 'L', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(text, text, text, text, (username, displayName, givenName, familyName) => {
        const terms = termsOf({ username, displayName, name: nameOf(givenName, familyName) });
        const members = [username, displayName, givenName, familyName].map(searchKey);
        const isFound = members.every(
          (member) => member === '' || terms.some((term) => term.startsWith(member)),
        );
        const isShort = terms.every(
          (term, i) => !terms.some((other, j) => i !== j && other.startsWith(term)),
        );
        return isFound && isShort;
      }),
    );
  });
});
