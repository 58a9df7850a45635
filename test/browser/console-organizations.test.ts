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

describeInBrowser('organizations in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let grace: ConsolePerson;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    await activateDemoFlow(managementApi(platform.ready.gateway, await platform.token('acme')));
    grace = await openConsole(platform, browser);
  });
  afterAll(() => browser?.close());

  it('an organization is created', async () => {
    const { page, at, button, inDialog, sees, isAccessible } = grace;
    await page.goto(at('/organizations'));
    await sees('Organizations');
    await button('Create organization').first().click();
    await page.getByLabel('Name', { exact: true }).fill('Globex');
    await inDialog('Create organization').click();
    await sees('Globex');
    await page.getByText('No members').waitFor();
    await isAccessible();
  });

  it('twenty members are invited from a pasted list', async () => {
    const { page, button, inDialog, isAccessible } = grace;
    const list = Array.from({ length: 20 }, (_, i) => `Member ${i} <member${i}@example.com>`);
    await page.getByRole('link', { name: 'Invitations' }).click();
    await button('Invite members').first().click();
    await page.getByLabel(/^E-mail addresses/).fill([...list, 'nobody'].join('\n'));
    await inDialog('Invite 20 members').click();
    await page
      .getByText(/isn’t an e-mail address/)
      .first()
      .waitFor();
    await page.getByLabel(/^E-mail addresses/).fill(list.join(',\n'));
    await inDialog('Invite 20 members').click();
    // A platform that sends no e-mail shows the links once instead.
    const links = page.getByRole('alertdialog');
    await Promise.race([
      links.waitFor(),
      page.getByText('20 invitations are on the way').waitFor(),
    ]);
    if (await links.isVisible()) {
      await links.getByRole('checkbox').dispatchEvent('click');
      await links.getByRole('button', { name: 'Done' }).click();
    }
    await page.getByText('member19@example.com').waitFor();
    expect(await page.getByRole('row').count()).toBe(21);
    await isAccessible();
  });

  it('those who are invited already stay in the list, with the reason', async () => {
    const { page, button, inDialog } = grace;
    await button('Invite members').first().click();
    await page.getByLabel(/^E-mail addresses/).fill('member1@example.com');
    await inDialog('Invite 1 member').click();
    await page.getByText('1 address couldn’t be invited').waitFor();
    expect(await page.getByLabel(/^E-mail addresses/).inputValue()).toBe('member1@example.com');
    await button('Cancel').click();
  });

  it('a domain shows its record, and what DNS answers', async () => {
    const { page, button, inDialog, isAccessible } = grace;
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await button('Add domain').first().click();
    await page.getByRole('dialog').getByLabel('Domain', { exact: true }).fill('globex-test.com');
    await inDialog('Add domain').click();
    await button('Copy the value').waitFor();
    await button('Check now').click();
    await page.getByText(/no such record yet|didn’t answer/).waitFor();
    await isAccessible();
  });

  it('a setup link is shown once', async () => {
    const { page, button, inDialog, sees, isAccessible } = grace;
    await page.getByRole('link', { name: 'Connections' }).click();
    await button('Send setup link').first().click();
    await page.getByRole('textbox', { name: 'Contact' }).fill('it@globex-test.com');
    await page.getByRole('checkbox', { name: /^Send it by e-mail/ }).uncheck({ force: true });
    await isAccessible();
    await inDialog('Create setup link').click();
    await sees('Setup link');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.locator('code').textContent()).toContain('/setup');
    await dialog.getByRole('checkbox').check({ force: true });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not opened yet').waitFor();
    await isAccessible();
  });

  it('violates no content policy, and logs no error', () => {
    expect(grace.faults.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
  });
});
