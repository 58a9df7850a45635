import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';

const password = 'correct horse battery staple';
let hub: LoginHub;

const flowOf = (...methods: string[]) => ({
  ...builtInFlow,
  entrypoints: { default: 'who' },
  steps: [
    { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 'prove' } },
    {
      id: 'prove',
      type: 'authenticate',
      config: { role: 'first', methods },
      on: { success: 'done' },
    },
    { id: 'done', type: 'complete' },
  ],
});

beforeAll(async () => {
  hub = await loginHub();
  hub.around.identityFacade.setExperience('', {
    definition: flowOf('password', 'passkey', 'email_code'),
  });
  hub.around.identityFacade.setExperience('keys', { definition: flowOf('passkey', 'password') });
  hub.around.identityFacade.setExperience('only', { definition: flowOf('passkey') });
});
afterAll(() => hub.stop());

/** Returns the first page after the identifier, and the methods that it offers. */
async function offered(identifier: string, clientId = ''): Promise<[string, string[]]> {
  const browser = hub.browser(hub.request({ client: { ...hub.client, id: clientId } }));
  await browser.get();
  await browser.submit('identify', { identifier });
  const title = titleOf(browser.page!);
  const { text } = await browser.get('?view=methods');
  return [title, [...text.matchAll(/name="method" value="([^"]*)"/g)].map(([, one = '']) => one)];
}

describe('a passkey', () => {
  it('is requested first if the user has one', async () => {
    hub.person('key@example.com', { password, passkeys: ['key'] });
    expect(await offered('key@example.com')).toEqual([
      'Use your passkey',
      ['passkey', 'password', 'email_code'],
    ]);
  });

  it('is not offered if the user has none', async () => {
    hub.person('none@example.com', { password });
    expect(await offered('none@example.com')).toEqual([
      'Enter your password',
      ['password', 'email_code'],
    ]);
    expect((await offered('none@example.com', 'keys'))[0]).toBe('Enter your password');
  });

  it('of another domain is offered only if there is no other method', async () => {
    hub.person('far@example.com', { password, passkeys: ['key'], passkeyRpId: 'acme.example' });
    expect(await offered('far@example.com')).toEqual([
      'Enter your password',
      ['password', 'email_code'],
    ]);
    expect((await offered('far@example.com', 'only'))[0]).toBe('Use your passkey');
  });

  it('is requested if there is no other method', async () => {
    hub.person('bare@example.com', { password });
    expect((await offered('bare@example.com', 'only'))[0]).toBe('Use your passkey');
  });

  it('does not reveal an account: each unknown identifier always gets the same pages, with or without a passkey', async () => {
    hub.person('with@example.com', { password, passkeys: ['key'] });
    hub.person('without@example.com', { password });
    const pages = await Promise.all(
      ['with@example.com', 'without@example.com'].map((identifier) => offered(identifier)),
    );
    for (const one of ['nobody', 'stranger', 'charles', 'augusta']) {
      const seen = await offered(`${one}@example.com`);
      expect(pages).toContainEqual(seen);
      expect(await offered(` ${one.toUpperCase()}@example.com`)).toEqual(seen);
    }
  });
});
