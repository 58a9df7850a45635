import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { palettes } from '@platform/pages';
import { contrastOf } from './contrast.ts';
import { paletteOf, paletteWithPrimary } from './palette.ts';

const none = { colors: {}, colorsDark: {} };
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`);

describe('links', () => {
  test('use the primary color if only that is set', () => {
    const { link } = paletteOf({ ...none, colors: { primary: '#0F766E' } }, 'light');
    expect(link).toBe('#0F766E');
    expect(paletteWithPrimary(none, 'light', '#0F766E').link).toBe('#0F766E');
  });

  test('keep the color that the tenant has set', () => {
    const colors = { primary: '#0F766E', link: '#7A1FA2' };
    expect(paletteOf({ ...none, colors }, 'light').link).toBe('#7A1FA2');
    expect(paletteWithPrimary({ ...none, colors }, 'light', '#B42318').link).toBe('#7A1FA2');
  });

  test('are as built in without a primary color of the scheme', () => {
    const { link } = paletteOf({ ...none, colors: { primary: '#0F766E' } }, 'dark');
    expect(link).toBe(palettes.dark.link.toUpperCase());
  });

  test('can be read whatever the primary color is', () => {
    fc.assert(
      fc.property(color, fc.constantFrom('light' as const, 'dark' as const), (primary, scheme) => {
        const set = { colors: { primary }, colorsDark: { primary } };
        for (const palette of [paletteOf(set, scheme), paletteWithPrimary(none, scheme, primary)])
          expect(contrastOf(palette.link, palette.surface)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
