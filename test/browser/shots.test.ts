import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { loginHub } from '../../services/hub/test/login-hub.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { states } from './login-pages.ts';

const folder = process.env['SHOTS'];
const describeShots = folder === undefined || !hasBrowser ? describe.skip : describe;
const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

/** `npm run shots`: every page of a login, light and dark, 360 and 1280 px, and one sheet of them all. */
describeShots('screenshots', () => {
  it('captures every page', async () => {
    const [hub, browser] = await Promise.all([loginHub(), startBrowser()]);
    const only = process.env['SHOTS_ONLY']?.split(',');
    const locale = process.env['SHOTS_LOCALE'] ?? 'en';
    const names = Object.keys(states).filter((name) => only?.includes(name) ?? true);
    const images: string[] = [];
    mkdirSync(folder ?? '', { recursive: true });
    for (const name of names) {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      await states[name]!(hub, page);
      await page.waitForLoadState('networkidle');
      for (const { width, height, colorScheme } of looks) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        const file = `${name}-${width}-${colorScheme}.png`;
        const bytes = await page.screenshot({ path: `${folder}/${file}` });
        images.push(
          `<figure><img width="${width / 2}" src="data:image/png;base64,${bytes.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
        );
      }
      await context.close();
    }
    const sheet = `<body style="margin:16px;display:flex;flex-wrap:wrap;gap:12px;width:1712px;background:#ddd;font:12px sans-serif">${images.join('')}<style>figure{margin:0}</style>`;
    writeFileSync(`${folder}/sheet.html`, sheet);
    const page = await browser.newPage({ viewport: { width: 1744, height: 1000 } });
    await page.setContent(sheet);
    await page.screenshot({ path: `${folder}/sheet.png`, fullPage: true });
    await browser.close();
    await hub.stop();
  }, 300_000);
});
