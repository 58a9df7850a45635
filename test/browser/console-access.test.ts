import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole, openPage, signInWithNewFactor } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('access in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let grace: ConsolePerson;
  let ada: Someone;
  let adasPage: Page;
  let adasFaults: string[];
  let api: ReturnType<typeof managementApi>;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    await activateDemoFlow(api);
    ada = await platform.person('acme', { profile: { displayName: 'Ada Lovelace' } });
    grace = await openConsole(platform, browser, {
      path: '/access/roles',
      statuses: [401, 404, 412, 422],
    });
  });
  afterAll(() => browser?.close());

  /** Chooses Ada in the search of the dialog that is open. */
  async function chooseAda(): Promise<void> {
    await grace.page.getByRole('combobox').fill(ada.email);
    await grace.page.getByRole('option', { name: /^Ada Lovelace/ }).click();
  }

  it('a role is created from sentences, and assigned, with a way back', async () => {
    const { page, button, inDialog, sees, isAccessible } = grace;
    await sees('Roles');
    await isAccessible();
    await button('Create role').click();
    await page.getByLabel(/^Name/).fill('Staff');
    await page.getByRole('dialog').getByLabel(/^Key/).fill('staff');
    await page.getByLabel('Find permissions').fill('activate your own');
    await page
      .getByRole('checkbox', { name: /^Activate your own eligible roles/ })
      .check({ force: true });
    await isAccessible();
    await inDialog('Create role').click();
    await sees('Staff');
    await page.getByRole('link', { name: 'Who has it' }).click();
    await button('Assign role').click();
    await chooseAda();
    await inDialog('Assign role').click();
    await page.getByRole('cell', { name: /^Assigned by/ }).waitFor();
    await isAccessible();
    await button('Remove Ada Lovelace').click();
    await page.getByText('Not assigned').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('cell', { name: /^Assigned by/ }).waitFor();
  });

  it('an elevation is requested by one user, and approved by another', async () => {
    const { page, at, button, inDialog, isAccessible } = grace;
    await page.goto(at('/access/elevation/eligible'));
    await button('Make eligible').first().click();
    await chooseAda();
    await page.getByRole('button', { name: /For the role/ }).click();
    await page.getByRole('option', { name: 'Support', exact: true }).click();
    await inDialog('Make eligible').click();
    await page.getByRole('link', { name: 'Support', exact: true }).waitFor();

    ({ page: adasPage, faults: adasFaults } = await openPage(browser, [401, 403]));
    await adasPage.goto(at('/access/elevation'));
    await signInWithNewFactor(adasPage, ada);
    await adasPage.getByRole('button', { name: 'Activate… Support' }).click();
    await adasPage.getByLabel(/^Why do you need it/).fill('A customer cannot sign in');
    await adasPage.getByRole('button', { name: 'Send request' }).click();
    await adasPage.getByText(/^This is your own request/).waitFor();

    await page.getByRole('main').getByRole('link', { name: 'Requests' }).click();
    await page.getByText('A customer cannot sign in').waitFor();
    await isAccessible();
    await button('Approve').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(/^Comment/).fill('For this customer');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await button('End the elevation of Ada Lovelace').waitFor();
  });

  it('an elevation is a bar on every page, is used, and is ended', async () => {
    await adasPage.goto(grace.at('/users'));
    await adasPage.getByText(/^You have elevated access \(Support\)/).waitFor();
    await adasPage.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await adasPage.getByRole('button', { name: 'End now' }).click();
    await adasPage.getByRole('heading', { name: 'You can’t see this page' }).waitFor();
    await adasPage.getByRole('link', { name: 'Activate Support' }).waitFor();
    const { data } = await succeeded(api('GET', '/pim/activations?state=revoked'));
    expect(data).toMatchObject([
      { endReason: 'requester', approvals: [{ comment: 'For this customer' }] },
    ]);
  });

  it('an eligibility is changed, without what another administrator has changed', async () => {
    const { page, at, button, inDialog, sees, isAccessible } = grace;
    const { data } = await succeeded(api('GET', '/pim/eligible-assignments'));
    const [eligible] = data as { id: string }[];
    const path = `/pim/eligible-assignments/${eligible?.id}`;
    await page.goto(at(`/access/elevation/eligible/${eligible?.id}`));
    await button('Edit eligibility').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Longest duration/ }).click();
    await page.getByRole('option', { name: '30 minutes', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'A ticket' }).press('Space');
    await isAccessible();
    await succeeded(api('PATCH', path, { rules: { maxDurationSeconds: 7_200 } }));
    await inDialog('Save changes').click();
    await sees('This was changed while you were editing');
    await page.getByRole('radio', { name: /30 minutes/ }).check({ force: true });
    await isAccessible();
    await inDialog('Save').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('A reason and A ticket').waitFor();
    expect((await succeeded(api('GET', path))).rules).toMatchObject({
      maxDurationSeconds: 1_800,
      defaultDurationSeconds: 1_800,
      requireTicket: true,
    });
  });

  it('a policy reports first, is simulated, and is then enabled', async () => {
    const { page, at, button, sees, isAccessible } = grace;
    const { clientId } = await succeeded(
      api('POST', '/applications', { name: 'Shop', type: 'spa' }),
    );
    const base = `/applications/${clientId}/policies`;
    await page.goto(at(base));
    await page.getByText('No policies yet').waitFor();
    await page.getByRole('link', { name: 'Create policy' }).first().click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Office only');
    await page.getByRole('radio', { name: 'Block' }).check({ force: true });
    await page.getByLabel(/^Not from these networks/).fill('203.0.113.0/24');
    await button('Create policy').click();
    await sees('Office only');
    await page.getByLabel(/^IP address/).fill('203.0.113.7');
    await button('Simulate').click();
    await page.getByText('Does not match: network').waitFor();
    await page.getByLabel(/^IP address/).fill('198.51.100.7');
    await button('Simulate').click();
    await page.getByText('Applies, and blocks').waitFor();
    await isAccessible();
    await button('Enable').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
    await button('Report only').waitFor();
    const { data } = await succeeded(api('GET', `/clients/${clientId}/access-policies`));
    expect(data).toMatchObject([
      { mode: 'enabled', conditions: { networks: { exclude: { cidrs: ['203.0.113.0/24'] } } } },
    ]);
  });

  it('an API gets a scope and an application, and shows which token that gives', async () => {
    const { page, at, button, inDialog, isAccessible } = grace;
    await succeeded(api('POST', '/applications', { name: 'Billing', type: 'm2m' }));
    await page.goto(at('/apis'));
    await button('Add API').first().click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Invoices');
    await page.getByLabel(/^Identifier/).fill('api:invoices');
    await inDialog('Add API').click();
    await button('Add scope').click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('invoices:read');
    await page.getByLabel(/^Sentence/).fill('Read your invoices');
    await inDialog('Add scope').click();
    await page.getByRole('cell', { name: 'Read your invoices' }).waitFor();
    await page.getByRole('link', { name: 'Authorization details' }).click();
    await button('Add type').click();
    await page.getByRole('dialog').getByLabel(/^Type/).fill('payment');
    await page.getByLabel(/^Sentence/).fill('Pay {/amount}');
    const schema = page.getByLabel(/^JSON Schema/);
    await schema.fill('{ "type": "object", "pattern": "x" }');
    await inDialog('Add type').click();
    await page.getByText(/^Is not a supported keyword/).waitFor();
    await schema.fill('{ "type": "object", "properties": { "amount": { "type": "string" } } }');
    await inDialog('Add type').click();
    await page.getByRole('cell', { name: 'Pay {/amount}' }).waitFor();
    await isAccessible();
    await page.getByRole('link', { name: 'Simulation' }).click();
    await page.getByRole('combobox', { name: /^Application/ }).fill('Billing');
    await page.getByRole('option', { name: /^Billing/ }).click();
    await page.getByRole('checkbox', { name: /^invoices:read/ }).check({ force: true });
    await button('Simulate').click();
    await page.getByText(/^The application may not call this API/).waitFor();
    await isAccessible();
  });

  it('violates no content policy, and logs no error', () => {
    expect([...grace.faults, ...adasFaults]).toEqual([]);
  });
});
