import { describe, expect, test } from 'vitest';
import { checkTicketPattern, matchesTicket } from './ticket-pattern.ts';

describe('ticket patterns', () => {
  test.each([
    ['INC-[0-9]{4,6}', 'INC-4711', true],
    ['INC-[0-9]{4,6}', 'xINC-4711', false],
    ['^CHG\\d+$', 'CHG1', true],
    ['a|b', 'ab', false],
  ])('%s on %s: %s', (pattern, number, expected) => {
    expect(matchesTicket(pattern, number)).toBe(expected);
  });

  test.each(['(', '(?=x)', '(a)\\1', '[z-a]'])('refuses %s', (pattern) => {
    expect(() => checkTicketPattern(pattern)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  test('matches patterns with catastrophic backtracking in linear time', () => {
    expect(matchesTicket('(a+)+b', `${'a'.repeat(63)}c`)).toBe(false);
  });
});
