import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

interface Flow {
  version: number;
  steps: { id: string; title?: string }[];
}

describeInBrowser('the login flow and sign-in analytics in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let api: ManagementApi;
  let person: ConsolePerson;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    await activateDemoFlow(api);
    person = await openConsole(platform, browser, {
      path: '/sign-in/flows',
      statuses: [401, 404, 409, 412],
    });
  });
  afterAll(() => browser?.close());

  const page = () => person.page;
  const text = (words: string | RegExp) => page().getByText(words).first().waitFor();
  const graph = () => page().getByRole('application');
  const read = async (path: string) =>
    (await succeeded(api('GET', `/login-flows/${path}`))) as unknown as Flow;
  const titleOf = ({ steps }: Flow, id: string) => steps.find((step) => step.id === id)?.title;
  const choose = async (field: string | RegExp, option: string) => {
    await page().getByRole('button', { name: field }).click();
    await page().getByRole('option', { name: option, exact: true }).click();
  };

  it('begins a draft with a template', async () => {
    await graph().waitFor();
    await person.button('Templates').click();
    await page().getByText('Second factor by risk').click();
    await person.inDialog('Use template').click();
    await text('Draft, revision 1');
    await graph().getByRole('button', { name: /^Risk/ }).waitFor();
    await person.isAccessible();
  });

  it('shows immediately what prevents an activation, and saves no change that was discarded', async () => {
    await graph()
      .getByRole('button', { name: /^Password/ })
      .click();
    await choose(/success/, 'Nothing (default)');
    await text('An outcome leads nowhere.');
    expect(await person.button('Activate…').isDisabled()).toBe(true);
    const fault = page().getByText('An outcome leads nowhere.').first();
    await person.button('Undo').click();
    await fault.waitFor({ state: 'detached' });
    await page().keyboard.press('Control+Shift+z');
    await fault.waitFor();
    await person.button('Discard').click();
    await fault.waitFor({ state: 'detached' });
  });

  it('finds the steps of the flow in the palette', async () => {
    await page().keyboard.press('Control+k');
    await page().keyboard.type('risk');
    await page().getByRole('menuitem', { name: /^Risk/ }).click();
    await page().waitForURL(/[?&]step=risk/);
  });

  it('keeps the change of another person who saved the draft meanwhile', async () => {
    await graph().getByRole('button', { name: /^Risk/ }).click();
    await page().getByRole('textbox', { name: /^Name/ }).fill('Known device?');
    const theirs = await read('draft');
    const steps = theirs.steps.map((step) =>
      step.id === 'done' ? { ...step, title: 'Welcome' } : step,
    );
    await succeeded(api('PUT', '/login-flows/draft', { ...theirs, steps }));
    await person.button('Save changes').click();
    await text('This was changed while you were editing');
    await person.inDialog('Save').click();
    await text('Draft, revision 3');
    const merged = await read('draft');
    expect([titleOf(merged, 'risk'), titleOf(merged, 'done')]).toEqual([
      'Known device?',
      'Welcome',
    ]);
  });

  it('simulates a sign-in, and shows the way that it takes', async () => {
    await person.button('Simulate').click();
    await choose(/Risk$/, 'Low');
    await choose(/Known device$/, 'yes');
    await text('Reaches One factor (aal1)');
    await text('Known device: yes (true)');
    await choose(/Known device$/, 'no');
    await text('Reaches Two factors (aal2)');
    const path = page().getByRole('list', { name: 'Path of the simulation' });
    await path.getByRole('button', { name: 'Second factor', exact: true }).waitFor();
    await person.isAccessible();
  });

  it('activates the draft with a comment, after a comparison', async () => {
    await person.button('Activate…').click();
    const difference = page().getByRole('list', { name: 'Differences' });
    await difference.getByText('Known device?').waitFor();
    await page().getByLabel('Comment').fill('Second factor for new devices');
    await person.inDialog('Activate').click();
    await text('Version 2 is active');
    expect((await read('active')).version).toBe(2);
  });

  it('rolls back to an earlier version', async () => {
    await page().getByRole('link', { name: 'Versions', exact: true }).click();
    await text('Second factor for new devices');
    await page()
      .getByRole('row', { name: /^1 · Demo/ })
      .getByRole('button')
      .click();
    await text('Activate version 1 again?');
    await person.inDialog('Roll back').click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    expect((await read('active')).version).toBe(1);
    await person.isAccessible();
  });

  it('is an outline on a phone', async () => {
    await page().setViewportSize({ width: 360, height: 740 });
    await page().goto(person.at('/sign-in/flows'));
    const outline = page().getByRole('list', { name: 'Steps of the login flow' });
    await outline.getByRole('button', { name: /^Identify/ }).click();
    await page().getByText('Users identify themselves by').waitFor();
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await person.isAccessible();
    await page().setViewportSize({ width: 1280, height: 720 });
  });

  it('counts real sign-ins, and leads from each number to its events', async () => {
    await eventually(async () => {
      const { totals } = await succeeded(api('GET', '/login-experience/analytics/logins'));
      return (totals as { succeeded: number }).succeeded > 0;
    });
    await page().goto(person.at('/sign-in/analytics?days=7'));
    await text(/days in UTC/);
    await page().getByText('Show as table').first().click();
    await page().getByRole('columnheader', { name: 'Day (UTC)' }).waitFor();
    await person.isAccessible();
    await page().setViewportSize({ width: 360, height: 740 });
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page().getByRole('link', { name: 'Password', exact: true }).click();
    await page().waitForURL(/\/events\?type=user\.signed_in/);
    await page()
      .getByRole('button', { name: /^7 days/ })
      .waitFor();
    expect(person.faults).toEqual([]);
  });
});
