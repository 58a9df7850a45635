import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

describeInBrowser('sign-in in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let grace: ConsolePerson;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    await activateDemoFlow(managementApi(platform.ready.gateway, await platform.token('acme')));
    grace = await openConsole(platform, browser, {
      path: '/sign-in/branding',
      statuses: [401, 404, 422],
    });
  });
  afterAll(() => browser?.close());

  const textBox = (name: string) => grace.page.getByRole('textbox', { name, exact: true });
  const frame = () => grace.page.frameLocator('iframe:visible');

  it('an e-mail template is previewed and saved', async () => {
    const { page, at, button, sees, isAccessible } = grace;
    await page.goto(at('/sign-in/emails/welcome'));
    await sees('Welcome');
    await frame().getByText('Your account is ready. You can sign in').waitFor();
    await textBox('Subject').fill('Welcome, ');
    await page.getByRole('button', { name: /Insert a variable/ }).click();
    await page.getByRole('option', { name: 'user.givenName', exact: true }).click();
    await page.getByText('Welcome, Ada', { exact: true }).waitFor();
    await isAccessible();
    await button('Save changes').click();
    await page.getByText('Own template', { exact: true }).waitFor();
    await page.goto(at('/sign-in/emails'));
    await page
      .getByRole('row', { name: /Welcome/ })
      .getByText('English')
      .waitFor();
    await isAccessible();
  });

  it('a branding is previewed while it is made', async () => {
    const { page, at, button, sees, isAccessible } = grace;
    await page.goto(at('/sign-in/branding'));
    await sees('Branding');
    await frame().getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    await textBox('Name (optional)').fill('Engines');
    await frame().getByRole('heading', { name: 'Sign in to Engines' }).waitFor();
    await page.locator('input[type=file]').first().setInputFiles(logo);
    await frame().getByRole('img', { name: 'Engines' }).waitFor();
    await textBox('Buttons (optional)').fill('#FFF59D');
    const nearest = page.getByRole('button', { name: /^Use #/ });
    await nearest.waitFor();
    await isAccessible();
    await nearest.click();
    await nearest.waitFor({ state: 'hidden' });
    await button('Choose color: Buttons').click();
    await page.getByRole('slider', { name: 'Hue' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('a CSS rule that is refused is named at its field', async () => {
    const { page } = grace;
    await textBox('CSS rules (optional)').fill('.card { background: url(x) }');
    await page.getByText(/^Must not use the function url\(\) \(line 1/).waitFor();
    await textBox('CSS rules (optional)').fill('.card { border: 3px solid }');
    await page.getByText(/^Must not use/).waitFor({ state: 'hidden' });
  });

  it('a saved branding is live on the sign-in page', async () => {
    const { page, button } = grace;
    const color = await textBox('Buttons (optional)').inputValue();
    await button('Save changes').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${platform.tenant('acme').issuer}/account`);
    await visitor.getByRole('heading', { name: 'Sign in to Engines' }).waitFor();
    await visitor.waitForFunction(() => document.querySelector('img')?.complete);
    const shown = await visitor.evaluate(() => ({
      color: getComputedStyle(document.querySelector('main')!).getPropertyValue('--primary'),
      logoWidth: document.querySelector('img')?.naturalWidth,
      border: getComputedStyle(document.querySelector('.card')!).borderTopWidth,
    }));
    expect(shown).toEqual({ color: color.toLowerCase(), logoWidth: 1, border: '3px' });
  });

  it('the preview of an e-mail follows a saved branding', async () => {
    const { page, button, sees } = grace;
    const open = (link: string) => page.getByRole('link', { name: link, exact: true }).click();
    const sender = (name: string) =>
      page.getByRole('definition').getByText(name, { exact: true }).waitFor();
    await open('E-mails');
    await open('Welcome');
    await sender('Engines');
    await open('Branding');
    await sees('Branding');
    await textBox('Name (optional)').fill('Turbines');
    await button('Save changes').click();
    await button('Save changes').waitFor({ state: 'detached' });
    await open('E-mails');
    await open('Welcome');
    await sender('Turbines');
  });

  it('a domain shows its records, and a provider its callback URL', async () => {
    const { page, at, button, inDialog, sees, isAccessible } = grace;
    await page.goto(at('/sign-in/domains'));
    await button('Add domain').first().click();
    await textBox('Domain').fill('login.example.com');
    await inDialog('Add domain').click();
    await page.getByText('_platform-login-challenge.login.example.com').waitFor();
    await isAccessible();
    await page.goto(at('/sign-in/methods'));
    await button('Add provider').first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Provider/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'GitHub' }).click();
    await textBox('Client ID').fill('client');
    await page.getByLabel('Client secret', { exact: true }).fill('secret-of-the-provider');
    await inDialog('Add provider').click();
    await sees('GitHub');
    await page.getByText(`${platform.tenant('acme').issuer}/login/callback/github`).waitFor();
    await isAccessible();
    expect(grace.faults).toEqual([]);
  });
});
