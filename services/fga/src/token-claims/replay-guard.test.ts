import { expect, test, vi } from 'vitest';
import { createMetrics } from '@platform/kit/telemetry';
import { replayGuard } from './replay-guard.ts';

const lifeMs = 60_000;

test('a call recorded through NATS is known while NATS is unavailable, and an unresponsive NATS does not block', async () => {
  let take: (key: string) => Promise<boolean> = () => Promise.resolve(true);
  const keys: string[] = [];
  const isFirst = replayGuard({
    bus: {
      take: (_bucket, key, life) => {
        keys.push(`${key} ${life}`);
        return take(key);
      },
    },
    lifeMs,
    metrics: createMetrics('fga'),
  });
  expect(await isFirst('tnt_a', 'req_1')).toBe(true);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64} 60000$/)]);
  take = () => Promise.reject(new Error('the bus is away'));
  expect([
    await isFirst('tnt_a', 'req_1'),
    await isFirst('tnt_a', 'req_2'),
    await isFirst('tnt_a', 'req_2'),
    await isFirst('tnt_b', 'req_1'),
  ]).toEqual([false, true, false, true]);
  take = () => new Promise(() => undefined);
  expect(await isFirst('tnt_a', 'req_3')).toBe(true);
  take = () => Promise.resolve(false);
  expect(await isFirst('tnt_a', 'req_4')).toBe(false);
  // The boundary between tenant and id cannot be moved.
  take = () => Promise.resolve(true);
  expect([await isFirst('tnt', 'a b'), await isFirst('tnt a', 'b')]).toEqual([true, true]);
});

test('a recorded call is removed when its timestamp would be rejected anyway', async () => {
  const isFirst = replayGuard({
    bus: { take: () => Promise.resolve(true) },
    lifeMs: 500,
    metrics: createMetrics('fga'),
  });
  expect([await isFirst('tnt_a', 'req_1'), await isFirst('tnt_a', 'req_1')]).toEqual([true, false]);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await isFirst('tnt_a', 'req_1')).toBe(true);
});

test('an unresponsive NATS has the time that a slow machine needs', async () => {
  vi.useFakeTimers();
  try {
    const isFirst = replayGuard({
      bus: { take: () => new Promise((resolve) => setTimeout(resolve, 2_400, false)) },
      lifeMs,
      metrics: createMetrics('fga'),
      deadlineFactor: 5,
    });
    const answer = isFirst('tnt_a', 'req_1');
    await vi.advanceTimersByTimeAsync(2_400);
    expect(await answer).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
