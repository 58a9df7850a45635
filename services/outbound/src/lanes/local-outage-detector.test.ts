import { expect, test } from 'vitest';
import { localOutageDetector } from './local-outage-detector.ts';

test('our own network is at fault above 90 % of the attempts of 5 minutes, to 20 endpoints', () => {
  let now = 0;
  const outages = localOutageDetector(() => now);
  for (let i = 0; i < 19; i++) outages.record(`e${i}`, true);
  outages.record('e0', true);
  expect(outages.isOutage()).toBe(false);
  outages.record('e19', true);
  expect(outages.isOutage()).toBe(true);
  for (let i = 0; i < 3; i++) outages.record('e0', false);
  expect(outages.isOutage()).toBe(false);
  now = 310_000;
  expect(outages.isOutage()).toBe(false);
});
