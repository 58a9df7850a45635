import { randomBytes } from 'node:crypto';
import { createTenant } from '@platform/dev/demo-tenants';
import { sharedPlatform } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { hasBrowser, startBrowser } from './browser.ts';
import { setUpTotp } from './console-person.ts';
import { codeIn, mailedLink, person } from './person.ts';
import type { Person } from './person.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;
const password = 'a long enough password 4 me';

describeInBrowser('the first administrator of a new tenant', () => {
  let browser: Browser;
  let ada: Person;
  let link: string;
  const slug = `first-${randomBytes(4).toString('hex')}`;
  const email = `ada-${slug}@example.com`;

  beforeAll(async () => {
    const [platform, opened] = await Promise.all([sharedPlatform([]), startBrowser()]);
    browser = opened;
    const hub = { hubRpcPort: platform.ports.hub.grpc, cluster: platform.cluster };
    const { issuer } = await createTenant({ ...hub, slug, adminEmail: email });
    ada = await person(browser, platform.ready.inbox);
    link = `${issuer}/console`;
  });
  afterAll(() => browser?.close());

  it('follows the mail, and sets a password with a code', async () => {
    const mail = await ada.reads(email);
    expect(mail.subject).toBe(`Set up ${slug}`);
    expect(mailedLink(mail)).toBe(link);
    await ada.page.goto(link);
    await ada.fills({ identifier: email });
    await ada.goesOn();
    await ada.presses('Forgot your password?');
    await ada.goesOn();
    await ada.fills({ code: codeIn(await ada.reads(email, /code/)) });
    await ada.goesOn();
    await ada.fills({ 'new-password': password });
    await ada.goesOn();
  });

  it('signs in, adds a second factor, and has every scope of the tenant in the console', async () => {
    await ada.fills({ password });
    await ada.goesOn();
    await setUpTotp(ada.page);
    await ada.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const session = await ada.page.evaluate(async () => {
      const answer = await fetch('/web/session', { headers: { 'X-Web-App': 'console' } });
      return (await answer.json()) as { scopes: string[]; acr: string };
    });
    expect(session.acr).toBe('aal2');
    expect(session.scopes).toEqual(
      expect.arrayContaining(['tenant:users.write', 'tenant:roles.write', 'tenant:settings.write']),
    );
  });
});
