import { describe, expect, test } from '@jest/globals';
import { claimValidator, isCarriable, valueAt } from './claim-values.ts';

const document = { user: { name: { given: 'Ann' }, tags: ['a', 'b'], 'a/b': 1, 'm~n': 2, none: null }, membership: {} };

describe('valueAt', () => {
  test.each<[string, unknown]>([
    ['/user/name/given', 'Ann'], ['/user/tags/1', 'b'], ['/user/a~1b', 1], ['/user/m~0n', 2], ['/user/none', null], ['/user/tags', ['a', 'b']],
    ['/user/tags/01', undefined], ['/user/tags/-', undefined], ['/user/tags/length', undefined], ['/user/none/x', undefined], ['/organization/id', undefined],
    ['/user/constructor', undefined], ['/user/__proto__', undefined], ['/user/name/given/length', undefined], ['user', undefined],
  ])('%s', (pointer, expected) => expect(valueAt(document, pointer)).toEqual(expected));
});

describe('claimValidator', () => {
  const isValid = claimValidator();
  test.each<[object, unknown, boolean]>([
    [{ type: 'integer' }, 5, true], [{ type: 'integer' }, '5', false], [{ type: 'boolean' }, 'true', false], [{ type: 'array', items: { type: 'string' } }, 'x', false],
    [{ type: 'string', format: 'email' }, 'ann@example.com', true], [{ type: 'string', format: 'email' }, 'ann', false], [{ type: 'string', format: 'date-time' }, 'yesterday', false],
    [{ enum: ['a'] }, 'b', false], [{ const: 1 }, 1, true], [{ type: 'object', required: ['a'], additionalProperties: false }, { a: 1 }, false],
    [{ type: 'object', properties: { a: {} }, additionalProperties: false }, { a: 1 }, true], [{ prefixItems: [{ type: 'string' }] }, [1], false],
    [{ type: 'nonsense' }, 1, false], [{ $ref: '#/nowhere' }, 1, false],
  ])('%j takes %j: %s', (schema, value, expected) => expect(isValid(JSON.stringify(schema), value)).toBe(expected));

  test('takes no value by a schema that is none, and two schemas of one name as two', () => {
    expect(isValid('{', 1)).toBe(false);
    expect(isValid(JSON.stringify({ $id: 'https://x.example/', type: 'integer' }), 1)).toBe(true);
    expect(isValid(JSON.stringify({ $id: 'https://x.example/', type: 'string' }), 1)).toBe(false);
  });
});

describe('isCarriable', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  test.each<[unknown, boolean]>([
    [null, true], ['text', true], [{ a: [{ b: 1 }] }, true], [nested(8), true], [nested(9), false],
    [JSON.parse('{"__proto__":1}'), false], [{ a: [{ constructor: 1 }] }, false], [{ prototype: {} }, false],
  ])('%j: %s', (value, expected) => expect(isCarriable(value)).toBe(expected));
});
