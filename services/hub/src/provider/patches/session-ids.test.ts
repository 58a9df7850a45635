import { expect, test } from 'vitest';
import { includeSessionIds } from './session-ids.ts';
import { testProvider } from './test-provider.ts';

const includesSid = async (provider: ReturnType<typeof testProvider>) =>
  ((await provider.Client.find('app')) as unknown as { includeSid(): unknown }).includeSid();

test('the library issues no sid to a client without its own back-channel logout', async () => {
  expect(await includesSid(testProvider())).toBeFalsy();
});

test('every client gets the sid', async () => {
  const provider = testProvider();
  includeSessionIds(provider);
  expect(await includesSid(provider)).toBe(true);
});
