import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { violationsInBothSchemes } from './accessibility.ts';
import { totpCode } from './person.ts';

/** An administrator at the console, with a second factor. */
export interface Administrator {
  page: Page;
  context: BrowserContext;
  /** Violations of the content policy, and errors of scripts. */
  faults: string[];
  at: (path: string) => string;
  button: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  inDialog: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  sees: (heading: string) => Promise<void>;
  /** Finds nothing wrong with the page, in light and in dark. */
  isAccessible: () => Promise<void>;
}

/** Signs an owner of acme in at the console, which adds a second factor. */
export async function administrator(
  platform: PlatformUnderTest,
  browser: Browser,
): Promise<Administrator> {
  const someone = await platform.person('acme', { roles: ['tenant_owner'] });
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const faults: string[] = [];
  context.on('console', (message) => {
    // 401, 404 and 412 are how the page learns what is the case.
    if (message.type() === 'error' && !/status of 4(01|04|12)/.test(message.text()))
      faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const at = (path: string) => `${platform.tenant('acme').issuer}/console${path}`;
  await page.goto(at('/users'));
  await page.fill('[name=identifier]', someone.email);
  await page.click('main button.primary');
  await page.fill('[name=password]', someone.password);
  await page.click('main button.primary');
  await page.click('button[value=totp]');
  const [secret = ''] = /(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{4}/.exec(
    (await page.textContent('main')) ?? '',
  ) ?? [''];
  await page.fill('[name=code]', totpCode(secret));
  await page.getByRole('heading', { name: /recovery codes/i }).waitFor();
  await page.click('main button.primary');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  return {
    page,
    context,
    faults,
    at,
    button: (name) => page.getByRole('button', { name, exact: true }),
    inDialog: (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }),
    sees: (heading) => page.getByRole('heading', { name: heading, exact: true }).waitFor(),
    async isAccessible() {
      expect(await violationsInBothSchemes(page)).toEqual([]);
    },
  };
}
