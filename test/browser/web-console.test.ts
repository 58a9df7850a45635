import { readFile } from 'node:fs/promises';
import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { newId } from '@platform/kit/ids';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { openPage, signInWithNewFactor } from './console-person.ts';
import { totpCode } from './person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the console in a browser', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let administrator: Someone;
  /** Violations of the content policy, and errors of scripts. */
  let faults: string[];
  const at = (path: string) => `${platform.tenant('acme').issuer}/console${path}`;
  const api = async () => managementApi(platform.ready.gateway, await platform.token('acme'));

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    await activateDemoFlow(await api());
    administrator = await platform.person('acme', {
      roles: ['tenant_owner'],
      profile: { displayName: 'Grace Hopper' },
    });
    ({ context, page, faults } = await openPage(browser, [401, 404, 412, 503]));
  });
  afterAll(() => browser?.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const toast = (text: string) => page.getByText(text, { exact: true }).last().waitFor();
  const isFree = async () => expect(await violationsInBothSchemes(page)).toEqual([]);
  /** A request of the page that has been answered. */
  const answered = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.request().method() === method && response.url().includes('/directory/users'),
    );

  it('a deep link survives the first sign-in, in which the administrator adds a second factor', async () => {
    await page.goto(at('/users?status=active'));
    await signInWithNewFactor(page, administrator);
    await heading('Users').waitFor();
    expect(new URL(page.url()).search).toBe('?status=active');
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await isFree();
  });

  it('creates a user, and shows what is wrong with the input where it is', async () => {
    await button('Create user').click();
    await page.getByLabel('E-mail').fill('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await page.getByText('This isn’t valid.').first().waitFor();
    await isFree();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel(/^Name/).fill('Ada Lovelace');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await heading('Ada Lovelace').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/users\/usr_\w+$/);
  });

  it('finds the user, and the way back keeps the search', async () => {
    await page.getByRole('link', { name: 'Users' }).first().click();
    await heading('Users').waitFor();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('lovel');
    await page.waitForURL(/q=lovel/);
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await heading('Ada Lovelace').waitFor();
    await page.goBack();
    await page.waitForURL(/q=lovel/);
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe('lovel');
  });

  it('suspends the selected user, and undoes it', async () => {
    await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check({ force: true });
    await button('Suspend').click();
    await toast('Ada Lovelace is suspended');
    await page.getByRole('cell', { name: 'Suspended (by an administrator)' }).waitFor();
    await button('Undo').click();
    await page.getByRole('cell', { name: 'Active' }).waitFor();
  });

  it('saves the changed fields alone', async () => {
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByLabel(/^Given name/).fill('Ada');
    const saved = answered('PATCH');
    await button('Save changes').click();
    const request = (await saved).request();
    expect(request.postDataJSON()).toEqual({ name: { givenName: 'Ada' } });
    expect(await request.headerValue('if-match')).toBeTruthy();
    await toast('Saved.');
  });

  it('merges a change with one that someone else has saved meanwhile', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const other = { nickname: 'Countess', title: 'Analyst' };
    await (
      await api()
    )('PATCH', `/directory/users/${id}`, other);
    await page.getByLabel(/^Title/).fill('Programmer');
    await page.getByLabel(/^Family name/).fill('Lovelace');
    await button('Save changes').click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/while you were editing/)
      .first()
      .waitFor();
    await isFree();
    await dialog.getByRole('radio', { name: /Programmer/ }).check({ force: true });
    const saved = answered('PATCH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await saved).status()).toBe(200);
    await button('Save changes').waitFor({ state: 'detached' });
    const { body } = await (await api())('GET', `/directory/users/${id}`);
    expect(body).toMatchObject({
      nickname: 'Countess',
      title: 'Programmer',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
    });
  });

  it('keeps what has been typed when its page is left, and when the session has ended', async () => {
    await page.getByLabel(/^Nickname/).fill('Enchantress');
    await page.locator('main').getByRole('link', { name: 'Organizations' }).click();
    await page.getByText('No organizations yet').waitFor();
    await page.locator('main').getByRole('link', { name: 'Profile' }).click();
    expect(await page.getByLabel(/^Nickname/).inputValue()).toBe('Enchantress');
    await context.clearCookies({ name: '__Host-console' });
    await button('Save changes').click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await isFree();
    const saved = answered('PATCH');
    await button('Sign in in a new tab').click();
    expect((await saved).status()).toBe(200);
    await toast('Saved.');
  });

  it('keeps what has been typed when the code of another page is missing, and else reloads', async () => {
    const lacking = (name: string, times: number) =>
      page.route(`**/web/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }), {
        times,
      });
    const profile = page.url();
    await button('Save changes').waitFor({ state: 'detached' });
    await lacking('webhooks-page', 1);
    await page.getByLabel(/^Nickname/).fill('Countess');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'A new version is available' }).waitFor();
    await isFree();
    await button('Back').click();
    await page.waitForURL(profile);
    expect(await page.getByLabel(/^Nickname/).inputValue()).toBe('Countess');
    await button('Discard').click();
    await lacking('webhooks-page', 1);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhook endpoints yet').waitFor();
    await page.goto(profile);
    await page.getByLabel(/^Nickname/).fill('Countess');
    await lacking('code-dialog', 1);
    await button('Code').click();
    await page.getByText('A part of this page couldn’t be loaded').waitFor();
    expect(await page.getByLabel(/^Nickname/).inputValue()).toBe('Countess');
    await button('Discard').click();
    await page.reload();
    // The router logs each.
    expect(faults.splice(0).filter((one) => !one.includes('MissingChunk'))).toEqual([]);
  });

  it('asks for a recent sign-in before a user is deleted, and then deletes the user', async () => {
    let asked = 0;
    await page.route('**/api/v1/directory/users/*', async (route) => {
      if (route.request().method() !== 'DELETE' || asked++ > 0) return route.fallback();
      const problem = {
        type: 'https://example.com',
        title: 'Stronger or more recent sign-in required',
        status: 401,
        code: 'insufficient_user_authentication',
        max_age: 900,
      };
      return route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      });
    });
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete user' }).click();
    await page.getByLabel(/to confirm/).fill('ada@example.com');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
    await isFree();
    await button('Sign in in a new tab').click();
    await toast('Ada Lovelace has been deleted');
    await heading('Users').waitFor();
    expect(asked).toBe(2);
    await page.unroute('**/api/v1/directory/users/*');
  });

  it('shows the requests of a page as code', async () => {
    await button('Code').click();
    await page.getByText('curl', { exact: true }).first().waitFor();
    expect(await page.locator('pre').first().textContent()).toContain('/api/v1/directory/users');
    await isFree();
    await button('Close').last().click();
  });

  it('opens pages and users from the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: 'Overview' }).waitFor();
    await isFree();
    await page.keyboard.type('grace');
    await page.getByRole('menuitem', { name: /Grace Hopper/ }).click();
    await heading('Grace Hopper').waitFor();
  });

  it('shows sign-ins and changes at the start, each part alone', async () => {
    await page.route('**/analytics/logins*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(at(''));
    await page.getByText('User created').first().waitFor();
    await page.getByText('The service isn’t responding at the moment.').waitFor();
    await page.unroute('**/analytics/logins*');
    await isFree();
  });

  describe('with many users', () => {
    const jobs = () => page.getByRole('dialog', { name: 'Jobs' });
    const job = (title: string | RegExp) => jobs().getByRole('listitem').filter({ hasText: title });

    beforeAll(async () => {
      const call = await api();
      for (const name of ['One', 'Two', 'Three']) {
        const { id } = await succeeded(
          call('POST', '/directory/users', {
            email: `bulk-${name}@example.com`,
            displayName: `Bulk ${name}`,
            nickname: '=1+1',
          }),
        );
        if (name === 'Three')
          await call('PATCH', `/directory/users/${String(id)}`, { status: 'deactivated' });
      }
    });

    it('changes all that match, once they are counted and confirmed', async () => {
      await page.goto(at('/users?q=bulk'));
      await page.getByRole('checkbox', { name: 'Select Bulk One' }).check({ force: true });
      await button('All that match…').click();
      await page.getByText('3 users match.').waitFor();
      await isFree();
      await button('Continue').click();
      const confirm = page.getByRole('alertdialog', { name: 'Suspend 3 users?' });
      await confirm.getByText('Your own account is left out').waitFor();
      const created = answered('POST');
      await confirm.getByRole('button', { name: 'Suspend 3 users' }).click();
      expect((await created).request().postDataJSON()).toEqual({
        action: 'suspend',
        filter: { q: 'bulk' },
        expectedTotal: 3,
      });
    });

    it('lists in the tray those that could not be changed, and why', async () => {
      await button('Show jobs').click();
      const suspended = job('Suspend 3 users');
      await suspended.getByText('Completed').waitFor();
      await suspended.getByText('3 of 3').waitFor();
      await suspended.getByRole('button', { name: 'Show' }).click();
      await suspended.getByText('A user who is deactivated cannot become suspended').waitFor();
      await isFree();
      await jobs().getByRole('button', { name: 'Close' }).click();
      await page.getByRole('cell', { name: 'Suspended (by an administrator)' }).first().waitFor();
    });

    it('exports them, without formulas', async () => {
      await button('Export').click();
      await isFree();
      await page.getByRole('dialog').getByRole('button', { name: 'Export users' }).click();
      await button('Show jobs').click();
      const saved = page.waitForEvent('download');
      await job('Export of users').getByRole('button', { name: 'Download' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('part-00001.csv');
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(4);
      expect(lines[1]).toContain(`,Bulk Three,,,'=1+1,`);
    });

    it('stops a job that goes on after the page was closed', async () => {
      const userIds = Array.from({ length: 5_000 }, () => newId('user'));
      await (
        await api()
      )('POST', '/directory/users/bulk-jobs', { action: 'suspend', userIds });
      await page.reload();
      await button('Jobs: 1 running').click();
      const running = job('Suspend 5,000 users');
      await running.getByRole('progressbar').waitFor();
      await isFree();
      await running.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click();
      await running.getByText('Cancelled').waitFor();
      await jobs().getByRole('button', { name: 'Close' }).click();
      await button('Jobs').waitFor();
    });
  });

  it('says in words what fails and why, with a link to it', async () => {
    const item = (code: string, name: string) => ({
      kind: 'failing',
      code,
      severity: 'critical',
      resource: { type: 'webhook_endpoint', id: `whe_${name}`, name, organizationId: null },
      since: '2026-01-01T00:00:00Z',
      dueAt: null,
      blocks: { what: 'deliveries', count: 2 },
      action: null,
    });
    const items = [item('endpoint_failing', 'billing'), item('endpoint_bewitched', 'stock')];
    const health = { items, firstSteps: [], parts: [] };
    const statistics = {
      from: '2026-01-01',
      to: '2026-01-30',
      totals: { succeeded: 1, failed: 1, successRate: 0.5, uniqueUsers: null },
      byDay: [],
      byFailureReason: [{ reason: 'invalid_credentials', count: 1 }],
    };
    await page.route('**/tenant/health', (route) => route.fulfill({ json: health }));
    await page.route('**/analytics/logins*', (route) => route.fulfill({ json: statistics }));
    await page.goto(at(''));
    await page.getByText('Deliveries to this webhook endpoint are failing').waitFor();
    await page.getByText('2 deliveries are waiting').first().waitFor();
    await page.getByText('fails (endpoint_bewitched)').waitFor();
    await page.getByText(/Most frequent reason: Wrong password or code \(1\)/).waitFor();
    const link = page.getByRole('link', { name: 'billing', exact: true });
    expect(await link.getAttribute('href')).toBe('/console/webhooks/whe_billing');
    await page.unrouteAll();
  });

  it('says which permission a page needs, and which roles include it', async () => {
    const support = await platform.person('acme', { roles: ['compliance_officer'] });
    const other = await browser.newContext({ locale: 'en' });
    const theirs = await other.newPage();
    await theirs.goto(at('/users'));
    await theirs.fill('[name=identifier]', support.email);
    await theirs.click('main button.primary');
    await theirs.fill('[name=password]', support.password);
    await theirs.click('main button.primary');
    await theirs.click('button[value=totp]');
    const text = (await theirs.textContent('main')) ?? '';
    const [secret = ''] = /(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{4}/.exec(text) ?? [''];
    await theirs.fill('[name=code]', totpCode(secret));
    await theirs.getByRole('heading', { name: /recovery codes/i }).waitFor();
    await theirs.click('main button.primary');
    await theirs.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Create user' }).count()).toBe(0);
    const link = theirs.getByRole('link', { name: /person-/ }).first();
    await theirs.goto(`${at((await link.getAttribute('href'))!.replace(/^\/console/, ''))}/access`);
    await theirs.getByText('tenant:roles.read').waitFor();
    await theirs.getByText(/Owner/).waitFor();
    await other.close();
  });

  it('ends in all tabs with a sign-out', async () => {
    const tab = await context.newPage();
    await tab.goto(at('/users'));
    await tab.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/oauth2\/logout\/success/);
    await tab.waitForURL(/\/oauth2\/logout\/success/);
  });

  it('violates no content policy, and logs no error', () => {
    expect(faults).toEqual([]);
  });
});
