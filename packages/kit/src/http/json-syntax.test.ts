import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeFault } from './json-shape.ts';
import { isNestedDeeper, jsonSyntaxError } from './json-syntax.ts';
import { parseJsonText } from './request-body.ts';

describe('jsonSyntaxError', () => {
  test.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": tru\n}', 2, 8],
    ['{"a" 1}', 1, 6],
    ['[1, 2', 1, 6],
    ['', 1, 1],
    ["{'a': 1}", 1, 2],
    ['{"a": 1} x', 1, 10],
    ['{"a": // comment\n1}', 1, 7],
  ])('%j breaks at line %i, column %i', (text, line, column) =>
    expect(jsonSyntaxError(text)).toEqual({ line, column }),
  );

  test('finds no error in valid JSON', () =>
    fc.assert(fc.property(fc.json(), (text) => jsonSyntaxError(text) === undefined)));
});

describe('isNestedDeeper', () => {
  test.each([
    ['[[1]]', 2, false],
    ['[[1]]', 1, true],
    ['[[', 1, true],
    ['{"[[": "]{"}', 1, false],
    ['["\\"[["]', 1, false],
    ['["[[', 1, false],
    ['[],[],[]', 1, false],
    ['', 0, false],
  ])('%j in %i levels', (text, max, expected) => expect(isNestedDeeper(text, max)).toBe(expected));

  test('agrees with the depth of the parsed value', () =>
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, max) => {
        const isDeeper = shapeFault(JSON.parse(text), max)?.kind === 'too_deep';
        expect(isNestedDeeper(text, max)).toBe(isDeeper);
      }),
    ));
});

describe('a very deeply nested body', () => {
  const deep = 10_000;
  test.each([
    ['open brackets', '['.repeat(deep)],
    ['open braces', '{"a":'.repeat(deep)],
    ['arrays', '['.repeat(deep) + ']'.repeat(deep)],
    ['objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    [
      'arrays around a number that a double does not keep',
      `${'['.repeat(deep)}1e400${']'.repeat(deep)}`,
    ],
  ])('of %s is quickly rejected with 400', (_name, text) => {
    for (const [maxDepth, levels] of [
      [undefined, 16],
      [64, 64],
    ] as const)
      expect(() => parseJsonText(text, maxDepth)).toThrow(
        expect.objectContaining({
          status: 400,
          code: 'malformed_request',
          message: `The request body is nested more than ${levels} levels deep`,
        }),
      );
  });
});

test('the response to a body that is not JSON locates the error', () => {
  expect(() => parseJsonText('{\n  "email": "a@example.com",\n}')).toThrow(
    'The request body is not valid JSON: error at line 3, column 1',
  );
});
