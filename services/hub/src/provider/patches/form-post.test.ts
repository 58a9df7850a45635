import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { formPostProvider } from './form-post.ts';
import { ask, redirectUri, testConfiguration } from './test-provider.ts';

/** A request whose error is returned with form_post. */
const query = new URLSearchParams({
  client_id: 'app',
  redirect_uri: redirectUri,
  response_type: 'code',
  response_mode: 'form_post',
  scope: 'openid',
  prompt: 'none',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
});

test('the library ignores another handler for form_post', async () => {
  const provider = new Provider('http://localhost', testConfiguration());
  provider.registerResponseMode('form_post', (ctx) => void (ctx.body = 'page'));
  expect((await ask(provider, `/auth?${query}`)).text).toContain('<form');
});

test('a form_post response is a page of the tenant', async () => {
  const pages = {
    submit: async (ctx: { body: unknown }, form: unknown) => void (ctx.body = form),
  } as never;
  const provider = formPostProvider('http://localhost', testConfiguration(), pages);
  const answer = await ask(provider, `/auth?${query}`);
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { action: redirectUri, fields: { error: 'login_required' } },
  ]);
});
