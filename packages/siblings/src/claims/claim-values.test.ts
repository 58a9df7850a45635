import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { isCarriable, parseClaims, valueAt } from './claim-values.ts';

const document = {
  user: { name: { given: 'Ann' }, tags: ['a', 'b'], 'a/b': 1, 'm~n': 2, none: null },
  membership: {},
};

describe('valueAt', () => {
  test.each<[string, unknown]>([
    ['/user/name/given', 'Ann'],
    ['/user/tags/1', 'b'],
    ['/user/a~1b', 1],
    ['/user/m~0n', 2],
    ['/user/none', null],
    ['/user/tags', ['a', 'b']],
    ['/user/tags/01', undefined],
    ['/user/tags/-', undefined],
    ['/user/tags/length', undefined],
    ['/user/none/x', undefined],
    ['/organization/id', undefined],
    ['/user/constructor', undefined],
    ['/user/__proto__', undefined],
    ['/user/name/given/length', undefined],
    ['user', undefined],
    ['', document],
    ['/user/tags/00', undefined],
    ['/user/tags/2', undefined],
    ['/', undefined],
    ['/user/toString', undefined],
  ])('%s', (pointer, expected) => expect(valueAt(document, pointer)).toEqual(expected));
});

const nested = (levels: number): unknown =>
  levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) };
const read = (document: unknown): unknown => parseClaims(Buffer.from(JSON.stringify(document)));

describe('parseClaims', () => {
  test('accepts at most ten levels', () => {
    expect(read(nested(10))).toEqual(nested(10));
    expect(() => read(nested(11))).toThrow('more than 10 levels deep');
  });

  test.each([
    '{"__proto__":1}',
    '{"a":[{"constructor":1}]}',
    '{"a":{"prototype":{}}}',
    '{',
    '',
    '\ufeff{}x',
  ])('rejects %s', (text) => expect(() => parseClaims(Buffer.from(text))).toThrow());
});

describe('isCarriable', () => {
  test.each<[unknown, boolean]>([
    [null, true],
    ['text', true],
    [{ a: [{ b: 1 }] }, true],
    [nested(8), true],
    [nested(9), false],
    [JSON.parse('{"__proto__":1}'), false],
    [{ a: [{ constructor: 1 }] }, false],
    [{ prototype: {} }, false],
  ])('%j: %s', (value, expected) => expect(isCarriable(value)).toBe(expected));

  test('agrees with parseClaims on a response with the value', () => {
    const key = fc.constantFrom('a', 'b', 'constructor', 'prototype', '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'max' },
        fc.constantFrom(1, null, 'x'),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(key, tie('value'), { maxKeys: 2, noNullPrototype: true }),
      ),
    }));
    const deep = fc
      .tuple(fc.integer({ min: 0, max: 12 }), value)
      .map(([levels, inner]) =>
        Array.from({ length: levels }).reduce<unknown>((member) => [member], inner),
      );
    const reads = (given: unknown): boolean => {
      try {
        read({ claims: { x: given } });
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.oneof(value, deep), (given) => isCarriable(given) === reads(given)),
      { numRuns: 500 },
    );
  });
});
