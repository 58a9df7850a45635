import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { roomInMinute } from '@platform/testkit/minute';
import { attempt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

describe('the rate limit of pages', () => {
  let hub: SignInHub;
  const ask = (path: string, ip: string) =>
    hub.ask(path, { headers: { 'x-forwarded-for': ip, accept: 'text/html' } });

  beforeAll(async () => {
    hub = await signInHub(
      {
        'platform.ratelimit.enabled': 'true',
        'platform.ratelimit.ip-requests-per-minute': '3',
        'platform.hub.trusted-proxies': '127.0.0.0/8',
      },
      undefined,
      [],
      { ownPages: true },
    );
    hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  });
  beforeEach(() => roomInMinute());
  afterAll(() => hub.stop());

  it.each([
    ['a login', '/login/some-login', '192.0.2.1'],
    ['the callback of an identity provider', '/federation/dir_x/callback?state=x', '192.0.2.2'],
    ['a posted callback of an identity provider', '/login/callback/apple?state=x', '192.0.2.3'],
    ['an authorization request', '/oauth2/authorize?client_id=x', '192.0.2.4'],
    ['the device page', '/activate', '192.0.2.5'],
  ])('returns a page with the time to wait for %s', async (_name, path, ip) => {
    for (let count = 0; count < 3; count += 1) expect((await ask(path, ip)).status).not.toBe(429);
    const { status, text, headers } = await ask(path, ip);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('<h1>Too many requests</h1>');
    expect(text).toContain('Try again');
    expect((await ask('/login/other', `${ip}9`)).status).not.toBe(429);
  });

  it('does not apply to style sheets', async () => {
    const page = await ask('/login/some-login', '192.0.2.6');
    const [, sheet = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(page.text) ?? [];
    for (let count = 0; count < 5; count += 1)
      expect((await ask(sheet, '192.0.2.6')).status).toBe(200);
  });
});

describe('identity providers on a login domain', () => {
  let hub: SignInHub;
  beforeAll(async () => {
    hub = await signInHub({}, undefined, [], { ownPages: true });
    hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  });
  afterAll(() => hub.stop());

  it.each(['/login/callback/apple', '/federation/dir_x/acs'])(
    'post to %s on the host of the login',
    async (path) => {
      const tenant = await hub.makeTenant(path.endsWith('acs') ? 'acme' : 'globex');
      const host = `login.${tenant.slug}.example`;
      hub.around.identityFacade.setDomain(host, {
        tenantId: tenant.id,
        passkeyRpId: 'acme.example',
      });
      const config = await hub.client(await hub.application(tenant));
      const { url } = await attempt(config);
      const begun = await hub.ask(`${url.pathname}${url.search}`, { host });
      const login = String(begun.headers['location']);
      const cookies = [begun.headers['set-cookie'] ?? []].flat();
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
      expect((await hub.ask(login, { host, headers: { cookie } })).status).toBe(200);
      const uid = login.split('/')[2];
      const name = path.endsWith('acs') ? 'RelayState' : 'state';
      const form = { [name]: `${uid}.state`, code: 'c' };
      const { status, headers } = await hub.ask(path, { host, form });
      expect([status, headers['location']]).toEqual([
        303,
        expect.stringMatching(new RegExp(`^${login}/callback\\?handle=`)),
      ]);
      expect((await hub.ask(path, { host: 'login.other.example', form })).status).toBe(404);
    },
  );
});
