import { expect, test } from 'vitest';
import { parsePasskeyResponse } from './passkey-response.ts';

test('parsePasskeyResponse returns the JSON object of the form', () =>
  expect(parsePasskeyResponse({ response: '{"id":"a","response":{"userHandle":"b"}}' })).toEqual({
    id: 'a',
    response: { userHandle: 'b' },
  }));

test.each([
  ['an empty field', ''],
  ['a JSON string', '"text"'],
  ['ten thousand unclosed arrays', '['.repeat(10_000)],
  ['ten thousand nested arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
])('parsePasskeyResponse returns nothing for %s', (_name, response) =>
  expect(parsePasskeyResponse({ response })).toBeUndefined(),
);
