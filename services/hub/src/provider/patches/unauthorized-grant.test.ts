import { expect, test } from 'vitest';
import { ask, secret, testProvider } from './test-provider.ts';
import { rejectUnauthorizedGrants } from './unauthorized-grant.ts';

const refresh = async (provider: ReturnType<typeof testProvider>) => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x' };
  const { status, body } = await ask(provider, '/token', { form, basic: ['app', secret] });
  return [status, body.error];
};
const client = { grant_types: ['authorization_code'] };

test('the library answers a grant that the client may not use with invalid_request', async () => {
  expect(await refresh(testProvider(client))).toEqual([400, 'invalid_request']);
});

test('a grant that the client may not use returns unauthorized_client', async () => {
  const provider = testProvider(client);
  rejectUnauthorizedGrants(provider);
  expect(await refresh(provider)).toEqual([400, 'unauthorized_client']);
});
