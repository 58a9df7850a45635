import { expect, test } from 'vitest';
import { DeadlineError, deadline, within } from './within.ts';

const never = new Promise<never>(() => undefined);

test('work in time gives its value or its error', async () => {
  expect(await within(60_000, Promise.resolve(1))).toBe(1);
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that takes longer is left behind', async () => {
  await expect(within(1, never)).rejects.toThrow(DeadlineError);
  await expect(within(-5, never)).rejects.toThrow('no response within -5 ms');
});

test('a deadline that nobody waits for is no unhandled rejection, and makes its own error', async () => {
  const { passed } = deadline(1, () => new RangeError('late'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(passed).rejects.toThrow(RangeError);
});
