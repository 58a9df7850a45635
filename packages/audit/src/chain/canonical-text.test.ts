import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical-text.ts';

test('every value is written as the library for RFC 8785 writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      // The library treats a member of this name as a method.
      const text = JSON.stringify(value).replaceAll('toJSON', 'toJson');
      const parsed = JSON.parse(text) as unknown;
      return canonicalText(parsed) === canonicalize(parsed);
    }),
  );
});

test('members are in the order of their code units, numbers among names included', () => {
  const value = JSON.parse(
    '{"10":1,"9":2,"€":3,"\\r":4,"__proto__":5,"a":{"c":6,"b":7}}',
  ) as unknown;
  expect(canonicalText(value)).toBe('{"\\r":4,"10":1,"9":2,"__proto__":5,"a":{"b":7,"c":6},"€":3}');
});

test('a member called toJSON is a member', () => {
  expect(canonicalText({ toJSON: 1, b: 2, a: 3 })).toBe('{"a":3,"b":2,"toJSON":1}');
});
