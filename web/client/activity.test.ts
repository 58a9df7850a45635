import { expect, test } from 'vitest';
import { userActivity } from './activity.ts';

test('a request is the user’s shortly after an input, and not on a page that is left open', () => {
  const target = new EventTarget();
  let now = 0;
  const activity = userActivity({ target, now: () => now });
  expect(activity.isPresent()).toBe(true);
  now = 60_000;
  expect(activity.isPresent()).toBe(false);
  target.dispatchEvent(new Event('keydown'));
  expect([activity.isPresent(), activity.lastInputAt()]).toEqual([true, 60_000]);
});
