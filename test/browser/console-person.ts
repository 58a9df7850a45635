import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { totpCode } from './person.ts';

/** An owner of a tenant in its console. */
export interface ConsolePerson {
  page: Page;
  context: BrowserContext;
  /** The address of a page of the console. */
  at(path: string): string;
  /** Violations of the content policy, and errors of scripts. */
  faults: string[];
}

/** Signs in an owner, who adds a second factor, and opens a page of the console. */
export async function openConsole(
  platform: PlatformUnderTest,
  browser: Browser,
  { slug = 'acme', path = '' } = {},
): Promise<ConsolePerson> {
  const at = (to: string) => `${platform.tenant(slug).issuer}/console${to}`;
  const { email, password } = await platform.person(slug, { roles: ['tenant_owner'] });
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(at(path));
  await page.fill('[name=identifier]', email);
  await page.click('main button.primary');
  await page.fill('[name=password]', password);
  await page.click('main button.primary');
  await page.click('button[value=totp]');
  const text = (await page.textContent('main')) ?? '';
  const [secret = ''] = /(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{4}/.exec(text) ?? [''];
  await page.fill('[name=code]', totpCode(secret));
  await page.getByRole('heading', { name: /recovery codes/i }).waitFor();
  await page.click('main button.primary');
  await page.waitForURL((url) => url.pathname.startsWith('/console'));
  return { page, context, at, faults };
}
