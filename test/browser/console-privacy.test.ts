import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { openConsole } from './console-person.ts';
import type { ConsolePerson } from './console-person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;
const recordCount = 6_000;

/** A file of users. One in 50 has no valid address. */
const usersFile = (): Buffer => {
  const record = (index: number) => ({
    sourceId: `s${index}`,
    email: index % 50 === 7 ? 'nowhere' : `import${index}@example.com`,
  });
  const lines = Array.from({ length: recordCount }, (_, index) => JSON.stringify(record(index)));
  return Buffer.from(`${lines.join('\n')}\n`);
};

describeInBrowser('consents, hooks, attributes and migration in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let api: ManagementApi;
  let receiver: Receiver;
  let person: ConsolePerson;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    await activateDemoFlow(api);
    receiver = await startReceiver(() => ({
      status: 200,
      body: '{"commands":[{"type":"deny","message":"Not from here"}]}',
    }));
    person = await openConsole(platform, browser, { path: '/privacy/purposes' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), receiver?.stop()]);
  });

  const page = () => person.page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const dialogs = () => page().getByRole('dialog').or(page().getByRole('alertdialog'));
  const inDialog = (name: string) => dialogs().getByRole('button', { name, exact: true });
  const heading = (name: string) => page().getByRole('heading', { level: 1, name }).waitFor();
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();
  const isFree = async () => {
    await page().waitForFunction(() => !document.querySelector('[data-exiting]'));
    expect(await violationsInBothSchemes(page())).toEqual([]);
  };
  const save = async () => {
    await button(/^Save/).first().click();
    await sees('Saved.');
  };

  it('creates a purpose, and a new version of it', async () => {
    await heading('Purposes');
    await button('Create purpose').first().click();
    await page().getByLabel('Key of the purpose').fill('newsletter');
    await page().getByLabel('Name', { exact: true }).fill('Newsletter');
    await isFree();
    await inDialog('Create purpose').click();
    await heading('Newsletter');
    await page().getByLabel('Description', { exact: false }).fill('Once a month');
    await save();
    await sees('Version 2');
    await isFree();
  });

  it('verifies the receipt of a consent in the browser, and withdraws the consent', async () => {
    const { id } = await succeeded(
      api('POST', '/consents', { subjectId: 'customer-1', purposeKey: 'newsletter' }),
    );
    await page().goto(person.at(`/privacy/consents/${String(id)}`));
    await heading('Newsletter');
    await button('Show receipt').click();
    await button('Verify signature').click();
    await sees(/^The signature is valid/);
    await isFree();
    await button('Withdraw consent').click();
    await page().getByLabel('Reason').fill('By phone');
    await inDialog('Withdraw consent').click();
    await page().getByText('By phone').waitFor();
    await sees('Withdrawn');
    await isFree();
  });

  it('tests a hook with a sample, and says what would take effect', async () => {
    await page().goto(person.at('/hooks'));
    await button('Create hook').first().click();
    await page().getByLabel('Name', { exact: true }).fill('Risk check');
    await page().getByLabel('URL').fill(receiver.url);
    await inDialog('Create hook').click();
    await sees(/^whsec_/);
    await page().getByText('I’ve stored it').click();
    await button('Done').click();
    await heading('Risk check');
    await button('Call hook').click();
    await sees(/^The hook answered in/);
    await sees('Deny the request');
    await isFree();
  });

  it('orders attributes with a menu', async () => {
    const define = (key: string, order: number) =>
      succeeded(
        api('POST', '/attribute-schema', { entityKind: 'user', type: 'string', key, order }),
      );
    await define('first', 10);
    await define('second', 20);
    await page().goto(person.at('/attributes'));
    await button('Move second').click();
    const reread = page().waitForResponse(
      (answer) => answer.url().includes('entityKind=user') && answer.request().method() === 'GET',
    );
    await page().getByRole('menuitem', { name: 'Move up' }).click();
    await reread;
    expect(await page().getByRole('row').allTextContents()).toMatchObject([
      expect.stringMatching(/^second/),
      expect.stringMatching(/^first/),
    ]);
    await isFree();
  });

  it('tries an import of a file without writing anything', async () => {
    await page().goto(person.at('/migration'));
    const choosing = page().waitForEvent('filechooser');
    await button('Upload: File').click();
    const file = { name: 'users.ndjson', mimeType: 'application/x-ndjson', buffer: usersFile() };
    await (await choosing).setFiles(file);
    await sees(/^users\.ndjson has been uploaded/);
    // Small transactions, so that the import can be cancelled before its end.
    await page().getByRole('textbox', { name: 'Records in a transaction' }).fill('50');
    await save();
    await page().getByRole('link', { name: '3. Dry run' }).click();
    await button('Run dry').click();
    await sees('Some records would be rejected');
    await page().getByRole('cell', { name: 'invalid_format' }).waitFor();
    await isFree();
  });

  it('cancels an import, and resumes it where it stopped', async () => {
    await page().getByRole('link', { name: '4. Import' }).click();
    await button('Start import').click();
    await inDialog('Start import').click();
    await button('Cancel import').click();
    await inDialog('Cancel import').click();
    await button('Resume import').click();
    await sees('Completed');
    await sees(`${recordCount / 50} rejected records`);
    await isFree();
  });

  it('violates no content policy, and logs no error', () => {
    expect(person.faults).toEqual([]);
  });
});
