import { beforeEach, describe, expect, test } from 'vitest';
import { processorMs, startProgress } from './start-progress.ts';

let now = 0;
let taken = 0;
const start = () => startProgress({ processorMs: () => taken, now: () => now });

describe('startProgress', () => {
  beforeEach(() => {
    [now, taken] = [0, 0];
  });

  test('a new line is progress, a repeated one is not, whatever its numbers', () => {
    const progress = start();
    now = 50_000;
    progress.see('10:00:01 migration 3 applied');
    expect(progress.quietMs()).toBe(0);
    now = 70_000;
    progress.see('10:00:21 migration 4 applied');
    expect(progress.quietMs()).toBe(20_000);
    progress.see('listening');
    expect(progress.quietMs()).toBe(0);
  });

  test('processor time is progress, unless it is as little as that of an idle process', () => {
    const progress = start();
    [now, taken] = [50_000, 1_000];
    expect(progress.quietMs()).toBe(50_000);
    [now, taken] = [55_000, 2_000];
    expect(progress.quietMs()).toBe(0);
    [now, taken] = [115_000, 2_500];
    expect(progress.quietMs()).toBe(60_000);
  });

  test('processor time of a process that does not exist is 0', () => {
    expect(processorMs(2 ** 30)).toBe(0);
    expect(processorMs(process.pid)).toBeGreaterThanOrEqual(0);
  });
});
