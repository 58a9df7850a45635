import { expect, test } from 'vitest';
import { sendSecureCookies } from './secure-cookies.ts';
import { ask, testProvider } from './test-provider.ts';

/** A provider that sets a `Secure` cookie on each request. */
function cookieProvider() {
  const provider = testProvider();
  provider.silent = true;
  provider.use((ctx) => {
    ctx.cookies.set('name', 'value', { secure: true });
    ctx.body = 'ok';
  });
  return provider;
}

test('the library fails to set a Secure cookie over http', async () => {
  expect((await ask(cookieProvider(), '/')).status).toBe(500);
});

test('a Secure cookie is set over http', async () => {
  const provider = cookieProvider();
  sendSecureCookies(provider);
  const answer = await ask(provider, '/');
  expect([answer.status, answer.headers['set-cookie']]).toEqual([
    200,
    expect.arrayContaining([expect.stringContaining('secure')]),
  ]);
});
