import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from '../bus/bus.ts';
import { restartTurn } from './restart-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busOf = (take: Bus['take']) => ({ service: 'shop', take });

/** A bus of pods that share one key, which lives for a minute. */
function sharedBus() {
  let takenAt = -Infinity;
  return busOf(async (_bucket, key, lifeMs) => {
    if (key !== 'shop' || Date.now() - takenAt < lifeMs) return false;
    takenAt = Date.now();
    return true;
  });
}

test('pods whose configuration changed shut down a minute apart', async () => {
  const bus = sharedBus();
  const ended: string[] = [];
  for (const pod of ['a', 'b', 'c'])
    void restartTurn({ bus, maxWaitMs: 600_000 }).then(() => ended.push(pod));
  await vi.advanceTimersByTimeAsync(0);
  for (const count of [1, 2, 3]) {
    expect(ended).toHaveLength(count);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(ended.toSorted()).toEqual(['a', 'b', 'c']);
});

test.each<[string, Bus['take']]>([
  ['never gets its turn', async () => false],
  ['cannot reach NATS', () => Promise.reject(new Error('the bus is away'))],
])('a pod that %s shuts down after the longest wait', async (_name, take) => {
  const end = vi.fn<() => void>();
  void restartTurn({ bus: busOf(take), maxWaitMs: 60_000 }).then(end);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalled();
});

test('a process without other pods shuts down immediately', () =>
  expect(restartTurn({ bus: undefined, maxWaitMs: 1 })).resolves.toBeUndefined());
