import { expect, test } from 'vitest';
import { PlatformProblem } from '@platform/sdk';
import type { ProblemCode } from '@platform/sdk';
import { shouldRetryRead } from './read-retry.ts';

const problem = (code: ProblemCode, status: number) =>
  new PlatformProblem(code, {}, { operation: 'users.list', status, attempts: 1 });

test('a read without a scope is sent again for as long as the gateway may not know an elevation', () => {
  const failures = [0, 1, 2, 3, 4];
  const answers = failures.map((count) =>
    shouldRetryRead(count, problem('insufficient_scope', 403)),
  );
  expect(answers).toEqual([true, true, true, true, false]);
});

test('other refusals are final', () => {
  expect(shouldRetryRead(0, problem('caller_not_allowed', 403))).toBe(false);
});
