import fc from 'fast-check';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical-text.ts';

test('canonicalText equals the RFC 8785 library for every value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      // The library treats a member of this name as a method.
      const text = JSON.stringify(value).replaceAll('toJSON', 'toJson');
      const parsed = JSON.parse(text) as unknown;
      return canonicalText(parsed) === canonicalize(parsed);
    }),
  );
});

test('members are sorted by code units, including numeric names', () => {
  const value = JSON.parse(
    '{"10":1,"9":2,"€":3,"\\r":4,"__proto__":5,"a":{"c":6,"b":7}}',
  ) as unknown;
  expect(canonicalText(value)).toBe('{"\\r":4,"10":1,"9":2,"__proto__":5,"a":{"b":7,"c":6},"€":3}');
});

test('a member named toJSON is treated like any other', () => {
  expect(canonicalText({ toJSON: 1, b: 2, a: 3 })).toBe('{"a":3,"b":2,"toJSON":1}');
});

test('half of a surrogate pair is written as an escape', () => {
  expect(canonicalText({ a: '\ud800' })).toBe('{"a":"\\ud800"}');
});
