import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { totpCode } from './person.ts';

/** An owner of a tenant in its console. */
export interface ConsolePerson {
  page: Page;
  context: BrowserContext;
  /** The address of a page of the console. */
  at(path: string): string;
  /** Violations of the content policy, and errors of scripts. */
  faults: string[];
  button: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  inDialog: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  sees: (heading: string) => Promise<void>;
  /** Finds nothing wrong with the page, in light and in dark. */
  isAccessible: () => Promise<void>;
}

/** Signs in at the page of a console, and adds a second factor. */
export async function signInWithNewFactor(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.fill('[name=identifier]', email);
  await page.click('main button.primary');
  await page.fill('[name=password]', password);
  await page.click('main button.primary');
  await setUpTotp(page);
}

/** Sets up an authenticator app where a sign-in asks for a second factor. */
export async function setUpTotp(page: Page): Promise<void> {
  await page.click('button[value=totp]');
  const text = (await page.textContent('main')) ?? '';
  const [secret = ''] = /(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{4}/.exec(text) ?? [''];
  await page.fill('[name=code]', totpCode(secret));
  await page.getByRole('heading', { name: /recovery codes/i }).waitFor();
  await page.click('main button.primary');
}

/** Opens a page. `faults` is what the browser reports, except responses with these statuses: by them the page learns what is the case. */
export async function openPage(browser: Browser, statuses: readonly number[]) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const faults: string[] = [];
  context.on('console', (message) => {
    const isExpected = statuses.some((status) => message.text().includes(`status of ${status}`));
    if (message.type() === 'error' && !isExpected) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { context, page, faults };
}

/** Signs in an owner, who adds a second factor, and opens a page of the console. */
export async function openConsole(
  platform: PlatformUnderTest,
  browser: Browser,
  { path = '', statuses = [401, 404, 412] }: { path?: string; statuses?: readonly number[] } = {},
): Promise<ConsolePerson> {
  const at = (to: string) => `${platform.tenant('acme').issuer}/console${to}`;
  const someone = await platform.person('acme', { roles: ['tenant_owner'] });
  const { context, page, faults } = await openPage(browser, statuses);
  await page.goto(at(path));
  await signInWithNewFactor(page, someone);
  await page.waitForURL((url) => url.pathname.startsWith('/console'));
  return {
    page,
    context,
    at,
    faults,
    button: (name) => page.getByRole('button', { name, exact: true }),
    inDialog: (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }),
    sees: (heading) => page.getByRole('heading', { name: heading, exact: true }).waitFor(),
    async isAccessible() {
      expect(await violationsInBothSchemes(page)).toEqual([]);
    },
  };
}
