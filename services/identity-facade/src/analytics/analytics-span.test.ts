import { describe, expect, test } from 'vitest';
import { dateText, daysOf, isExact, spanOf } from './analytics-span.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const shown = (query: { from?: string; to?: string }): string => {
  const { from, to } = spanOf(query, now);
  return `${dateText(from)} ${dateText(to)}`;
};

describe('a span', () => {
  test.each([
    [{}, '2026-10-24 2026-11-22'],
    [{ to: '2026-11-10' }, '2026-10-12 2026-11-10'],
    [{ from: '2026-11-01' }, '2026-11-01 2026-11-22'],
    [{ from: '2026-11-01', to: '2027-01-01' }, '2026-11-01 2026-11-22'],
    [{ from: '2026-11-01T23:30:00-02:00' }, '2026-11-02 2026-11-22'],
    [{ from: '2025-11-22' }, '2025-11-22 2026-11-22'],
  ])('%j is %s', (query, expected) => {
    expect(shown(query)).toBe(expected);
  });

  test.each([
    { from: '2026-02-30' },
    { from: 'yesterday' },
    { from: '2026-11-23' },
    { from: '2026-11-10', to: '2026-11-09' },
    { from: '2025-11-21' },
    { to: '' },
    { from: '2026-13-01' },
    { from: '20261101' },
  ])('%j is none', (query) => {
    expect(() => spanOf(query, now)).toThrow();
  });

  test('has every day, and an exact number of users up to 31', () => {
    expect(daysOf(spanOf({}, now))).toHaveLength(30);
    expect(isExact(spanOf({ from: '2026-10-23' }, now))).toBe(true);
    expect(isExact(spanOf({ from: '2026-10-22' }, now))).toBe(false);
  });
});
