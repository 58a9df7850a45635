import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restartTurn } from './restart-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Leases of pods that share one: who asks waits until the holder's process has ended. */
function sharedLease() {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const next = (): void => {
    isHeld = false;
    const first = waiting.shift();
    if (first) first();
  };
  const take = (work: () => Promise<void>): void => {
    isHeld = true;
    void work();
  };
  return {
    hold: async (_job: string, stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => {
      const run = () => work(stop);
      if (isHeld) waiting.push(() => take(run));
      else take(run);
    },
    expire: next,
  };
}

test('shuts down one pod after the other', async () => {
  const leases = sharedLease();
  const ended: string[] = [];
  for (const pod of ['a', 'b', 'c'])
    void restartTurn({ leases, maxWaitMs: 60_000 }).then(() => ended.push(pod));
  for (const expected of ['a', 'ab', 'abc']) {
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.join('')).toBe(expected);
    leases.expire();
  }
});

test('shuts down a pod that never gets its turn, because it may be unable to reach NATS', async () => {
  const end = vi.fn<() => void>();
  void restartTurn({
    leases: { hold: () => new Promise(() => undefined) },
    maxWaitMs: 60_000,
  }).then(end);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalled();
});

test('shuts down a process without other pods', () =>
  expect(restartTurn({ leases: undefined, maxWaitMs: 1 })).resolves.toBeUndefined());
