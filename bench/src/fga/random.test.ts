import { describe, expect, test } from 'vitest';
import { chooser, seeded } from './random.ts';

describe('seeded', () => {
  test('gives the same numbers for the same seed, others for another', () => {
    const numbers = (seed: number): number[] => Array.from({ length: 5 }, seeded(seed));
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    for (const number of numbers(7)) expect(number >= 0 && number < 1).toBe(true);
  });
});

describe('chooser', () => {
  const draw = (choice: 'uniform' | 'Zipf', count: number, draws: number): number[] => {
    const seen = Array.from({ length: count }, () => 0);
    const next = chooser(choice, count, seeded(1));
    for (let n = 0; n < draws; n++) (seen[next()] as number)++;
    return seen;
  };

  test.each(['uniform', 'Zipf'] as const)('%s reaches all', (choice) => {
    expect(draw(choice, 60, 20_000).every((n) => n > 0)).toBe(true);
  });

  test('uniform favors none', () => {
    for (const n of draw('uniform', 10, 20_000)) expect(Math.abs(n - 2_000)).toBeLessThan(300);
  });

  test('Zipf gives rank r one r-th of the first', () => {
    const ranks = draw('Zipf', 100, 100_000).toSorted((a, b) => b - a);
    const [first = 0, second = 0] = ranks;
    expect(first / second).toBeGreaterThan(1.8);
    expect(first / second).toBeLessThan(2.2);
    expect(first / (ranks[9] ?? 0)).toBeGreaterThan(8);
  });
});
