import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-03-03T10:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-10_000, { value: 0, unit: 'second' }],
  [5_000, { value: 0, unit: 'second' }],
  [-50_000, { value: -1, unit: 'minute' }],
  [-12 * minute, { value: -12, unit: 'minute' }],
  [-50 * minute, { value: -1, unit: 'hour' }],
  [-23 * hour, { value: -1, unit: 'day' }],
  [9 * day, { value: 9, unit: 'day' }],
  [-30 * day, { value: -30, unit: 'day' }],
  [-31 * day, null],
])('writes a difference of %d ms as %j', (difference, relative) => {
  expect(relativeTime(new Date(now.getTime() + difference), now)).toEqual(relative);
});
