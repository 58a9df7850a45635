import { expect, test } from 'vitest';
import { sessionClock, untilNextPhase } from './session-clock.ts';

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const clockAt = (seconds: number, idle = 1_800, absolute = 43_200) =>
  sessionClock({ idleEndsAt: at(idle), endsAt: at(absolute) }, seconds * 1_000);

test('a session is active, then it ends within a minute, then it has ended', () => {
  expect(clockAt(0).phase).toBe('active');
  expect(clockAt(1_739).phase).toBe('active');
  expect(clockAt(1_740).phase).toBe('ending');
  expect(clockAt(1_800).phase).toBe('ended');
});

test('it says whether using the session would help', () => {
  expect(clockAt(0)).toMatchObject({ isAbsolute: false, endsAt: 1_800_000 });
  expect(clockAt(42_000, 43_500)).toMatchObject({ isAbsolute: true, endsAt: 43_200_000 });
});

test('it says when to look again', () => {
  expect(untilNextPhase(clockAt(0), 0)).toBe(1_740_000);
  expect(untilNextPhase(clockAt(1_750), 1_750_000)).toBe(50_000);
  expect(untilNextPhase(clockAt(1_800), 1_800_000)).toBeUndefined();
});
