import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlatformProblem } from '@platform/sdk';
import type { ProblemCode } from '@platform/sdk';
import { fieldOfPointer, fieldWords, problemWords } from './problem-words.ts';

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

const problem = (code: string, status: number, headers = new Headers()) =>
  new PlatformProblem(code as ProblemCode, {}, { operation: 'x', status, headers, attempts: 1 });

test.each([
  ['already_exists', 409, 'already_exists'],
  ['upstream_timeout', 504, 'unavailable'],
  ['new_code', 503, 'internal_error'],
  ['new_code', 409, 'unknown'],
])('%s (%i) is the message %s', (code, status, key) => {
  expect(problemWords(problem(code, status))).toEqual({ key });
});

test('a limit says how long to wait', () => {
  const limited = problem('rate_limited', 429, new Headers({ 'retry-after': '17' }));
  expect(problemWords(limited)).toEqual({ key: 'rate_limited', values: { seconds: 17 } });
});

test('without a network, the browser is offline rather than the service away', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(problemWords(problem('connection_failed', 0))).toEqual({ key: 'offline' });
});

test('findings of the browser and of the platform have the same words', () => {
  expect(fieldWords({ code: 'too_long', limit: 3 })).toEqual({
    key: 'field_too_long',
    values: { limit: 3 },
  });
  expect(fieldWords({ code: 'required', detail: 'x' })).toEqual({ key: 'field_required' });
  expect(fieldWords({ code: 'css_invalid', detail: 'x' })).toBeUndefined();
});

test('a pointer names a field', () => {
  expect(fieldOfPointer('/name/givenName')).toBe('name.givenName');
  expect(fieldOfPointer('/metadata/a~1b~0')).toBe('metadata.a/b~');
});
