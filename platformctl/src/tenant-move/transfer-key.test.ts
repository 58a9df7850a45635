import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { transferKeyOf, transferKeyVariable } from './transfer-key.ts';

test('the transfer key is read from the environment', async () => {
  const text = randomBytes(32).toString('base64');
  expect((await transferKeyOf({}, { [transferKeyVariable]: `${text}\n` })).text).toBe(text);
});

test.each([
  ['is missing', {}, 'No transfer key'],
  ['is too short', { [transferKeyVariable]: 'c2hvcnQ=' }, 'does not contain a transfer key'],
])('a transfer key that %s is a usage error', async (_name, environment, reason) => {
  await expect(transferKeyOf({}, environment)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(reason) as string,
  });
});
