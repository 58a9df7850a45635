import { expect, test } from 'vitest';
import { DeadlineError, deadline, within } from './within.ts';

const never = new Promise<never>(() => undefined);

test('work that completes in time returns its value or error', async () => {
  expect(await within(60_000, Promise.resolve(1))).toBe(1);
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that takes longer is abandoned', async () => {
  await expect(within(1, never)).rejects.toThrow(DeadlineError);
  await expect(within(-5, never)).rejects.toThrow('no response within -5 ms');
});

test('a deadline that nobody awaits does not cause an unhandled rejection, and creates its own error', async () => {
  const { passed } = deadline(1, () => new RangeError('late'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(passed).rejects.toThrow(RangeError);
});
