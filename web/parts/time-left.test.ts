import { expect, test } from 'vitest';
import { leftParts } from './time-left.ts';

test.each([
  [59, [{ value: 59, unit: 'second' }]],
  [
    754,
    [
      { value: 12, unit: 'minute' },
      { value: 34, unit: 'second' },
    ],
  ],
  [
    7_500,
    [
      { value: 2, unit: 'hour' },
      { value: 5, unit: 'minute' },
    ],
  ],
  [
    86_400 * 3 + 3_600,
    [
      { value: 3, unit: 'day' },
      { value: 1, unit: 'hour' },
    ],
  ],
])('%i seconds are left in the two largest units', (seconds, parts) => {
  expect(leftParts(seconds)).toEqual(parts);
});
