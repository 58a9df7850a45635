import { expect, test } from 'vitest';
import { requireCodeResponse } from './response-type.ts';
import { ask, redirectUri, testProvider } from './test-provider.ts';

const request = async (provider: ReturnType<typeof testProvider>, more: Record<string, string>) => {
  const query = new URLSearchParams({
    client_id: 'app',
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...more,
  });
  const location = (await ask(provider, `/auth?${query}`)).headers.location!;
  return new URLSearchParams(location.replace(/^.*[?#]/, '')).get('error');
};

test('the library accepts a repeated code', async () => {
  expect(await request(testProvider(), { response_type: 'code code' })).toBeNull();
});

test.each([
  ['code', null],
  ['code code', 'unsupported_response_type'],
  ['id_token', 'unsupported_response_type'],
])('a request with the response type "%s" returns the error %s', async (type, error) => {
  const provider = testProvider();
  requireCodeResponse(provider);
  expect(await request(provider, { response_type: type })).toBe(error);
});
