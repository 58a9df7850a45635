import { describe, expect, test } from 'vitest';
import { together } from './together.ts';

describe('together', () => {
  test('throws the error of the first failed statement in the list, after the last one has ended', async () => {
    let release = (): void => undefined;
    const last = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hasEnded = false;
    const all = together([
      Promise.resolve(),
      last.then(() => Promise.reject(new Error('first'))),
      Promise.reject(new Error('second')),
    ]).finally(() => {
      hasEnded = true;
    });
    all.catch(() => undefined);
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    release();
    await expect(all).rejects.toThrow('first');
  });
});
