import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';
import { violationsOf } from './accessibility.ts';
import { fillAccount } from './account-ground.ts';
import { addVirtualAuthenticator, hasBrowser, startBrowser } from './browser.ts';
import { codeIn, person, totpCode } from './person.ts';
import type { Person } from './person.ts';

/** `ACCOUNT_SHOTS`: the folder for pictures of every page. */
const folder = process.env['ACCOUNT_SHOTS'];
const describeInBrowser = hasBrowser ? describe : describe.skip;

const paths = {
  profile: '',
  'sign-in': '/sign-in',
  devices: '/devices',
  connections: '/connections',
  organizations: '/organizations',
  privacy: '/privacy',
  activity: '/activity',
};

/** How the gateway refuses a sign-in that is too old. */
const tooOld = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    status: 401,
    code: 'insufficient_user_authentication',
    title: 'Sign in again',
    detail: 'The sign-in is too old',
    max_age: 1,
  }),
};

describeInBrowser('the pages of the account', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let someone: Someone;
  let ada: Person;
  let page: Page;
  /** Violations of the content policy, and errors of scripts. */
  const faults: string[] = [];
  const account = (path = ''): string => `${platform.tenant('acme').issuer}/account${path}`;

  const signIn = async (who: Person, as: Someone, path = ''): Promise<void> => {
    await who.page.goto(account(path));
    await who.fills({ identifier: as.email });
    await who.goesOn();
    await who.fills({ password: as.password });
    await who.goesOn();
    await who.page.locator('main h1').waitFor();
  };

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    someone = await platform.person('acme', {
      profile: { displayName: 'Ada Lovelace', name: { givenName: 'Ada', familyName: 'Lovelace' } },
    });
    await fillAccount(platform, someone);
    ada = await person(browser, platform.ready.inbox);
    page = ada.page;
    page.setDefaultTimeout(60_000);
    ada.context.on('console', (message) => {
      // Of failed requests: the pages say what they mean.
      if (message.type() === 'error' && !/status of 4(01|04|12|22)/.test(message.text()))
        faults.push(message.text());
    });
    ada.context.on('weberror', (error) => faults.push(String(error.error())));
    await addVirtualAuthenticator(page);
    await signIn(ada, someone);
  });
  afterAll(() => browser?.close());

  const isCalm = async (tab: Page): Promise<void> => {
    await tab.locator('main h1').waitFor();
    await tab.waitForLoadState('networkidle');
  };

  async function shoot(tab: Page, name: string): Promise<void> {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const width of [1280, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.setViewportSize({ width, height: 800 });
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const path = join(folder, `${name}-${width}-${colorScheme}.png`);
        await tab.screenshot({ path, fullPage: true });
      }
    await tab.setViewportSize({ width: 1280, height: 800 });
    await tab.emulateMedia({ colorScheme: 'light' });
  }

  const open = async (path: string): Promise<void> => {
    await page.goto(account(path));
    await isCalm(page);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

  it('shows a user who has nothing yet what each page is for', async () => {
    const grace = await platform.person('acme');
    const who = await person(browser, platform.ready.inbox);
    await signIn(who, grace);
    for (const [name, path] of Object.entries(paths)) {
      await who.page.goto(account(path));
      await isCalm(who.page);
      await shoot(who.page, `empty-${name}`);
    }
    expect(await who.page.getByRole('link', { name: 'Elevated access' }).count()).toBe(0);
    await who.context.close();
  });

  it('has the colors of the tenant', async () => {
    const primary = await page.evaluate(() =>
      getComputedStyle(document.body).getPropertyValue('--primary').trim(),
    );
    expect(primary.toLowerCase()).toBe('#7a2e8f');
  });

  it('saves a changed profile, and merges what others have saved', async () => {
    await open('');
    await page.getByLabel('Nickname').fill('Countess');
    const api = { token: await platform.token('acme') };
    await platform.call('patch', `/api/v1/directory/users/${someone.id}`, {
      ...api,
      body: { title: 'Mathematician' },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await button('Save changes').click();
    await inDialog('Save').click();
    await page.getByText('Saved.').first().waitFor();
    const { body } = await platform.call('get', `/api/v1/directory/users/${someone.id}`, api);
    expect(body).toMatchObject({ nickname: 'Countess', title: 'Mathematician' });
  });

  it('adds an address with the code that was sent to it', async () => {
    await open('');
    const address = `second-${Date.now()}@example.com`;
    await button('Add email').click();
    await dialog().getByLabel('Email address').fill(address);
    await inDialog('Send code').click();
    await dialog().getByLabel('Code').fill('000000');
    await inDialog('Verify').click();
    await dialog().getByText('That code isn’t right or has expired.').waitFor();
    await dialog()
      .getByLabel('Code')
      .fill(codeIn(await ada.reads(address)));
    await inDialog('Verify').click();
    const row = page.getByRole('listitem').filter({ hasText: address });
    await row.getByRole('button', { name: 'Make primary' }).click();
    await row.getByText('Primary', { exact: true }).waitFor();
  });

  it('adds a passkey and an authenticator app, whose recovery codes are shown once', async () => {
    await open('/sign-in');
    await page.getByText('Only a password protects your account').waitFor();
    await button('Add passkey').click();
    await dialog().getByLabel('Name').fill('My laptop');
    await inDialog('Continue').click();
    await page.getByText('My laptop').waitFor();
    await button('Set up app').click();
    await dialog().getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await shoot(page, 'dialog-totp');
    const secret = (await dialog().locator('bdi').textContent()) ?? '';
    await dialog().getByLabel('Code from the app').fill(totpCode(secret));
    await inDialog('Confirm').click();
    await page.getByRole('alertdialog', { name: 'Your recovery codes' }).waitFor();
    await shoot(page, 'dialog-codes');
    await dialog().getByText('I’ve stored it').click();
    await inDialog('Done').click();
    await page.getByText('10 codes left').waitFor();
  });

  it('asks for both factors before a method is removed, and then sends the same request again', async () => {
    await open('/sign-in');
    // As if the sign-in were older than 15 minutes.
    await page.route('**/api/v1/me/authenticators/*', (route) => route.fulfill(tooOld), {
      times: 1,
    });
    await button('Actions for My laptop').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await inDialog('Remove').click();
    const asked = ada.context.waitForEvent('request', (one) => /web\/sign-in/.test(one.url()));
    const opened = page.waitForEvent('popup');
    await inDialog('Sign in in a new tab').click();
    const [request, tab] = await Promise.all([asked, opened]);
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toMatchObject({
      app: 'account',
      acr: 'aal2',
      maxAge: '1',
    });
    await tab.locator('[name=identifier]').waitFor();
    // Where that sign-in ends. The session is recent enough, so that the request can be sent again.
    await tab.goto(account('/signed-in'));
    await button('Actions for My laptop').waitFor({ state: 'detached' });
  });

  it('ends the other session', async () => {
    const other = await person(browser, platform.ready.inbox);
    const elsewhere = await platform.person('acme');
    await signIn(other, elsewhere);
    await other.context.close();
    await open('/devices');
    const row = page.getByRole('list', { name: 'Where you’re signed in' }).getByRole('listitem');
    // The application of the ground has a session of its own.
    await row.nth(1).waitFor();
    await shoot(page, 'full-devices');
    await button('Sign out everywhere else').click();
    await inDialog('Sign out everywhere else').click();
    await expect.poll(() => row.count()).toBe(1);
    await row.getByText('This one').waitFor();
  });

  it('removes an application', async () => {
    await open('/connections');
    await page.getByText('See your email address').waitFor();
    await shoot(page, 'full-connections');
    await button('Remove: Terminal').click();
    await inDialog('Remove access').click();
    await page.getByText('No application has access to your account.').waitFor();
  });

  it('accepts an invitation, and leaves an organization', async () => {
    await open('/organizations');
    await shoot(page, 'full-organizations');
    await button('Accept').click();
    await page.getByText(/You’re now a member of Waffle Works/).waitFor();
    await button('Leave: Pancake House').click();
    await inDialog('Leave organization').click();
    await expect.poll(() => button('Leave: Pancake House').count()).toBe(0);
  });

  it('activates a role for a while, and ends that', async () => {
    await open('/elevation');
    await shoot(page, 'full-elevation');
    await button('Activate…').click();
    await shoot(page, 'dialog-elevation');
    await inDialog('Activate').click();
    await button('End now').click();
    await page.getByText('Earlier').waitFor();
  });

  it('shows what happened, newest first', async () => {
    await open('/activity');
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole('list', { name: 'Activity' }).getByRole('listitem').count();
      })
      .toBeGreaterThan(2);
    await page.getByText('Sign-in method added').first().waitFor();
    await shoot(page, 'full-activity');
  });

  it('violates no rule of accessibility, in light and dark, at 360 and 1280 px', async () => {
    const found: Record<string, string[]> = {};
    const views = [1280, 360].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    );
    for (const [name, path] of Object.entries({ ...paths, elevation: '/elevation' }))
      for (const { width, colorScheme } of views) {
        await page.setViewportSize({ width, height: 800 });
        // Before the page is loaded: Chromium does not recompute every `light-dark()` of one that is shown.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await open(path);
        const violations = await violationsOf(page);
        const shown = await page.evaluate(() => document.documentElement.scrollWidth);
        if (shown > width) violations.push(`${shown} px wide`);
        if (violations.length > 0) found[`${name} ${width} ${colorScheme}`] = violations;
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(found).toEqual({});
  });

  it('shows every page filled, and one in German', async () => {
    if (folder === undefined) return;
    for (const [name, path] of Object.entries(paths).filter(([one]) => one !== 'connections')) {
      await open(path);
      await shoot(page, `full-${name}`);
      await page.goto(`${account(path)}?language=de`);
      await isCalm(page);
      await shoot(page, `de-${name}`);
      await page.goto(`${account(path)}?language=en`);
    }
  });

  it('withdraws a consent, and downloads the data of the user', async () => {
    await open('/privacy');
    await button('Withdraw: Newsletter').click();
    await inDialog('Withdraw').click();
    await page.getByText('Withdrawn', { exact: true }).waitFor();
    await button('Request a copy').click();
    await page.getByText('Ready', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Download').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    await shoot(page, 'full-privacy');
  });

  it('requests the deletion with what it means, and says until when it can be cancelled', async () => {
    await open('/privacy');
    await button('Delete my account').click();
    const confirm = inDialog('Delete my account');
    expect(await confirm.isDisabled()).toBe(true);
    await shoot(page, 'dialog-deletion');
    const { user } = await page.evaluate(async () => {
      const answer = await fetch('/web/session', { headers: { 'x-web-app': 'account' } });
      return (await answer.json()) as { user: { email: string } };
    });
    await dialog().getByRole('textbox').fill(user.email);
    await confirm.click();
    // The deactivation ends the session: from then on only an administrator can cancel.
    const ended = page.getByText('Your session has ended');
    const keep = button('Keep my account');
    await keep.or(ended).first().waitFor();
    if (await keep.isVisible()) await keep.click({ timeout: 5_000 }).catch(() => undefined);
    await ended.or(button('Delete my account')).first().waitFor();
  });

  it('violates no content policy, and logs no error', () => {
    expect(faults).toEqual([]);
  });
});
