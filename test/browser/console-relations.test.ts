import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the model, its tuples and checks in the console', () => {
  let browser: Browser;
  let person: ConsolePerson;

  beforeAll(async () => {
    const [platform, started] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    browser = started;
    await activateDemoFlow(managementApi(platform.ready.gateway, await platform.token('acme')));
    person = await openConsole(platform, browser, {
      path: '/access/model',
      statuses: [401, 404, 409, 422],
    });
  });
  afterAll(() => browser?.close());

  const page = () => person.page;
  const text = (of: string | RegExp) => page().getByText(of).first();
  const isFree = async () => {
    await page().waitForFunction(() => !document.querySelector('[data-exiting]'));
    expect(await violationsInBothSchemes(page())).toEqual([]);
  };
  const editor = () => page().getByRole('textbox', { name: 'Model' });
  const ask = async (subject: string) => {
    await page().getByLabel('Subject').fill(subject);
    await page().keyboard.press('Escape');
    await person.button('Check').click();
  };

  it('shows what is wrong in a model at its line, and activates it once it is right', async () => {
    await editor().click();
    await page().keyboard.press('Control+End');
    await page().keyboard.type('    define editor: [nobody]');
    await text('refers to the unknown type nobody').waitFor();
    await person.button('Line 14:').waitFor();
    await page().keyboard.press('Control+Backspace');
    await page().keyboard.press('Control+Backspace');
    await page().keyboard.type('user]');
    await person.button('Activate…').click();
    await person.inDialog('Activate model').click();
    await text('Model activated').waitFor();
    await person.button('Discard changes').waitFor({ state: 'detached' });
    await isFree();
  });

  it('selects in the text what is chosen in the graph', async () => {
    await page().locator('[data-graph-node="document#viewer"]').click();
    await page().waitForURL(/at=document%23viewer/);
    await page().waitForFunction(() =>
      document.querySelector('.cm-activeLine')?.textContent?.includes('define viewer'),
    );
  });

  it('writes a tuple that is completed from the model', async () => {
    await page().goto(person.at('/access/tuples'));
    await text('No tuples yet').waitFor();
    await isFree();
    await person.button('Write tuple').click();
    const dialog = page().getByRole('dialog');
    await dialog.getByLabel('Object').fill('document:plan');
    await dialog.getByLabel('Relation').fill('view');
    await page().getByRole('option', { name: 'viewer' }).click();
    await dialog.getByLabel('Subject').fill('group:eng');
    await page().getByRole('option', { name: 'group:eng#member' }).click();
    await isFree();
    await person.inDialog('Write tuple').click();
    await text('group:eng#member').waitFor();
    await isFree();
  });

  it('says why a check is denied, and writes the tuple that it lacks', async () => {
    await page().goto(person.at('/access/check?relation=viewer&object=document:plan'));
    await ask('user:eve');
    await text('Access would be allowed with this tuple').waitFor();
    await text('user:eve viewer document:plan').waitFor();
    await isFree();
    await person.button('Write tuple').click();
    await text('Yes, in 1 step').waitFor();
  });

  it('keeps a check as a test, which fails while a stricter model is written', async () => {
    await person.button('Save as test').click();
    await text('Test saved').waitFor();
    await page().goto(person.at('/access/model'));
    await text('Passed').waitFor();
    await editor().click();
    await page().keyboard.press('Control+End');
    await page().keyboard.press('ArrowUp');
    await page().keyboard.press('ArrowUp');
    await page().keyboard.press('End');
    for (const _ of ' or owner') await page().keyboard.press('Backspace');
    await page().keyboard.type(' and owner');
    await text('Failed').waitFor();
    await isFree();
  });

  it('violates no content policy, and logs no error', () => {
    expect(person.faults).toEqual([]);
  });
});
