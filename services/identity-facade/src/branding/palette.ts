import { brandingColorNames } from '@platform/contracts';
import type { BrandingSettings } from '@platform/contracts';
import { palettes } from '@platform/pages';
import { moreContrast, nearestPassing } from './contrast.ts';
import type { SchemePalette, Scheme } from './scheme.ts';

const builtIn = (scheme: Scheme): SchemePalette =>
  Object.fromEntries(
    brandingColorNames.map((name) => [name, palettes[scheme][name].toUpperCase()]),
  ) as SchemePalette;

const leastOnSurface = 3;
/** For text (WCAG 2.2 §1.4.3). */
const leastOfText = 4.5;

/** Colors derived from a primary color, as close to it as the contrast allows. */
const followers = (primary: string, { surface }: SchemePalette) => ({
  onPrimary: moreContrast(primary),
  link: nearestPassing(primary, [{ background: surface, required: leastOfText }]),
});

/**
 * The colors of a scheme: the tenant's, else the built-in ones. With a primary color of the tenant, `onPrimary` is black or white,
 * and links use the primary color unless they are set.
 */
export function paletteOf(
  { colors, colorsDark }: Pick<BrandingSettings, 'colors' | 'colorsDark'>,
  scheme: Scheme,
): SchemePalette {
  const chosen = scheme === 'light' ? colors : colorsDark;
  const palette = { ...builtIn(scheme), ...chosen };
  return chosen.primary === undefined
    ? palette
    : { ...palette, ...followers(chosen.primary, palette), ...chosen };
}

/** The colors of an override. One primary color serves both schemes; the dark one adjusts it to the required contrast. */
export function paletteWithPrimary(
  settings: Pick<BrandingSettings, 'colors' | 'colorsDark'>,
  scheme: Scheme,
  primary: string,
): SchemePalette {
  const palette = paletteOf(settings, scheme);
  const { link: chosenLink } = scheme === 'light' ? settings.colors : settings.colorsDark;
  const adapted =
    scheme === 'light'
      ? primary
      : nearestPassing(primary, [{ background: palette.surface, required: leastOnSurface }]);
  const { onPrimary, link } = followers(adapted, palette);
  return { ...palette, primary: adapted, onPrimary, link: chosenLink ?? link };
}
