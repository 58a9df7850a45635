import { expect, test } from 'vitest';
import { chooseAccountByLogin } from './account-choice.ts';
import { ask, redirectUri, testProvider } from './test-provider.ts';

const query = new URLSearchParams({
  client_id: 'app',
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid',
  prompt: 'select_account',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
});

test('the library rejects select_account because it has no page for it', async () => {
  const answer = await ask(testProvider(), `/auth?${query}`);
  expect(answer.headers.location).toContain('error=invalid_request');
});

test('select_account starts a login and is resolved by it', async () => {
  const provider = testProvider();
  chooseAccountByLogin(provider);
  const answer = await ask(provider, `/auth?${query}`);
  expect(answer.headers.location).toMatch(/^\/interaction\//);

  const ctx = { _matchedRouteName: 'resume' };
  const context = new provider.OIDCContext(ctx as never);
  Object.assign(ctx, { oidc: context });
  Object.assign(context, { params: { prompt: 'select_account consent' }, result: { login: {} } });
  expect(['login', 'consent'].map((name) => context.promptPending(name))).toEqual([false, true]);
});
