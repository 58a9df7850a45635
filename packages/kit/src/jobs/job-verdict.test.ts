import { expect, test } from 'vitest';
import { PermanentJobError } from './job-errors.ts';
import { verdictOf } from './job-verdict.ts';
import type { RunEnd, JobVerdict } from './job-verdict.ts';

const returned: RunEnd = {
  error: undefined,
  reason: undefined,
  isCancelRequested: false,
  attempts: 1,
  maxAttempts: 3,
};
const threw = { ...returned, error: new Error('no') };
const permanent = { ...returned, error: new PermanentJobError('gone', 'no') };

test.each<[string, RunEnd, JobVerdict]>([
  ['returned', returned, 'complete'],
  [
    'returned, and a cancellation came too late',
    { ...returned, isCancelRequested: true },
    'complete',
  ],
  ['returned because it was canceled', { ...returned, reason: 'canceled' }, 'cancel'],
  ['returned because of a shutdown', { ...returned, reason: 'shutdown' }, 'release'],
  ['threw', threw, 'retry'],
  ['threw at the last attempt', { ...threw, attempts: 3 }, 'fail'],
  ['threw after all attempts', { ...threw, attempts: 4 }, 'fail'],
  ['threw, and a cancellation was asked for', { ...threw, isCancelRequested: true }, 'cancel'],
  ['threw because of a shutdown', { ...threw, attempts: 3, reason: 'shutdown' }, 'release'],
  ['threw what another attempt cannot mend', permanent, 'fail'],
])('a handler that %s', (_how, end, expected) => {
  expect(verdictOf(end)).toBe(expected);
});
