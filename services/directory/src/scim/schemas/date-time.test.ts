import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateTimeOf } from './date-time.ts';

test.each([
  ['2026-11-20T05:41:00Z', '2026-11-20T05:41:00.000Z'],
  ['2026-11-20T05:41:00.1234567+01:00', '2026-11-20T04:41:00.123Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['+012026-11-20T05:41:00Z', undefined],
  ['0000-12-31T23:59:59Z', undefined],
  ['yesterday', undefined],
  [1_700_000_000, undefined],
])('reads %s as %s', (given, read) => expect(dateTimeOf(given)).toBe(read));

test('dateTimeOf returns a time with a four-digit year, or undefined, for any input', () => {
  const given = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(given, (value) =>
      /^(?:\d{4}-\d\d-\d\dT[\d:.]{12}Z)?$/.test(dateTimeOf(value) ?? ''),
    ),
  );
});
