import { activateDemoFlow } from '@platform/dev/demo-people';
import { localFetch } from '@platform/dev/local-fetch';
import { managementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('applications in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let grace: ConsolePerson;
  let clientId: string;
  const secrets: string[] = [];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    await activateDemoFlow(managementApi(platform.ready.gateway, await platform.token('acme')));
    grace = await openConsole(platform, browser);
  });
  afterAll(() => browser?.close());

  /** Takes the secret that is shown once. */
  async function takeSecret(): Promise<void> {
    const dialog = grace.page.getByRole('alertdialog');
    secrets.push((await dialog.locator('code').textContent()) ?? '');
    await grace.isAccessible();
    await dialog.getByRole('checkbox').check({ force: true });
    await dialog.getByRole('button', { name: 'Done' }).click();
  }

  /** Whether a secret gets a token. */
  async function getsToken(secret: string): Promise<boolean> {
    const { issuer } = platform.tenant('acme');
    const response = await localFetch(`${issuer}/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return response.status === 200;
  }

  it('redirect URIs are checked as they are typed', async () => {
    const { page, at, sees, button, isAccessible } = grace;
    await page.goto(at('/applications'));
    await sees('Applications');
    await isAccessible();
    await button('Create application').click();
    await page.getByLabel('Name', { exact: true }).fill('Reports');
    await page.getByLabel(/^Redirect URIs/).fill('http://reports.example.com/callback');
    await page.getByLabel('Name', { exact: true }).focus();
    await page
      .getByText(/must begin with https/)
      .first()
      .waitFor();
    await isAccessible();
  });

  it('an application is created, and its quick start has its values', async () => {
    const { page, inDialog, sees, isAccessible } = grace;
    await page.getByRole('radio', { name: /^Service without users/ }).check({ force: true });
    await inDialog('Create application').click();
    await sees('Secret of Reports');
    await takeSecret();
    await sees('Reports');
    clientId = new URL(page.url()).pathname.split('/').at(-2)!;
    expect(await page.locator('pre').first().textContent()).toContain(clientId);
    await isAccessible();
    expect(await getsToken(secrets[0]!)).toBe(true);
  });

  it('its secret is replaced without an outage', async () => {
    const { page, button, inDialog, sees, isAccessible } = grace;
    await page.getByRole('link', { name: 'Secrets' }).click();
    await button('Create secret').click();
    await inDialog('Create secret').click();
    await sees('New secret');
    await takeSecret();
    expect(await Promise.all(secrets.map(getsToken))).toEqual([true, true]);
    await page.getByText('Two secrets are valid.', { exact: false }).waitFor();
    await isAccessible();
    await button(`Delete secret …${secrets[0]!.slice(-4)}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText(/has been deleted$/).waitFor();
    await expect.poll(() => getsToken(secrets[0]!)).toBe(false);
    expect(await getsToken(secrets[1]!)).toBe(true);
  });

  it('settings are saved as the fields that have changed', async () => {
    const { page, button, isAccessible } = grace;
    await page.locator('main').getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel(/^Description/).waitFor();
    await isAccessible();
    await page.getByLabel(/^Description/).fill('Monthly reports');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await button('Save changes').click();
    expect((await saved).request().postDataJSON()).toEqual({ description: 'Monthly reports' });
    await page.getByText('Saved.', { exact: true }).waitFor();
  });

  it('violates no content policy, and logs no error', () => {
    expect(grace.faults).toEqual([]);
  });
});
