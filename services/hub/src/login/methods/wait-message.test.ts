import { expect, test } from 'vitest';
import { waitMessage } from './wait-message.ts';

test.each([
  [0, { seconds: 1 }],
  [1_001, { seconds: 2 }],
  [59_999, { seconds: 60 }],
  [60_000, { minutes: 1 }],
  [239_000, { minutes: 4 }],
])('a wait of %i ms is shown as %j', (retryAfterMs, values) => {
  const { key, values: shown } = waitMessage(retryAfterMs);
  expect(shown).toEqual(values);
  expect(key.endsWith('_seconds')).toBe('seconds' in values);
});
