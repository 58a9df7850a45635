import { expect, test } from 'vitest';
import { PlatformProblem } from '@platform/sdk';
import { idempotencyKeys } from './write.ts';

function keys() {
  let count = 0;
  return idempotencyKeys(() => `key-${++count}`);
}
const problem = (code: 'connection_failed' | 'already_exists', status: number) =>
  new PlatformProblem(code, {}, { operation: 'users.create', status, attempts: 1 });

test('the same input keeps its key while the platform has not decided about it', () => {
  const { keyOf, decide } = keys();
  expect(keyOf({ email: 'a' })).toBe('key-1');
  decide(problem('connection_failed', 0));
  expect(keyOf({ email: 'a' })).toBe('key-1');
  expect(keyOf({ email: 'b' })).toBe('key-2');
});

test.each([undefined, problem('already_exists', 409)])(
  'after %s, it is another request',
  (error) => {
    const { keyOf, decide } = keys();
    keyOf({ email: 'a' });
    decide(error);
    expect(keyOf({ email: 'a' })).toBe('key-2');
  },
);
