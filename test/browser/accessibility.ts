import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: { exclude: string[] }, options: { runOnly?: string[] }): Promise<AxeResults>;
}

/** React Aria announces a pending button by its id, for seven seconds: longer than the button exists. */
const exclude = ['[data-live-announcer]'];

const listOf = ({ violations }: AxeResults): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);

const run = async (page: Page, options: { runOnly?: string[] }): Promise<string[]> =>
  listOf(
    await page.evaluate(
      (given) => (globalThis as unknown as { axe: Axe }).axe.run(given.context, given.options),
      { context: { exclude }, options },
    ),
  );

/** What axe finds wrong with a page. The page's policy lets no script in: the browser's own channel does. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return run(page, {});
}

/** What axe finds wrong with a page in light and in dark, which differ in nothing but colors. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const emulate = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colors that change gradually have no contrast of their own until they have arrived.
    await page.waitForFunction(
      () => !document.getAnimations().some((one) => one instanceof CSSTransition),
    );
  };
  await emulate('light');
  const light = await violationsOf(page);
  await emulate('dark');
  return [...light, ...(await run(page, { runOnly: ['color-contrast', 'link-in-text-block'] }))];
}
