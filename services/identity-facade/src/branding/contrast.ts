import type { BrandingColorName, BrandingResource } from '@platform/contracts';
import { clampChroma, converter, formatHex, wcagContrast } from 'culori';
import type { SchemePalette, Scheme } from './scheme.ts';

/** A foreground on a background, and the minimum contrast between them (WCAG 2.2 §1.4.3, §1.4.11). */
interface Pair {
  foreground: BrandingColorName;
  background: BrandingColorName;
  required: number;
  /** Text has a higher enhanced level: 7 (§1.4.6). */
  isText: boolean;
}

const text = (foreground: BrandingColorName, background: BrandingColorName): Pair => ({
  foreground,
  background,
  required: 4.5,
  isText: true,
});
const graphic = (foreground: BrandingColorName): Pair => ({
  foreground,
  background: 'surface',
  required: 3,
  isText: false,
});

const pairs: readonly Pair[] = [
  text('text', 'surface'),
  text('mutedText', 'surface'),
  text('link', 'surface'),
  text('error', 'surface'),
  text('text', 'background'),
  text('onPrimary', 'primary'),
  graphic('primary'),
  graphic('border'),
];

/** The contrast of a pair in the API. */
export type ContrastCheck = BrandingResource['accessibility']['checks'][number];

/** A pair with too little contrast, and the nearest color that has enough. */
export interface ContrastFault extends ContrastCheck {
  foreground: BrandingColorName;
  nearest: string;
  /** Nobody could read it: refused under every policy. */
  isIllegible: boolean;
}

/** Cut, not rounded: 4.499 must not pass as 4.5. */
const cut = (ratio: number): number => Math.floor(ratio * 100) / 100;

/** The contrast of two colors, from 1 to 21, cut to two decimals. */
export const contrastOf = (one: string, other: string): number => cut(wcagContrast(one, other));

const toOklch = converter('oklch');
const lightnessStep = 0.004;

/** A background and the least contrast with it. */
interface Demand {
  background: string;
  required: number;
}

/** The color of the same hue whose lightness differs least and that meets every demand; black or white where none does. */
export function nearestPassing(foreground: string, demands: readonly Demand[]): string {
  const passes = (color: string): boolean =>
    demands.every(({ background, required }) => contrastOf(color, background) >= required);
  const start = toOklch(foreground);
  if (!start || passes(foreground)) return foreground;
  const at = (l: number): string =>
    (formatHex(clampChroma({ ...start, l }, 'oklch')) ?? foreground).toUpperCase();
  for (let distance = lightnessStep; distance <= 1; distance += lightnessStep) {
    const candidates = [start.l - distance, start.l + distance].filter((l) => l >= 0 && l <= 1);
    const found = candidates.map(at).find(passes);
    if (found !== undefined) return found;
  }
  return moreContrast(demands[0]?.background ?? foreground);
}

/** Black or white, whichever contrasts more with a color. */
export const moreContrast = (color: string): string =>
  wcagContrast('#FFFFFF', color) >= wcagContrast('#000000', color) ? '#FFFFFF' : '#000000';

const illegibleBelow = 1.5;

const demandsOn = (foreground: BrandingColorName, palette: SchemePalette): Demand[] =>
  pairs
    .filter((pair) => pair.foreground === foreground)
    .map(({ background, required }) => ({ background: palette[background], required }));

/** Checks every pair of a palette. */
export function checkContrast(
  scheme: Scheme,
  palette: SchemePalette,
): { checks: ContrastCheck[]; faults: ContrastFault[]; isEnhanced: boolean } {
  const results = pairs.map((pair) => {
    const [foreground, background] = [palette[pair.foreground], palette[pair.background]];
    const ratio = contrastOf(foreground, background);
    const passes = ratio >= pair.required;
    const check: ContrastCheck = {
      scheme,
      pair: `${pair.foreground}/${pair.background}`,
      ratio,
      required: pair.required,
      passes,
      nearest: passes ? null : nearestPassing(foreground, demandsOn(pair.foreground, palette)),
    };
    return { pair, check };
  });
  const faults = results.flatMap(({ pair, check }) =>
    check.nearest === null
      ? []
      : [
          {
            ...check,
            nearest: check.nearest,
            foreground: pair.foreground,
            isIllegible: pair.foreground === 'text' && check.ratio < illegibleBelow,
          },
        ],
  );
  return {
    checks: results.map(({ check }) => check),
    faults,
    isEnhanced: results.every(
      ({ pair, check }) => check.passes && (!pair.isText || check.ratio >= 7),
    ),
  };
}
