import { brandingColorNames } from '@platform/contracts';
import type { BrandingSettings } from '@platform/contracts';
import { palettes } from '@platform/pages';
import { moreContrast, nearestPassing } from './contrast.ts';
import type { SchemePalette, Scheme } from './scheme.ts';

const builtIn = (scheme: Scheme): SchemePalette =>
  Object.fromEntries(
    brandingColorNames.map((name) => [name, palettes[scheme][name].toUpperCase()]),
  ) as SchemePalette;

/** The colors of a scheme: the tenant's, else the built-in ones. Without `onPrimary` it is black or white. */
export function paletteOf(
  { colors, colorsDark }: Pick<BrandingSettings, 'colors' | 'colorsDark'>,
  scheme: Scheme,
): SchemePalette {
  const chosen = scheme === 'light' ? colors : colorsDark;
  const palette = { ...builtIn(scheme), ...chosen };
  return chosen.primary !== undefined && chosen.onPrimary === undefined
    ? { ...palette, onPrimary: moreContrast(palette.primary) }
    : palette;
}

const leastOnSurface = 3;

/** The colors of an override: one primary color serves both schemes, in the dark as near to it as the contrast allows. */
export function paletteWithPrimary(
  settings: Pick<BrandingSettings, 'colors' | 'colorsDark'>,
  scheme: Scheme,
  primary: string,
): SchemePalette {
  const palette = paletteOf(settings, scheme);
  const adapted =
    scheme === 'light'
      ? primary
      : nearestPassing(primary, [{ background: palette.surface, required: leastOnSurface }]);
  return { ...palette, primary: adapted, onPrimary: moreContrast(adapted) };
}
