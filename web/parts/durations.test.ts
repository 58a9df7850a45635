import { expect, test } from 'vitest';
import { durationChoices } from './durations.ts';

test('usual durations are offered up to the longest, with the default of the rules', () => {
  const rules = { maxDurationSeconds: 7_200, defaultDurationSeconds: 2_700 };
  expect(durationChoices(rules)).toEqual([900, 1_800, 2_700, 3_600, 7_200]);
});
