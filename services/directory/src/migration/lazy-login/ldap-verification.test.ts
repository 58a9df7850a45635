import fc from 'fast-check';
import { FilterParser } from 'ldapts';
import { expect, test } from 'vitest';
import { personFilter } from './ldap-verification.ts';

const connection = { userFilter: '(objectClass=person)', loginAttributes: ['mail', 'uid'] };

test('searches for one user', () => {
  expect(personFilter(connection, 'ada').toString()).toBe(
    '(&(objectClass=person)(|(mail=ada)(uid=ada)))',
  );
});

test('escapes identifiers in filters (RFC 4515 §3)', () => {
  expect(personFilter(connection, '*)(uid=*').toString()).toBe(
    '(&(objectClass=person)(|(mail=\\2a\\29\\28uid=\\2a)(uid=\\2a\\29\\28uid=\\2a)))',
  );
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30 }), (identifier) => {
      const parsed = FilterParser.parseString(personFilter(connection, identifier).toString());
      const [, any] = (parsed as { filters?: { filters?: unknown[] }[] }).filters ?? [];
      return any?.filters?.length === 2;
    }),
  );
});
