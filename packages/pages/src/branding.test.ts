import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { brandingCss, contrastRatio, palettes } from './branding.ts';

describe('the built-in palettes', () => {
  test.each(['light', 'dark'] as const)('%s passes WCAG 2.2 AA in every pair', (name) => {
    const { background, surface, text, mutedText, primary, onPrimary, link, error, border } =
      palettes[name];
    const texts = [text, mutedText, link, error].flatMap((one) => [
      contrastRatio(one, surface),
      contrastRatio(one, background),
    ]);
    expect(Math.min(...texts, contrastRatio(onPrimary, primary))).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(border, surface)).toBeGreaterThanOrEqual(3);
    expect(contrastRatio(primary, surface)).toBeGreaterThanOrEqual(3);
  });
});

test('contrast is that of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#123456', '#123456')).toBe(1);
});

describe('brandingCss', () => {
  test('is empty for a tenant without custom branding', () => {
    expect(brandingCss({})).toBe('');
  });

  test('sets properties under .tenant-palette', () => {
    expect(brandingCss({ light: { onPrimary: '#FFFFFF' }, shape: 'square', font: 'Inter' })).toBe(
      `.tenant-palette{--on-primary:#ffffff;--radius:0;--card-radius:0;--font:'Inter',system-ui,sans-serif}` +
        `[data-theme='dark'] .tenant-palette{--on-primary:#0c0e13}` +
        `@media (prefers-color-scheme:dark){html:not([data-theme]) .tenant-palette{--on-primary:#0c0e13}}`,
    );
  });

  test('a color for the light scheme does not affect the dark scheme', () => {
    const css = brandingCss({ light: { surface: '#ffffff' }, dark: { text: '#eeeeee' } });
    const dark = css.slice(css.indexOf('@media'));
    expect(dark).toContain('--surface:#151922');
    expect(dark).toContain('--text:#eeeeee');
  });

  test.each([
    { light: { primary: 'red' } },
    { light: { primary: '#fff}body{display:none' } },
    { dark: { link: 'url(//x)' } },
    { font: "Inter',serif;}" },
    { font: '</style>' },
  ])('refuses %j', (theme) => {
    expect(() => brandingCss(theme)).toThrow(TypeError);
  });
});

test('the style sheet has the same palettes', () => {
  const css = readFileSync(new URL('../assets/pages.css', import.meta.url), 'utf8');
  const blocks = [...css.matchAll(/color-scheme: (light|dark);([^}]+)}/g)];
  expect(blocks.map(([, name]) => name)).toEqual(['light', 'dark', 'dark']);
  for (const [, name, block = ''] of blocks)
    for (const [colour, value] of Object.entries(palettes[name as 'light' | 'dark'])) {
      const property = colour.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
      expect(block).toContain(`--${property}: ${value};`);
    }
});
