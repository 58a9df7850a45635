import { expect, it } from 'vitest';
import { runningTime } from './running-time.ts';

it.each([
  ['the clock where the process has a core', 1, 1_000],
  ['the clock where other threads run as well', 4, 1_000],
  ['the CPU on a busy machine', 0.25, 250],
])('is the time of %s', (_, share, expected) => {
  let wall = 5_000;
  const ran = runningTime({ wallMs: () => wall, cpuMs: () => wall * share });
  wall += 1_000;
  expect(ran()).toBe(expected);
});
