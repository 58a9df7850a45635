import { expect, test } from 'vitest';
import { fieldName, fieldSentence, fieldSentences } from './field-sentence.ts';

test.each([
  ['', 'The request body'],
  ['/email', 'email'],
  ['/addresses/0/country', 'addresses[0].country'],
  ['/claims/https:~1~1example.com~1a', 'claims.https://example.com/a'],
  ['/0', '[0]'],
  ['/0'.repeat(10_000), `${'[0]'.repeat(40)}…`],
])('the property at %j is %s', (pointer, name) => expect(fieldName(pointer)).toBe(name));

test('a predicate is completed with its property, and a sentence is used unchanged', () => {
  const error = { pointer: '/limit', code: 'invalid_format' as const };
  expect(fieldSentence({ ...error, detail: 'must be 1' })).toBe('limit must be 1');
  expect(fieldSentence({ ...error, detail: 'Unknown query parameter limit' })).toBe(
    'Unknown query parameter limit',
  );
  expect(fieldSentence({ code: 'in_use', detail: 'ada@example.com is taken' })).toBe(
    'ada@example.com is taken',
  );
});

test('only the first three of many errors are listed', () => {
  const errors = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    pointer: `/${name}`,
    code: 'required' as const,
    detail: 'is required',
  }));
  expect(fieldSentences(errors)).toBe('a is required; b is required; c is required; and 2 more');
  expect(fieldSentences(errors.slice(0, 1))).toBe('a is required');
});
