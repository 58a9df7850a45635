import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startDemoApplication } from '@platform/dev/demo-application';
import { activateDemoFlow } from '@platform/dev/demo-people';
import type { DemoClient } from '@platform/dev/demo-people';
import type { Mail } from '@platform/dev/mailbox';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { freePorts } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import type { Website } from '@platform/dev/web-server';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCorporateProviders } from '../acceptance/corporate-providers.ts';
import type { CorporateProviders } from '../acceptance/corporate-providers.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole, openPage } from './console-person.ts';
import { mailedLink } from './person.ts';

/** `SETUP_SHOTS`: the folder for pictures of every page. */
const shots = process.env['SETUP_SHOTS'];
const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the setup of a contact', () => {
  const folder = temporaryFolder('setup-');
  let platform: PlatformUnderTest;
  let providers: CorporateProviders;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  let link: string;
  let issuer: string;
  let application: Website;
  /** What the application knows of the platform, once it is registered. */
  const clients = new Map<string, DemoClient>();
  let applicationUrl: string;
  let startedAt: number;

  const api = async (method: string, path: string, body?: object) => {
    const admin = managementApi(platform.ready.gateway, await platform.token('acme'));
    return (await succeeded(admin(method, path, body))) as Record<string, any>;
  };

  /** The flow of `npm start`, and a branding. */
  async function prepare(): Promise<void> {
    await activateDemoFlow(managementApi(platform.ready.gateway, await platform.token('acme')));
    await api('PUT', '/login-experience/branding', {
      colors: { primary: '#7A2E8F', link: '#7A2E8F' },
      colorsDark: { primary: '#D9A6E6', onPrimary: '#0C0E13', link: '#D9A6E6' },
      defaultLocale: 'en',
      supportedLocales: ['en', 'de', 'fr', 'es'],
    });
  }

  /** An application that a company has built, at a port of this machine. */
  async function startApplication(): Promise<void> {
    const [port = 0] = await freePorts(1);
    applicationUrl = `http://localhost:${port}/acme`;
    application = await startDemoApplication({
      port,
      host: '127.0.0.1',
      clients,
      person: { email: '', password: '' },
      inboxUrl: platform.ready.inbox,
    });
  }

  /** What no browser does here: DNS answers for the domain, and the directory of the company has sent its user. */
  async function settle(organizationId: string): Promise<void> {
    await withClient(platform.postgresUrl, (client) =>
      client.query(
        "UPDATE directory.organization_domains SET state = 'verified', verified_at = now() WHERE organization_id = $1",
        [organizationId],
      ),
    );
    const grace = { email: 'grace@union.example.com', emailVerified: true };
    const { id } = await api('POST', '/directory/users', grace);
    await api('PUT', `/organizations/${organizationId}/members/${id}`, {});
  }

  beforeAll(async () => {
    providers = await startCorporateProviders(join(folder.path, 'data'));
    [platform, browser] = await Promise.all([
      sharedPlatform(['acme']),
      startBrowser(
        `--host-resolver-rules=${providers.resolverRules}`,
        '--ignore-certificate-errors',
      ),
    ]);
    ({ issuer } = platform.tenant('acme'));
    await Promise.all([prepare(), startApplication()]);
    ({ page, faults } = await openPage(browser, [401, 404, 409]));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
    await providers?.stop();
    folder.remove();
  });

  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name });
  const follows = (name: string | RegExp) => page.getByRole('link', { name }).click();
  const continues = () =>
    page
      .getByRole('button', { name: 'Continue', exact: true })
      .or(page.getByRole('link', { name: 'Continue', exact: true }))
      .click();

  /** Finds nothing wrong with the page, and takes its pictures if they are asked for. */
  async function looks(name: string, on = page): Promise<void> {
    await on.locator('main h1').waitFor();
    expect({ name, violations: await violationsInBothSchemes(on) }).toEqual({
      name,
      violations: [],
    });
    await on.setViewportSize({ width: 360, height: 800 });
    const width = await on.evaluate(() => document.documentElement.scrollWidth);
    expect({ name, width }).toEqual({ name, width: 360 });
    await on.setViewportSize({ width: 1280, height: 800 });
    if (shots === undefined) return;
    mkdirSync(shots, { recursive: true });
    for (const width of [1280, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await on.setViewportSize({ width, height: 800 });
        await on.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await on.screenshot({
          path: join(shots, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    await on.setViewportSize({ width: 1280, height: 800 });
  }

  let read = '';
  /** The link of the next mail to the contact. */
  const mailed = async (): Promise<string> => {
    read = await eventually(async () => {
      const address = 'it@union.example.com';
      const answer = await fetch(`${platform.ready.inbox}/api/mails?to=${address}`);
      const [newest] = (await answer.json()) as Mail[];
      const url = newest && mailedLink(newest);
      return url === read ? undefined : url;
    });
    return read;
  };

  it('begins in the console, with an application, an organization and a link', async () => {
    startedAt = Date.now();
    const admin = await openConsole(platform, browser, { path: '/applications' });
    const { page: desk, button: press, inDialog, at } = admin;
    /** What a dialog shows once. */
    const taken = async (): Promise<string> => {
      const dialog = desk.getByRole('alertdialog');
      const text = (await dialog.locator('code').textContent()) ?? '';
      await dialog.getByRole('checkbox').check({ force: true });
      await dialog.getByRole('button', { name: 'Done' }).click();
      return text;
    };
    await press('Create application').first().click();
    await desk.getByLabel('Name', { exact: true }).fill('Ledger');
    await desk.getByLabel(/^Redirect URIs/).fill(`${applicationUrl}/callback`);
    await desk.getByRole('checkbox', { name: /^It belongs to us/ }).check({ force: true });
    await inDialog('Create application').click();
    const clientSecret = await taken();
    await desk.waitForURL(/quick-start/);
    const clientId = new URL(desk.url()).pathname.split('/').at(-2)!;
    clients.set('acme', { issuer, clientId, clientSecret });

    await desk.goto(at('/organizations'));
    await press('Create organization').first().click();
    await desk.getByLabel('Name', { exact: true }).fill('Union');
    await inDialog('Create organization').click();
    await admin.sees('Union');
    const organizationId = new URL(desk.url()).pathname.split('/').at(-1)!;
    await desk.getByRole('link', { name: 'Domains', exact: true }).click();
    await press('Add domain').first().click();
    await desk.getByRole('dialog').getByLabel('Domain', { exact: true }).fill('union.example.com');
    await inDialog('Add domain').click();
    await press('Copy the value').waitFor();
    await settle(organizationId);

    await desk.getByRole('link', { name: 'Connections' }).click();
    await press('Send setup link').first().click();
    for (const task of shots === undefined ? [/^Directory/] : [/^Directory/, /^Domains/, /^Log/])
      await desk.getByRole('checkbox', { name: task }).check({ force: true });
    await desk.getByRole('textbox', { name: 'Contact' }).fill('it@union.example.com');
    await desk.getByRole('checkbox', { name: /^Send it by e-mail/ }).uncheck({ force: true });
    await inDialog('Create setup link').click();
    link = await taken();

    await desk.goto(at('/sign-in/flows'));
    await press('Templates').click();
    await desk.getByText('Single sign-on by e-mail domain').click();
    await inDialog('Use template').click();
    await press('Activate…').click();
    await desk.getByLabel('Comment').fill('Users of companies sign in at their own provider');
    await inDialog('Activate').click();
    await desk.getByText(/^Version \d+ is active$/).waitFor();
    expect(admin.faults).toEqual([]);
    await admin.context.close();
  });

  it('opens by its button, which removes the token from the address', async () => {
    await page.goto(link);
    await page.getByRole('heading', { name: /^Connect your company to/ }).waitFor();
    const primary = await page.evaluate(() =>
      getComputedStyle(document.body).getPropertyValue('--primary').trim(),
    );
    expect(primary.toLowerCase()).toBe('#7a2e8f');
    await looks('start');
    await button('Start').click();
    await page.getByRole('heading', { name: /^Connect Union to/ }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await looks('overview');
  });

  it('an identity provider is described by its metadata', async () => {
    await follows('Set up Single sign-on');
    await page.getByText('Another provider', { exact: true }).click();
    await looks('choice');
    await continues();
    await page.getByRole('heading', { name: 'Create an application at your provider' }).waitFor();
    await page.getByText(`${issuer}/federation/`).first().waitFor();
    await looks('application');
    await continues();
    await page.getByText('As a file or text').click();
    await page.getByLabel('Metadata (XML)').fill('<nothing/>');
    await button('Read metadata').click();
    await page.getByText('Not yet. Correct what is marked, and test again.').waitFor();
    await looks('metadata-wrong');
    await page.getByLabel('Metadata (XML)').fill(providers.samlMetadata);
    await button('Read metadata').click();
    await page.getByText(/^Entity ID https/).waitFor();
    await continues();
    await page.getByRole('heading', { name: 'Send the attributes' }).waitFor();
    await looks('attributes');
    await continues();
  });

  it('a test sign-in in a tab of its own shows the claims as received', async () => {
    await button('Test the connection').click();
    await page.getByText('Everything was found.').waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      button('Sign in with your provider').click(),
    ]);
    await button('Sign in as Grace', tab).click();
    await tab.getByText('The sign-in works.').waitFor();
    await tab.getByText('grace@union.example.com').first().waitFor();
    await looks('claims', tab);
    await tab.close();
    await page.getByText('The sign-in works.').waitFor();
    await looks('test');
    await continues();
  });

  it('once it is activated, a user of the provider signs in to the application, all in less than ten minutes', async () => {
    await button('Activate').click();
    await page.getByText('The connection is active').waitFor();
    await looks('active');
    const { page: other } = await openPage(browser, []);
    await other.goto(applicationUrl);
    await other.getByRole('link', { name: 'Sign in', exact: true }).click();
    await other.fill('[name=identifier]', 'grace@union.example.com');
    await other.click('main button.primary');
    await other.getByRole('heading', { name: 'Continue with your organization' }).waitFor();
    await other.click('main button.primary');
    await button('Sign in as Grace', other).click();
    await other.waitForURL((url) => url.href.startsWith(applicationUrl));
    await other.getByText('grace@union.example.com').first().waitFor();
    await other.context().close();
    expect(Date.now() - startedAt).toBeLessThan(10 * 60_000);
  });

  it('a directory sends its first user with a token', async () => {
    await follows('Back to the overview');
    await follows('Set up Users and groups');
    await page.getByText('Another directory with SCIM').click();
    await continues();
    await button('Create token').click();
    const dialog = page.getByRole('alertdialog');
    const token = (await dialog.locator('code').textContent()) ?? '';
    await dialog
      .getByText(/I have stored|stored/i)
      .last()
      .click();
    await button('Done', page).click();
    await looks('scim');
    const directoryId = new URL(page.url()).pathname.split('/').at(-1);
    await continues();
    await page.getByText('No requests yet').waitFor();
    const created = await platform.call('POST', `/scim/v2/${directoryId}/Users`, {
      token,
      headers: { 'content-type': 'application/scim+json' },
      rawBody: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ada@union.example.com',
        emails: [{ value: 'ada@union.example.com', primary: true }],
        active: true,
      }),
    });
    expect(created.status).toBe(201);
    await page.getByText('Users are arriving').waitFor();
    await page.getByText('POST /Users').waitFor();
    await looks('arrived');
  });

  it('a link that was used offers a new one, sent to the person for whom it was made', async () => {
    const { page: other } = await openPage(browser, [401, 404, 409]);
    await other.goto(link);
    await button('Start', other).click();
    await other.getByText(/^This link was already used/).waitFor();
    await looks('used', other);
    await button(/^Send a new link to i/, other).click();
    await other.getByText(/^A new link is on its way/).waitFor();
    expect(await mailed()).toContain('/setup#');
    await other.context().close();
  });

  it('a session that has ended continues once a new link is opened in another tab', async () => {
    // The page asks for new requests of the directory every few seconds.
    await page.context().clearCookies();
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await button('Send a new link', page).click();
    await ended.getByText(/^A new link is on its way/).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(await mailed());
    await button('Start', tab).click();
    await tab.getByRole('heading', { name: /^Connect Union to/ }).waitFor();
    await tab.close();
    await ended.waitFor({ state: 'detached' });
    await page.getByText('POST /Users').waitFor();
  });

  it.runIf(shots)('has pictures of the other pages', async () => {
    const at = async (path: string, name: string, on = page) => {
      await on.goto(`${issuer}/setup${path}`);
      await on.waitForLoadState('networkidle');
      await looks(name, on);
    };
    await at('/domains', 'domains');
    await page.getByLabel('Domain', { exact: true }).fill('initech.example.com');
    await button('Add domain').click();
    await page.getByText('initech.example.com').first().waitFor();
    await looks('domain');
    await at('/log-streams', 'logs');
    await at('/connections/new?provider=entra&protocol=oidc&step=credentials', 'entra-oidc');
    await at('/directories/new', 'sources');
    for (const [provider, kind] of [
      ['generic', 'ldap'],
      ['google', 'workspace'],
      ['entra', 'cloud_directory'],
    ])
      await at(`/directories/new?provider=${provider}&kind=${kind}`, `${provider}-${kind}`);
    for (const locale of ['de', 'fr', 'es']) {
      await page.goto(`${issuer}/setup?language=${locale}`);
      await at('', `overview-${locale}`);
      await at('/connections/new?provider=okta&protocol=saml&step=application', `okta-${locale}`);
    }
    await page.goto(`${issuer}/setup?language=en`);
  });

  it('is finished', async () => {
    await page.goto(`${issuer}/setup`);
    await button('Finish setup').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish setup' }).click();
    await page.getByText('The setup is complete').waitFor();
    await looks('complete');
    await button('Sign out').click();
    await page.waitForURL((url) => url.pathname === '/oauth2/logout/success');
    expect(faults).toEqual([]);
  });
});
