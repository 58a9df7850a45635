import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { checkContrast, contrastOf, moreContrast, nearestPassing } from './contrast.ts';
import { paletteOf } from './palette.ts';

const none = { colors: {}, colorsDark: {} };
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`);

describe('contrast', () => {
  test('follows WCAG 2.2, and is never rounded up', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBe(21);
    // 4.4776 must not be rounded up to 4.5, which would pass.
    expect(contrastOf('#777777', '#FFFFFF')).toBe(4.47);
    expect(contrastOf('#767676', '#FFFFFF')).toBe(4.54);
  });

  test('the built-in palettes pass in both schemes', () => {
    for (const scheme of ['light', 'dark'] as const)
      expect(checkContrast(scheme, paletteOf(none, scheme)).faults).toEqual([]);
  });

  test('reports the failing pair and a color that passes', () => {
    const palette = paletteOf({ ...none, colors: { mutedText: '#AAAAAA' } }, 'light');
    const { faults } = checkContrast('light', palette);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ pair: 'mutedText/surface', required: 4.5, passes: false });
    expect(contrastOf(faults[0]!.nearest, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });

  test('chooses black or white on a primary color', () => {
    const colors = { primary: '#FFDD00' };
    expect(paletteOf({ ...none, colors }, 'light').onPrimary).toBe('#000000');
    expect(moreContrast('#1B2A80')).toBe('#FFFFFF');
  });
});

describe('the nearest color that passes', () => {
  test('passes on every background, and is the color itself if that passes', () => {
    fc.assert(
      fc.property(color, color, fc.constantFrom(3, 4.5), (foreground, background, required) => {
        const nearest = nearestPassing(foreground, [{ background, required }]);
        expect(contrastOf(nearest, background)).toBeGreaterThanOrEqual(required);
        if (contrastOf(foreground, background) >= required) expect(nearest).toBe(foreground);
      }),
      { numRuns: 200 },
    );
  });
});
