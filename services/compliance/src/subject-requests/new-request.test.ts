import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueDate, receivedTime } from './new-request.ts';

describe('dueDate', () => {
  test.each([
    ['2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
    ['2026-03-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z'],
  ])('%s is due on %s', (received, due) =>
    expect(dueDate(new Date(received)).toISOString()).toBe(due),
  );

  test('lies in the next month, 28 to 31 days later', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (received) => {
          const days = (dueDate(received).getTime() - received.getTime()) / 86_400_000;
          return days >= 28 && days <= 31;
        },
      ),
    );
  });
});

test('a request cannot have been received in the future', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  expect(receivedTime(undefined, now)).toBe(now);
  expect(receivedTime('2026-05-01T00:00:00+02:00', now).toISOString()).toBe(
    '2026-04-30T22:00:00.000Z',
  );
  expect(() => receivedTime('2026-06-01T00:00:01Z', now)).toThrow(/future/);
});
