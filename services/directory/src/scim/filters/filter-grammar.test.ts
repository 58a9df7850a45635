import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from './filter-grammar.ts';
import type { Filter } from './filter-grammar.ts';

/** A fully parenthesized filter, so that a vector shows how it was parsed. */
function written(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${written(filter.left)} ${filter.kind} ${written(filter.right)})`;
    case 'not':
      return `not (${written(filter.of)})`;
    case 'present':
      return `${filter.path} pr`;
    case 'compare':
      return `${filter.path} ${filter.operator} ${JSON.stringify(filter.value)}`;
    case 'element':
      return `${filter.path}[${written(filter.of)}]`;
  }
}

const typeOf = (error: unknown): unknown =>
  (error as { details?: { members?: { scimType?: unknown } } }).details?.members?.scimType;

function refusal(filter: string): unknown {
  try {
    parseFilter(filter);
    return undefined;
  } catch (error) {
    return typeOf(error) ?? error;
  }
}

describe('parseFilter', () => {
  test.each([
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    ['userName Eq "bjensen"', 'userName eq "bjensen"'],
    ['title pr', 'title pr'],
    ['active eq true', 'active eq true'],
    ['active eq True', 'active eq true'],
    ['age gt 12.5e1', 'age gt 125'],
    ['manager eq null', 'manager eq null'],
    ['a eq "x" or b eq "y" and c eq "z"', '(a eq "x" or (b eq "y" and c eq "z"))'],
    ['(a pr or b pr) AND c pr', '((a pr or b pr) and c pr)'],
    ['not (a pr) and b pr', '(not (a pr) and b pr)'],
    ['NOT(a pr)', 'not (a pr)'],
    ['emails[type eq "work" and value co "@x"]', 'emails[(type eq "work" and value co "@x")]'],
    [
      'emails[type eq "work"].value eq "x" and a pr',
      '(emails[(type eq "work" and value eq "x")] and a pr)',
    ],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    ],
    ['a eq "say \\"hi\\" (now) [x]"', 'a eq "say \\"hi\\" (now) [x]"'],
    ['a eq "\\u00fc"', 'a eq "ü"'],
    ['  a   pr  ', 'a pr'],
  ])('%s', (filter, read) => expect(written(parseFilter(filter))).toBe(read));

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName is "x"',
    'eq "x"',
    'a pr and',
    'a pr b pr',
    'a pr or or b pr',
    '(a pr',
    'a pr)',
    'not a pr',
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "work"].value',
    'emails[type eq "work"]value eq "x"',
    'a eq "unfinished',
    'a eq "bad \\x escape"',
    '"a" eq "b"',
    '()',
  ])('rejects %j', (filter) => expect(refusal(filter)).toBe('invalidFilter'));

  test('limits bytes, terms and nesting before it recurses', () => {
    const terms = (n: number): string => Array.from({ length: n }, () => 'a pr').join(' or ');
    const nested = (n: number): string => '('.repeat(n) + 'a pr' + ')'.repeat(n);
    expect([refusal(terms(30)), refusal(nested(10))]).toEqual([undefined, undefined]);
    expect(
      [terms(31), nested(11), '('.repeat(2_000), `a eq "${'x'.repeat(2_048)}"`].map(refusal),
    ).toEqual(Array.from({ length: 4 }, () => 'invalidFilter'));
  });

  test('parses a formatted filter to the same filter', () => {
    const path = fc.constantFrom('userName', 'name.givenName', 'emails.value');
    const value = fc.oneof(fc.string({ maxLength: 8 }), fc.boolean(), fc.integer());
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        fc.record({ kind: fc.constant('present' as const), path }),
        fc.record({
          kind: fc.constant('compare' as const),
          path,
          operator: fc.constantFrom('eq' as const, 'co' as const, 'le' as const),
          value,
        }),
        fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          left: tie('filter'),
          right: tie('filter'),
        }),
      ),
    }));
    fc.assert(
      fc.property(filter, (given) => {
        const text = written(given);
        return written(parseFilter(text)) === text;
      }),
    );
  });

  test('returns a filter or invalidFilter for any text', () => {
    const part = fc.constantFrom(
      'a',
      'eq',
      'pr',
      'and',
      'not',
      '(',
      ')',
      '[',
      ']',
      '"x"',
      '1',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) =>
        [undefined, 'invalidFilter'].includes(refusal(parts.join(' ')) as string),
      ),
    );
    fc.assert(
      fc.property(fc.string(), (text) =>
        [undefined, 'invalidFilter'].includes(refusal(text) as string),
      ),
    );
  });
});
