import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { loginHub } from '../../services/hub/test/login-hub.ts';
import type { LoginHub } from '../../services/hub/test/login-hub.ts';
import { eventually } from '@platform/testkit/eventually';
import { violationsInBothSchemes } from './accessibility.ts';
import { addVirtualAuthenticator, hasBrowser, startBrowser } from './browser.ts';
import { clientWithTemplate, submitIdentifier, open, password, states } from './login-pages.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a login in a browser', () => {
  let hub: LoginHub;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [hub, browser] = await Promise.all([loginHub(), startBrowser()]);
    context = await browser.newContext({ bypassCSP: false });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
  });

  const finished = (uid: string) => eventually(() => hub.outcomes.get(uid)?.kind === 'finished');

  it('signs in with a password', async () => {
    hub.person('ada@example.com', { password });
    const uid = await open(hub, page);
    await submitIdentifier(page, 'ada@example.com');
    await page.waitForFunction(`document.activeElement?.getAttribute('name') === 'password'`);
    await page.fill('[name=password]', password);
    await page.keyboard.press('Enter');
    await finished(uid);
  });

  it('signs in with a code of an authenticator app, which submits itself', async () => {
    hub.person('bo@example.com', { password, totp: '135790' });
    const uid = await open(hub, page, { acrValues: ['aal2'] });
    await submitIdentifier(page, 'bo@example.com');
    await page.fill('[name=password]', password);
    await page.keyboard.press('Enter');
    await page.fill('[name=code]', '135790');
    await finished(uid);
  });

  it('sends the code of a device link by itself', async () => {
    const own = await browser.newContext();
    const tab = await own.newPage();
    const link = `http://localhost:${hub.pod.httpPort}/activate?user_code=BCDF-GHJK`;
    await Promise.all([tab.waitForSelector('.error'), tab.goto(link)]);
    await own.close();
  });

  it('creates a passkey, and signs in with it', async () => {
    const own = await browser.newContext();
    const tab = await own.newPage();
    await addVirtualAuthenticator(tab);
    const userId = hub.person('cy@example.com', { password });
    const first = await open(hub, tab, {
      client: clientWithTemplate(hub, 'password_required_mfa'),
    });
    await submitIdentifier(tab, 'cy@example.com');
    await tab.fill('[name=password]', password);
    await tab.keyboard.press('Enter');
    await tab.click('[name=method][value=passkey]');
    await tab.click('[data-passkey-start]');
    await finished(first);
    await tab.waitForURL(/openid-configuration/);
    expect(hub.around.identityFacade.credentialsOf(userId).passkeys).toHaveLength(1);
    const second = await open(hub, tab, { client: clientWithTemplate(hub, 'passkey_required') });
    // The browser may offer the passkey in the field by itself; else the person names themselves.
    await eventually(async () => {
      const isDone = hub.outcomes.has(second);
      if (!isDone) await submitIdentifier(tab, 'cy@example.com', 1_000).catch(() => undefined);
      if (!isDone)
        await tab.click('[data-passkey-start]', { timeout: 1_000 }).catch(() => undefined);
      return isDone;
    });
    await finished(second);
    await own.close();
  });

  it('works without JavaScript', async () => {
    const own = await browser.newContext({ javaScriptEnabled: false });
    const tab = await own.newPage();
    hub.person('dee@example.com', { password, totp: '135790' });
    const uid = await open(hub, tab, { acrValues: ['aal2'] });
    await submitIdentifier(tab, 'dee@example.com');
    await tab.fill('[name=password]', password);
    await tab.click('main button.primary');
    await tab.fill('[name=code]', '135790');
    await tab.click('main button.primary');
    await finished(uid);
    await own.close();
  });

  it('shows the current step after the back button', async () => {
    hub.person('eve@example.com', { password });
    await open(hub, page);
    await submitIdentifier(page, 'eve@example.com');
    await page.goBack();
    await page.reload();
    expect(await page.textContent('h1')).toBe('Enter your password');
  });

  describe.each(Object.keys(states))('%s', (name) => {
    it('is accessible in light and dark, and fits 360 pixels', async () => {
      const own = await browser.newContext();
      const tab = await own.newPage();
      await states[name]!(hub, tab);
      await tab.waitForSelector('h1');
      await tab.setViewportSize({ width: 360, height: 740 });
      const width = await tab.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(360);
      expect(await violationsInBothSchemes(tab)).toEqual([]);
      await own.close();
    });
  });
});
