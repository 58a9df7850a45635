import { expect, test } from 'vitest';
import { parsedResponse } from './passkey-response.ts';

test.each([
  ['{"id":"a","response":{"userHandle":"b"}}', { id: 'a', response: { userHandle: 'b' } }],
  ['', undefined],
  ['"text"', undefined],
  ['['.repeat(10_000), undefined],
  [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, undefined],
])('the passkey response of a form is an object that can be sent on', (response, expected) =>
  expect(parsedResponse({ response })).toEqual(expected),
);
