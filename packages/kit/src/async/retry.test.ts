import { expect, test } from 'vitest';
import { retryAfterMs } from './retry.ts';

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 05:42:00 GMT', 60_000],
  ['Fri, 20 Nov 2020 05:42:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
])('Retry-After: %s', (header, ms) =>
  expect(retryAfterMs(header, Date.parse('2026-11-20T05:41:00Z'))).toBe(ms),
);
