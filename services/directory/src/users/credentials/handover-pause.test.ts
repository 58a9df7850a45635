import { problem } from '@platform/kit/problem';
import { describe, expect, test } from 'vitest';
import { handoverPause } from './handover-pause.ts';

function paused() {
  let now = 0;
  const pause = handoverPause(() => now);
  const failing = (code: 'upstream_timeout' | 'conflict') =>
    pause.call(() => Promise.reject(problem(code)));
  return { pause, failing, wait: (ms: number) => void (now += ms) };
}

describe('handoverPause', () => {
  test('begins when the service fails, and ends after a second', async () => {
    const { pause, failing, wait } = paused();
    pause.requireOver();
    await expect(failing('upstream_timeout')).rejects.toMatchObject({ code: 'upstream_timeout' });
    wait(999);
    expect(() => pause.requireOver()).toThrow('The identity service is unavailable');
    wait(1);
    pause.requireOver();
  });

  test('does not begin after a success or a rejected call', async () => {
    const { pause, failing } = paused();
    expect(await pause.call(() => Promise.resolve(7))).toBe(7);
    await expect(failing('conflict')).rejects.toMatchObject({ code: 'conflict' });
    pause.requireOver();
  });
});
