import { expect, it } from 'vitest';
import { besideBefore, changeOf, eventsHref, periodBefore, periodOf } from './period.ts';

const now = Date.parse('2026-03-02T23:59:00Z');

it('ends today in UTC, and includes today', () => {
  expect(periodOf(7, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
});

it('is compared with as many days before it', () => {
  const before = periodBefore(periodOf(30, now));
  expect(before).toEqual({ from: '2026-01-02', to: '2026-01-31' });
});

it.each([
  [1, '24'],
  [7, '168'],
  [30, '720'],
  [180, '720'],
])('opens the events of %d days with what the list of events can show', (days, hours) => {
  expect(eventsHref('user.signed_in', days)).toBe(`/events?type=user.signed_in&hours=${hours}`);
});

it('has no change against nothing', () => {
  expect(changeOf(3, 0)).toBeUndefined();
  expect(changeOf(3, 4)).toBe(-0.25);
});

it('keeps what happened only in the period before, and sorts by size', () => {
  const rows = besideBefore(
    [
      { key: 'totp', values: [1, 0] },
      { key: 'password', values: [5, 2] },
    ],
    [
      { key: 'password', values: [4, 0] },
      { key: 'passkey', values: [3, 0] },
    ],
  );
  expect(rows).toEqual([
    { key: 'password', values: [5, 2], before: 4 },
    { key: 'totp', values: [1, 0], before: 0 },
    { key: 'passkey', values: [0, 0], before: 3 },
  ]);
  expect(besideBefore([{ key: 'a', values: [1] }], undefined)[0]?.before).toBeUndefined();
});
