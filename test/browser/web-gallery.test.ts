import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { galleryServer } from './gallery-server.ts';
import type { GalleryServer } from './gallery-server.ts';

const folder = process.env['WEB_SHOTS'];
const only = process.env['WEB_SHOTS_ONLY']?.split(',');
// Pages are checked by tests of their own.
const describeInBrowser = hasBrowser && runsLongTests ? describe : describe.skip;

const openers: Record<string, (page: Page) => Promise<void>> = {
  editor: (page) => page.locator('.cm-content').last().waitFor(),
  menu: (page) => page.locator('main button').click(),
};

describeInBrowser('the gallery of components', () => {
  let gallery: GalleryServer;
  let browser: Browser;
  let page: Page;
  let names: string[];
  const faults: string[] = [];
  let loaded: string | undefined;

  /** Shows a page. The script is loaded again only for another query. */
  async function open(name: string, query = ''): Promise<void> {
    if (loaded !== query) await page.goto(gallery.address(query));
    loaded = query;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, name);
    await page.waitForSelector(`[data-gallery="${name}"]`, { state: 'attached' });
    await openers[name]?.(page);
    // Findings of forms and positions of popovers come a moment later.
    await page.waitForTimeout(100);
  }

  beforeAll(async () => {
    [gallery, browser] = await Promise.all([galleryServer(), startBrowser()]);
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => {
      // The page of a save that fails, on purpose.
      if (error.message !== 'out of order') faults.push(String(error));
    });
    await page.goto(gallery.address());
    await page.waitForSelector('main a');
    names = await page.locator('main a').allInnerTexts();
    names = names.filter((name) => only?.includes(name) ?? true);
  });
  afterAll(async () => {
    await browser?.close();
    gallery?.stop();
  });

  it.runIf(folder !== undefined)(
    'is photographed',
    async () => {
      mkdirSync(folder ?? '', { recursive: true });
      const looks = [
        { width: 1280, scheme: 'light', query: '' },
        { width: 1280, scheme: 'dark', query: '' },
        { width: 360, scheme: 'light', query: '' },
        { width: 360, scheme: 'dark', query: '' },
        { width: 800, scheme: 'light', query: '' },
        { width: 360, scheme: 'light', query: '?locale=en-XA' },
        { width: 1280, scheme: 'light', query: '?locale=en-XA' },
        { width: 1280, scheme: 'light', query: '?locale=ar-XB' },
        { width: 1280, scheme: 'light', query: '?palette=tenant' },
      ] as const;
      for (const { width, scheme, query } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        for (const name of names) {
          await open(name, query);
          const file = `${name}-${width}-${scheme}${query.replace(/^\?\w+=/, '-')}.png`;
          await page.screenshot({ path: join(folder ?? '', file), fullPage: true });
        }
      }
    },
    600_000,
  );

  it.each([1280, 360])('has no violation that axe finds, at %d px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const found: Record<string, string[]> = {};
    for (const name of names) {
      await open(name);
      const violations = await violationsInBothSchemes(page);
      if (violations.length > 0) found[name] = violations;
    }
    expect(found).toEqual({});
  });

  it.each(['', '?locale=en-XA', '?locale=ar-XB'])(
    'is nowhere wider than a phone (%s)',
    async (query) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const wide: string[] = [];
      for (const name of names) {
        await open(name, query);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 360) wide.push(`${name}: ${width}`);
      }
      expect(wide).toEqual([]);
    },
  );

  it('lets keyboard users leave an editor, in which Tab indents', async () => {
    if (!names.includes('editor')) return;
    await open('editor');
    const editor = page.getByRole('textbox', { name: 'Model' });
    await editor.press('Tab');
    expect(await editor.innerText()).toMatch(/^ {2}model/);
    await editor.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Line 9:');
  });

  it('violates no content policy, and logs no error', () => {
    expect(faults).toEqual([]);
  });
});
