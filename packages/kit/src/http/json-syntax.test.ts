import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonSyntaxError } from './json-syntax.ts';
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

  test('finds nothing in JSON', () =>
    fc.assert(fc.property(fc.json(), (text) => jsonSyntaxError(text) === undefined)));
});

test('a body that is not JSON is answered with the place of the error', () => {
  expect(() => parseJsonText('{\n  "email": "a@example.com",\n}')).toThrow(
    'The request body is not valid JSON: error at line 3, column 1',
  );
});
