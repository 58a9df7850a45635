import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as oidc from 'openid-client';
import type { Browser } from 'playwright-core';
import { startDemoApplication } from '@platform/dev/demo-application';
import { applicationAt } from '@platform/dev/demo-people';
import type { DemoClient } from '@platform/dev/demo-people';
import { demoFlow } from '@platform/dev/demo-flow';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { localFetch } from '@platform/dev/local-fetch';
import { freePorts } from '@platform/dev/ports';
import type { Website } from '@platform/dev/web-server';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { addVirtualAuthenticator, hasBrowser, startBrowser } from '../browser/browser.ts';
import { codeIn, mailedLink, person, totpCode } from '../browser/person.ts';
import type { Person } from '../browser/person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;
const password = 'correct horse battery staple 7';

/** People with a real browser, an ordinary application, and every service between them. */
describeInBrowser('people who sign in', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let api: ManagementApi;
  let application: Website;
  let count = 0;
  const clientIds = new Map<string, string>();

  const newEmail = () => `ada-${(count += 1)}@example.com`;
  const made = async (email: string, credential?: object): Promise<string> => {
    const profile = { email, emailVerified: true, displayName: 'Ada Lovelace', credential };
    return String((await succeeded(api('POST', '/directory/users', profile)))['id']);
  };
  const someone = (): Promise<Person> => person(browser, platform.ready.inbox);

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    await succeeded(api('PUT', '/login-flows/draft', demoFlow));
    const activation = { source: 'draft', expectedActiveVersion: 0 };
    await succeeded(api('POST', '/login-flows/activate', activation));
    const [port = 0] = await freePorts(1);
    const clients = new Map<string, DemoClient>();
    for (const [slug, firstParty] of [
      ['notes', true],
      ['ledger', false],
      ['vault', true],
    ] as const) {
      const settings = applicationAt(`http://localhost:${port}/${slug}`);
      const name = `${slug[0]?.toUpperCase()}${slug.slice(1)}`;
      const { clientId, clientSecret } = await succeeded(
        api('POST', '/applications', { name, firstParty, ...settings }),
      );
      clientIds.set(slug, String(clientId));
      clients.set(slug, {
        issuer: platform.tenant('acme').issuer,
        clientId: String(clientId),
        clientSecret: String(clientSecret),
      });
    }
    application = await startDemoApplication({
      port,
      clients,
      person: { email: 'ada@example.com', password },
      inboxUrl: platform.ready.inbox,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  /** Invites an address. Returns the token of the link in the mail. */
  async function invites(organizationId: string, email: string) {
    const path = `/organizations/${organizationId}/invitations`;
    return succeeded(api('POST', path, { email }));
  }
  /** Creates a link intent, like the identity service when the link is opened. */
  async function opens(invitation: Record<string, unknown>, email: string): Promise<string> {
    const bearer = await platform.cluster.mint('identity-service', 'hub-internal-auth');
    const answer = await localFetch(
      `http://127.0.0.1:${platform.ports.hub.http}/internal/account-link-intents`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'x-platform-tenant': platform.tenant('acme').tenantId,
        },
        body: JSON.stringify({
          invitationId: invitation['id'],
          organizationId: invitation['organizationId'],
          email,
        }),
      },
    );
    return ((await answer.json()) as { intentToken: string }).intentToken;
  }

  /** Opens the application and asks it for a sign-in. */
  async function asks({ page }: Person, more = '', slug = 'notes'): Promise<void> {
    await page.goto(`${application.url}/${slug}/sign-in${more}`);
  }
  async function identifies(ada: Person, email: string, more?: string, slug?: string) {
    await asks(ada, more, slug);
    await ada.sees(/^Sign in to/);
    await ada.fills({ identifier: email });
    await ada.goesOn();
  }
  async function signsIn(ada: Person, email: string, more?: string): Promise<void> {
    await identifies(ada, email, more);
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
  }
  const claims = async ({ page }: Person): Promise<string> =>
    (await page.textContent('main')) ?? '';

  it('sign up with a mailed code, and later sign in with the password', async () => {
    const email = newEmail();
    const ada = await someone();
    await asks(ada);
    await ada.presses('Create account');
    await ada.sees('Create your account');
    await ada.fills({ email, displayName: 'Ada Lovelace' });
    await ada.goesOn();
    await ada.sees('Check your email');
    await ada.fills({ code: codeIn(await ada.reads(email)) });
    await ada.sees('Create a password');
    await ada.fills({ 'new-password': 'short' });
    await ada.goesOn();
    await ada.page.getByText('Use at least 15 characters.').waitFor();
    await ada.fills({ 'new-password': password });
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain(`"email": "${email}"`);

    const again = await someone();
    await signsIn(again, email);
    await again.sees('Signed in as Ada Lovelace');
  });

  it('reach two factors if they step up right after they have signed up', async () => {
    const email = newEmail();
    const ada = await someone();
    await asks(ada);
    await ada.presses('Create account');
    await ada.sees('Create your account');
    await ada.fills({ email, displayName: 'Ada Lovelace' });
    await ada.goesOn();
    await ada.sees('Check your email');
    await ada.fills({ code: codeIn(await ada.reads(email)) });
    await ada.sees('Create a password');
    await ada.fills({ 'new-password': password });
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    await ada.presses('Step up');
    await ada.sees('Protect your account');
    await ada.page.click('[name=method][value=totp]');
    await ada.sees('Set up your authenticator app');
    const secret = (await ada.page.textContent('.secret', { timeout: 1_000 })) ?? '';
    await ada.fills({ code: totpCode(secret) });
    await ada.sees('Save your recovery codes');
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain('"acr": "aal2"');
  });

  it('see that an application asks for another account, and choose it or go back with an error', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const userId = await made(email, { password });
    await made(other, { password });
    const ada = await someone();
    await signsIn(ada, other);
    await ada.sees('Signed in as Ada Lovelace');
    /** Requests a sign-in of this user, like an application that expects a certain user. */
    const asksFor = async (sub: string) => {
      const start = `${application.url}/notes/sign-in`;
      const { location = '' } = (
        await ada.context.request.get(start, { maxRedirects: 0 })
      ).headers();
      const url = new URL(location);
      url.searchParams.set('claims', JSON.stringify({ id_token: { sub: { value: sub } } }));
      await ada.page.goto(url.href);
      await ada.sees(/^Sign in to/);
    };
    const givesPassword = async (identifier: string) => {
      await ada.fills({ identifier });
      await ada.goesOn();
      await ada.sees('Enter your password');
      await ada.fills({ password });
      await ada.goesOn();
    };
    await asksFor(userId);
    await givesPassword(other);
    await ada.sees('This is a different account');
    await ada.presses('Use another account');
    await ada.sees(/^Sign in to/);
    await givesPassword(email);
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain(`"sub": "${userId}"`);
    await asksFor('usr_01h455vb4pex5vsknk084sn02q');
    await givesPassword(email);
    await ada.sees('This is a different account');
    await ada.presses('Return to Notes');
    await ada.page
      .getByText('the user who signed in is not the one that the request names')
      .waitFor();
  });

  it('see that a password is wrong, and are sent back after too many attempts', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await identifies(ada, email);
    await ada.sees('Enter your password');
    for (let tries = 1; tries < 5; tries += 1) {
      await ada.fills({ password: `wrong ${tries}` });
      await ada.goesOn();
      await ada.page.getByText('That password isn’t right.').waitFor();
    }
    await ada.fills({ password: 'wrong 5' });
    await ada.goesOn();
    await ada.sees('Too many attempts');
    await ada.presses('Return to Notes');
    await ada.page.getByText('the login was denied').waitFor();
  });

  it('reset a password that they forgot', async () => {
    const email = newEmail();
    await made(email, { password: 'something else entirely 9' });
    const ada = await someone();
    await identifies(ada, email);
    await ada.presses('Forgot your password?');
    await ada.sees('Reset your password');
    await ada.goesOn();
    await ada.sees('Check your email');
    await ada.fills({ code: codeIn(await ada.reads(email)) });
    await ada.sees('Choose a new password');
    await ada.fills({ 'new-password': 'passwordpassword' });
    await ada.goesOn();
    await ada.page.getByText('This password is easy to guess. Choose another one.').waitFor();
    await ada.fills({ 'new-password': password });
    await ada.goesOn();
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
  });

  it('set up an authenticator app when an application requires it, and are asked for it from then on', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await signsIn(ada, email);
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain('"acr": "aal1"');

    await ada.presses('Step up');
    await ada.sees('Protect your account');
    await ada.page.click('[name=method][value=totp]');
    await ada.sees('Set up your authenticator app');
    const secret = (await ada.page.textContent('.secret', { timeout: 1_000 })) ?? '';
    await ada.fills({ code: totpCode(secret) });
    await ada.sees('Save your recovery codes');
    const recoveryCodes = await ada.page.locator('.codes li').allTextContents();
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain('"acr": "aal2"');

    const again = await someone();
    await signsIn(again, email);
    await again.sees('Verify it’s you');
    // The code of this half minute was used: no code works twice.
    await again.fills({ code: totpCode(secret, 1) });
    await again.sees('Signed in as Ada Lovelace');

    const third = await someone();
    await signsIn(third, email);
    await third.sees('Verify it’s you');
    await third.presses('Try another way');
    await third.page.click('[name=method][value=recovery_code]');
    await third.sees('Use a recovery code');
    await third.fills({ code: recoveryCodes[0] ?? '' });
    await third.goesOn();
    await third.sees('Signed in as Ada Lovelace');
  });

  it('create a passkey, and sign in with only the passkey', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await addVirtualAuthenticator(ada.page);
    await signsIn(ada, email, '?acr_values=aal2');
    await ada.sees('Protect your account');
    await ada.page.click('[name=method][value=passkey]');
    await ada.sees('Create a passkey');
    await ada.page.click('[data-passkey-start]');
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain('"acr": "aal2"');

    // The browser offers the passkey in the address field; this one accepts it immediately.
    await asks(ada, '?prompt=login&acr_values=aal2');
    await ada.sees('Signed in as Ada Lovelace');
  });

  it('sign in with a link that is mailed to them, and with a code', async () => {
    const email = newEmail();
    await made(email);
    const ada = await someone();
    await identifies(ada, email);
    await ada.presses('Try another way');
    await ada.page.click('[name=method][value=magic_link]');
    await ada.sees('Check your email');
    await ada.page.goto(mailedLink(await ada.reads(email)));
    await ada.sees('Finish signing in');
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');

    const again = await someone();
    await identifies(again, email);
    await again.presses('Try another way');
    await again.page.click('[name=method][value=email_code]');
    await again.fills({ code: codeIn(await again.reads(email, /code/i)) });
    await again.sees('Signed in as Ada Lovelace');
  });

  it('decide what a third-party application can see', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await identifies(ada, email, '', 'ledger');
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('Allow Ledger to access your account?');
    await ada.presses('Cancel');
    await ada.page.getByText('the user denied access').waitFor();
    await asks(ada, '', 'ledger');
    await ada.sees('Allow Ledger to access your account?');
    await ada.presses('Allow');
    await ada.sees('Signed in as Ada Lovelace');
    // Allowed once, it is not asked again.
    await asks(ada, '', 'ledger');
    await ada.sees('Signed in as Ada Lovelace');
  });

  it('connect a device by the code that it shows', async () => {
    const email = newEmail();
    await made(email, { password });
    const { clientId } = await succeeded(
      api('POST', '/applications', {
        name: 'Television',
        type: 'device',
        allowedScopes: ['openid', 'profile'],
      }),
    );
    const { issuer } = platform.tenant('acme');
    const options = {
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: localFetch as never,
    };
    const device = await oidc.discovery(new URL(issuer), String(clientId), undefined, undefined, {
      ...options,
    });
    const waiting = await oidc.initiateDeviceAuthorization(device, { scope: 'openid profile' });
    const tokens = oidc.pollDeviceAuthorizationGrant(device, waiting);

    const ada = await someone();
    await ada.page.goto(waiting.verification_uri);
    await ada.sees('Connect a device');
    await ada.fills({ user_code: 'BBBB-BBBB' });
    await ada.goesOn();
    await ada.page.getByText('That code isn’t valid.').waitFor();
    await ada.fills({ user_code: waiting.user_code.toLowerCase() });
    await ada.goesOn();
    await ada.sees('Connect Television?');
    expect(await claims(ada)).toContain(waiting.user_code);
    await ada.presses('Continue');
    await ada.sees(/^Sign in to/);
    await ada.fills({ identifier: email });
    await ada.goesOn();
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('Your device is connected');
    const { access_token: token, ...answer } = await tokens;
    const subject = String((await tokens).claims()?.sub);
    expect(answer.scope).toBe('openid profile');
    expect(await oidc.fetchUserInfo(device, token, subject)).toMatchObject({
      name: 'Ada Lovelace',
    });
  });

  it('sign up to accept an invitation, and are members immediately', async () => {
    const email = newEmail();
    const { id: organizationId } = await succeeded(
      api('POST', '/organizations', { name: 'Analytical Engines' }),
    );
    const invitation = await invites(String(organizationId), email);
    const ada = await someone();
    await asks(ada, `?link_intent=${await opens(invitation, email)}`);
    await ada.page.getByText('You’ve been invited to join Analytical Engines.').waitFor();
    await ada.presses('Create account');
    await ada.sees('Create your account');
    await ada.fills({ email, displayName: 'Ada Lovelace' });
    await ada.goesOn();
    await ada.sees('Check your email');
    await ada.fills({ code: codeIn(await ada.reads(email, /code/i)) });
    await ada.sees('Create a password');
    await ada.fills({ 'new-password': password });
    await ada.goesOn();
    await ada.sees('Join Analytical Engines?');
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    const path = `/organizations/${String(organizationId)}`;
    const { data: members } = await succeeded(api('GET', `${path}/members`));
    expect(members).toMatchObject([{ user: { email }, sources: ['invitation'] }]);
    const kept = await succeeded(api('GET', `${path}/invitations/${String(invitation['id'])}`));
    expect(kept).toMatchObject({ state: 'accepted' });
  });

  it('see that an invitation was revoked, and can still sign in', async () => {
    const email = newEmail();
    await made(email, { password });
    const { id: organizationId } = await succeeded(api('POST', '/organizations', { name: 'Gone' }));
    const invitation = await invites(String(organizationId), email);
    const intent = await opens(invitation, email);
    const path = `/organizations/${String(organizationId)}/invitations/${String(invitation['id'])}`;
    await succeeded(api('DELETE', path));
    const ada = await someone();
    await identifies(ada, email, `?link_intent=${intent}`);
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('This invitation was withdrawn');
    await ada.presses('Continue to Notes');
    await ada.sees('Signed in as Ada Lovelace');
  });

  it('complete another factor if a policy of the application requires it', async () => {
    const email = newEmail();
    await made(email, { password });
    const path = `/clients/${clientIds.get('vault')}/access-policies`;
    await succeeded(
      api('POST', path, {
        name: 'Two factors',
        mode: 'enabled',
        conditions: { principalTypes: ['user'] },
        controls: { assurance: { acr: 'aal2' } },
      }),
    );
    const ada = await someone();
    await identifies(ada, email, '', 'vault');
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('Protect your account');
    await ada.page.click('[name=method][value=totp]');
    await ada.sees('Set up your authenticator app');
    const secret = (await ada.page.textContent('.secret', { timeout: 1_000 })) ?? '';
    await ada.fills({ code: totpCode(secret) });
    await ada.sees('Save your recovery codes');
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    expect(await claims(ada)).toContain('"acr": "aal2"');
    // The session has what the policy asks for.
    await asks(ada, '', 'vault');
    await ada.sees('Signed in as Ada Lovelace');
  });

  it('sign out of the application and of the tenant', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await signsIn(ada, email);
    await ada.sees('Signed in as Ada Lovelace');
    await ada.presses('Sign out');
    await ada.sees(/^Sign out/);
    await ada.page.getByRole('button', { name: 'Sign out' }).click();
    await ada.page.getByText('You are not signed in.').waitFor();
    await asks(ada);
    await ada.sees(/^Sign in to/);
  });

  it('see the current step in two tabs and after using the back button', async () => {
    const email = newEmail();
    await made(email, { password });
    const ada = await someone();
    await asks(ada);
    await ada.sees(/^Sign in to/);
    const other = await ada.context.newPage();
    await other.goto(ada.page.url());
    await ada.fills({ identifier: email });
    await ada.goesOn();
    await ada.sees('Enter your password');
    // The second tab still shows the first step.
    await other.fill('[name=identifier]', 'somebody-else@example.com');
    await other.click('main button.primary');
    await other.getByRole('heading', { name: 'Enter your password' }).waitFor();
    await ada.page.goBack();
    await ada.page.reload();
    await ada.sees('Enter your password');
    await ada.fills({ password });
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    await other.reload();
    await other.getByRole('heading', { name: 'This sign-in has expired' }).waitFor();
  });

  it('see that a login has expired', async () => {
    const ada = await someone();
    await asks(ada);
    await ada.sees(/^Sign in to/);
    await ada.context.clearCookies();
    await ada.fills({ identifier: newEmail() });
    await ada.goesOn();
    await ada.sees('This sign-in has expired');
  });
});
