import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('adds each increment of a tally once, also if it is requested twice', async () => {
  const metrics = createMetrics('gateway');
  const first = metrics.tally('platform_token_cache_total')({ result: 'hit' });
  const second = metrics.tally('platform_token_cache_total')({ result: 'hit' });
  const shown = async (): Promise<string | undefined> =>
    /platform_token_cache_total\{.*result="hit".*\} (\d+)/.exec(
      await metrics.registry.metrics(),
    )?.[1];
  first.count++;
  second.count++;
  expect(await shown()).toBe('2');
  expect(await shown()).toBe('2');
  first.count++;
  expect(await shown()).toBe('3');
});
