import { expect, test } from 'vitest';
import { rejectPortZero } from './redirect-port.ts';
import { testProvider } from './test-provider.ts';

const allowed = async (provider: ReturnType<typeof testProvider>, port: number) =>
  (await provider.Client.find('app'))!.redirectUriAllowed(`http://127.0.0.1:${port}/callback`);

test('the library allows every port of a loopback redirect URI', async () => {
  expect(await allowed(testProvider(), 0)).toBe(true);
});

test('every port of a loopback redirect URI except 0 is allowed', async () => {
  const provider = testProvider();
  rejectPortZero(provider);
  expect([await allowed(provider, 0), await allowed(provider, 4711)]).toEqual([false, true]);
});
