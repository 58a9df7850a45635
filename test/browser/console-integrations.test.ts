import { activateDemoFlow } from '@platform/dev/demo-people';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { eventually } from '@platform/testkit/eventually';
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

describeInBrowser('integrations, activity and privacy in the console', () => {
  let platform: PlatformUnderTest;
  let browser: Browser;
  let api: ManagementApi;
  let receiver: Receiver;
  let person: ConsolePerson;
  /** What the receiver answers. */
  let status = 500;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(['acme']), startBrowser()]);
    api = managementApi(platform.ready.gateway, await platform.token('acme'));
    await activateDemoFlow(api);
    receiver = await startReceiver(() => ({ status, body: '{"seen":true}' }));
    person = await openConsole(platform, browser, {
      path: '/webhooks',
      statuses: [400, 401, 403, 404, 409, 412, 422],
    });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), receiver?.stop()]);
  });

  const page = () => person.page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const heading = (name: string) => page().getByRole('heading', { level: 1, name });
  /** React Aria announces pending buttons for some seconds, and a dialog that closes covers the page until it is gone. */
  const isFree = async () => {
    await page().waitForFunction(() => !document.querySelector('[data-exiting]'));
    expect(await violationsInBothSchemes(page())).toEqual([]);
  };
  const open = async (path: string, title: string) => {
    await page().goto(person.at(path));
    await heading(title).waitFor();
  };
  const createUser = (email: string) => succeeded(api('POST', '/directory/users', { email }));

  it('creates a webhook endpoint, and shows its secret once', async () => {
    await heading('Webhooks').waitFor();
    await page().getByText('No webhook endpoints yet').waitFor();
    await button('Create endpoint').first().click();
    await page().getByLabel('URL').fill(receiver.url);
    await page().getByRole('dialog').getByRole('button', { name: 'Create endpoint' }).click();
    await page()
      .getByText(/^whsec_/)
      .waitFor();
    await page().getByText('I’ve stored it').click();
    await button('Done').click();
    await heading(receiver.url).waitFor();
    await isFree();
  });

  it('says that the endpoint fails, with the answer to each attempt, and sends again once it is repaired', async () => {
    await createUser('fails@example.com');
    await page()
      .getByText(/Fails since/)
      .waitFor();
    await page().getByRole('link', { name: 'User created' }).first().click();
    await page().getByText('{"seen":true}').first().waitFor();
    await page().getByText('500', { exact: true }).first().waitFor();
    await isFree();
    status = 200;
    await button('Send again').click();
    await page().getByText('Delivered', { exact: true }).waitFor();
  });

  it('recovers events of before the endpoint existed', async () => {
    await button('Recover…').click();
    await page().getByText('No delivery has been given up in this time.').waitFor();
    await page().getByText('Events without a delivery').click();
    await isFree();
    await button('Recover deliveries').click();
    await page()
      .getByText(/sent again\.$/)
      .waitFor();
    await button('Close').last().click();
  });

  it('rotates the secret step by step', async () => {
    await page().getByRole('link', { name: 'Secret', exact: true }).click();
    await button('Create new secret').click();
    await page()
      .getByText(/^whsec_/)
      .waitFor();
    await page().getByText('I’ve stored it').click();
    await button('Done').click();
    await button('Remove').waitFor();
    await isFree();
  });

  it('shows events as they happen', async () => {
    await open('/events?type=user.created', 'Events');
    await page().getByRole('link', { name: 'User created' }).first().waitFor();
    const before = await page().getByRole('link', { name: 'User created' }).count();
    await createUser('live@example.com');
    await eventually(async () => {
      const now = await page().getByRole('link', { name: 'User created' }).count();
      return now > before || undefined;
    });
    await isFree();
    await page().getByRole('link', { name: 'User created' }).first().click();
    await page().getByText('live@example.com').first().waitFor();
    await isFree();
  });

  it('finds a record of the audit log, and verifies the log', async () => {
    await open('/audit', 'Audit log');
    await page()
      .getByRole('searchbox', { name: /^Operation/ })
      .fill('userDirectoryCreate');
    await page().waitForURL(/operation=userDirectoryCreate/);
    await page().getByRole('link', { name: 'Creates a user' }).first().waitFor();
    await button('Verify').click();
    await page()
      .getByText(/^Intact up to record/)
      .waitFor();
    await isFree();
    await page().getByRole('link', { name: 'Creates a user' }).first().click();
    await heading('Creates a user').waitFor();
    await isFree();
  });

  it('creates a log stream, says why it fails, and that it works again', async () => {
    status = 401;
    await open('/log-streams', 'Log streams');
    await button('Create log stream').first().click();
    await button(/Product/).click();
    await page().getByRole('option', { name: 'HTTP' }).click();
    await page().getByLabel('Name', { exact: true }).fill('Security');
    await page().getByLabel('URL').fill(receiver.url);
    await isFree();
    await page().getByRole('dialog').getByRole('button', { name: 'Create log stream' }).click();
    await heading('Security').waitFor();
    await button('Test').click();
    await page().getByText('The test event hasn’t arrived.').waitFor();
    await button('Close').last().click();
    status = 200;
    await button('Test').click();
    await page()
      .getByText(/^The test event has arrived/)
      .waitFor();
    await button('Close').last().click();
    await isFree();
  });

  it('requests the erasure of a person, and holds it for a while', async () => {
    await createUser('erased@example.com');
    await open('/privacy/requests', 'Requests');
    await page().getByText('No open requests').waitFor();
    await button('Create request').click();
    await page().getByText('Erasure', { exact: true }).last().click();
    await page().getByLabel('Identifier').fill('erased@example.com');
    await isFree();
    await page().getByRole('dialog').getByRole('button', { name: 'Create request' }).click();
    await heading('Erasure').waitFor();
    await page().getByText('Account deactivated').waitFor();
    await button('Place hold').click();
    await page().getByLabel('Why the data must be kept').fill('Open claim');
    await page().getByRole('dialog').getByRole('button', { name: 'Place hold' }).click();
    await page().getByText('Open claim').waitFor();
    await isFree();
    await button('Lift hold').click();
    await page().getByText('Lifted', { exact: true }).waitFor();
  });

  it('refuses an IP rule that would lock its author out, unless the address is typed', async () => {
    await open('/settings/ip-rules', 'Settings');
    await page()
      .getByText(/^Your address .+ is allowed/)
      .waitFor();
    await button('Add rule').click();
    await page().getByLabel('Address or range').fill('192.0.2.0/24');
    await page().getByRole('dialog').getByRole('button', { name: 'Add rule' }).click();
    await page().getByRole('heading', { name: 'This rule would lock you out' }).waitFor();
    expect(await button('Add rule and lock me out').isDisabled()).toBe(true);
    await isFree();
    await button('Cancel').last().click();
  });

  it('violates no content policy, and logs no error', () => {
    expect(person.faults).toEqual([]);
  });
});
