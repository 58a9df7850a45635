import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import * as oidc from 'openid-client';
import type { MadeTenant } from './hub-under-test.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

const home = 'https://app.example.com/bye';
let hub: SignInHub;
let tenant: MadeTenant;
let config: oidc.Configuration;

beforeAll(async () => {
  hub = await signInHub();
  hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  tenant = await hub.makeTenant('acme');
  hub.setUser(tenant);
  config = await hub.client(await hub.application(tenant, { postLogoutRedirectUris: [home] }));
});
afterAll(() => hub.stop());

const titleOf = (text: string): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
const ask = (path: string, form?: Record<string, string>) =>
  hub.ask(path, { host: tenant.host, ...(form && { form }) });
const refreshes = (token: string): Promise<boolean> =>
  oidc.refreshTokenGrant(config, token).then(
    () => true,
    () => false,
  );

describe('the page that the mail about a new sign-in links to', () => {
  it('changes nothing when it is opened, and ends every session when its button is pressed', async () => {
    const { refresh_token: token = '' } = await signInAt(config, hub.browser());
    const shown = await ask(`/login/report?token=${hub.user}`);
    expect([shown.status, titleOf(shown.text)]).toEqual([200, 'Wasn’t that sign-in you?']);
    const current = await oidc.refreshTokenGrant(config, token);
    const done = await ask('/login/report', { token: hub.user });
    expect([done.status, titleOf(done.text)]).toEqual([200, 'Your account is safe']);
    expect(done.text).toContain(`href="${home}"`);
    expect(await refreshes(current.refresh_token ?? '')).toBe(false);
    const again = await ask('/login/report', { token: hub.user });
    expect(titleOf(again.text)).toBe('Your account is safe');
  });

  it('shows that its link has expired', async () => {
    const { status, text } = await ask('/login/report', { token: 'forged' });
    expect([status, titleOf(text)]).toEqual([200, 'This link no longer works']);
  });

  it('shows an error while the identity service is unavailable', async () => {
    hub.around.identityFacade.setAway(true);
    const { status, text } = await ask('/login/report', { token: hub.user });
    hub.around.identityFacade.setAway(false);
    expect([status, titleOf(text)]).toEqual([503, 'Something went wrong']);
  });
});
