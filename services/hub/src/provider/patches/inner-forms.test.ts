import { expect, test } from 'vitest';
import { noteRendered } from '../pages.ts';
import { replaceInnerForms } from './inner-forms.ts';
import { ask, testProvider } from './test-provider.ts';

const pages = {
  submit: async (ctx: { body: unknown }, form: unknown) => void (ctx.body = form),
} as never;

test('the library answers a sign-out that needs no confirmation with its own form', async () => {
  const answer = await ask(testProvider(), '/session/end');
  expect(answer.text).toContain('<form method="post"');
});

test('a sign-out that needs no confirmation is answered with a form of the tenant', async () => {
  const provider = testProvider();
  replaceInnerForms(provider, pages);
  const answer = await ask(provider, '/session/end');
  expect(answer.body).toEqual({
    action: '/session/end/confirm',
    fields: { xsrf: expect.any(String), logout: 'yes' },
  });
});

test('pages of the tenant, redirects and documents are sent unchanged', async () => {
  const provider = testProvider();
  replaceInnerForms(provider, pages);
  provider.use(async (ctx, next) => {
    if (ctx.path === '/page') {
      ctx.type = 'html';
      ctx.body = '<p>page</p>';
      noteRendered(ctx);
    } else if (ctx.path === '/redirect') ctx.redirect('/page');
    else await next();
  });
  const answers = await Promise.all(
    ['/page', '/redirect', '/jwks'].map((path) =>
      ask(provider, path, { headers: { accept: 'text/html' } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 302, 200]);
  expect(answers[0]!.text).toBe('<p>page</p>');
});
