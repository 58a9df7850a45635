import { expect, test } from '@jest/globals';
import { breaker } from './breaker.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a probe that says nothing of the service leaves the breaker open', async () => {
  let outcome: 'fault' | 'left' | 'ok' = 'fault';
  const guarded = breaker(async () => {
    if (outcome !== 'ok') throw new Error(outcome);
    return outcome;
  }, { errorPercent: 50, volume: 2, windowMs: 1_000, openMs: 100, isFault: (error) => (error as Error).message === 'fault', onState: () => undefined });
  const told = (): Promise<unknown> => guarded.run(undefined).catch((error: { code?: string; message: string }) => error.code ?? error.message);
  try {
    expect([await told(), await told(), await told()]).toEqual(['fault', 'fault', 'upstream_unavailable']);
    await pause(150);
    outcome = 'left';
    expect(await told()).toBe('left');
    outcome = 'ok';
    expect(await told()).toBe('upstream_unavailable');
    await pause(150);
    expect([await told(), await told()]).toEqual(['ok', 'ok']);
  } finally {
    guarded.stop();
  }
});
