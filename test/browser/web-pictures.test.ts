import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { accessToken } from '@platform/dev/access-token';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { DEFAULT_DATA_DIR } from '@platform/dev/platform';
import { readyIn, tenantNamed } from '@platform/dev/ready-platform';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { hasBrowser, startBrowser } from './browser.ts';
import { openPage, signInWithNewFactor } from './console-person.ts';

const folder = process.env['WEB_PICTURES'];
const describePictures = folder === undefined || !hasBrowser ? describe.skip : describe;
const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

/** An administrator for these pictures: one from an earlier run has a second factor that is not kept. */
async function administrator(slug: string) {
  const ready = readyIn(process.env['WEB_PICTURES_DATA'] ?? DEFAULT_DATA_DIR);
  const tenant = tenantNamed(slug, ready);
  const api = managementApi(ready.gateway, await accessToken(ready.hub, tenant));
  const email = `pictures-${randomBytes(4).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const user = {
    email,
    emailVerified: true,
    displayName: 'Ada Lovelace',
    credential: { password },
  };
  const { id } = await succeeded(api('POST', '/directory/users', user));
  const principal = { type: 'user', id };
  await succeeded(api('POST', '/role-assignments', { principal, role: 'tenant_owner' }));
  const remove = () => api('DELETE', `/directory/users/${String(id)}`);
  return { issuer: tenant.issuer, email, password, remove };
}

/** Waits until a page has its data. What polls keeps the network busy, so there is a limit. */
const settled = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);

const pathsIn = (page: Page, place: string): Promise<string[]> =>
  page.$$eval(`${place} a[href^="/"]`, (links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );

async function take(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Takes pictures of a page, and of the first resource that it lists. */
async function visit(page: Page, issuer: string, path: string): Promise<void> {
  await page.goto(issuer + path);
  await page.locator('h1').first().waitFor();
  await settled(page);
  const name = path.slice(1).replaceAll('/', '-');
  await take(page, name);
  const detail = (await pathsIn(page, 'main')).find((one) => one.startsWith(`${path}/`));
  if (detail === undefined || path === '/console' || path === '/account') return;
  await page.goto(issuer + detail);
  await page.locator('h1').first().waitFor();
  await settled(page);
  await take(page, `${name}-one`);
}

/** `npm run web:pictures`: each page of the console and of the account of the tenant `demo`, light and dark, 360 and 1280 px. */
describePictures('pictures', () => {
  it('of the console and the account', async () => {
    mkdirSync(folder ?? '', { recursive: true });
    const [someone, browser] = await Promise.all([administrator('demo'), startBrowser()]);
    const { page } = await openPage(browser, []);
    try {
      await page.goto(`${someone.issuer}/console`);
      await signInWithNewFactor(page, someone);
      for (const app of ['/console', '/account']) {
        await page.goto(someone.issuer + app);
        await page.locator('nav a').first().waitFor();
        const paths = await pathsIn(page, 'nav');
        for (const path of new Set([app, ...paths.filter((one) => one.startsWith(app))]))
          await visit(page, someone.issuer, path);
      }
    } finally {
      await someone.remove();
      await browser.close();
    }
  }, 600_000);
});
