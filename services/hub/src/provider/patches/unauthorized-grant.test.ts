import { expect, test } from 'vitest';
import { ask, secret, testProvider } from './test-provider.ts';
import { rejectUnauthorizedGrants } from './unauthorized-grant.ts';

const refresh = async (provider: ReturnType<typeof testProvider>) => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x' };
  const { status, body } = await ask(provider, '/token', { form, basic: ['app', secret] });
  return [status, body.error];
};
const client = { grant_types: ['authorization_code'] };

test('the library has no error of its own for a grant that the client may not use', async () => {
  expect(await refresh(testProvider(client))).toEqual([400, 'invalid_request']);
});

test('a grant that the client may not use is an unauthorized_client', async () => {
  const provider = testProvider(client);
  rejectUnauthorizedGrants(provider);
  expect(await refresh(provider)).toEqual([400, 'unauthorized_client']);
});
