import { createHash } from 'node:crypto';
import { brandingColorNames } from '@platform/contracts';
import type { BrandingSettings } from '@platform/contracts';
import { brandingCss } from '@platform/pages';
import { paletteOf, paletteWithPrimary } from './palette.ts';
import type { SchemePalette, Scheme } from './scheme.ts';

/** A style sheet and its digest, which is part of its URL. */
export interface Theme {
  sha256: string;
  css: string;
}

const fonts: Record<BrandingSettings['fontFamily'], string | undefined> = {
  system: undefined,
  inter: 'Inter',
  roboto: 'Roboto',
  open_sans: 'Open Sans',
  lato: 'Lato',
  noto_sans: 'Noto Sans',
  source_sans_3: 'Source Sans 3',
};

/** Colors that differ from the built-in ones, which need no declaration. */
function chosen(palette: SchemePalette, builtIn: SchemePalette): Partial<SchemePalette> {
  const differing = brandingColorNames.filter((name) => palette[name] !== builtIn[name]);
  return Object.fromEntries(differing.map((name) => [name, palette[name]]));
}

const untouched = { colors: {}, colorsDark: {} };

/** The style sheet of a branding; `primary` is the color of an override. */
export function themeOf(
  settings: BrandingSettings,
  customCss: string | null,
  primary?: string,
): Theme {
  const colorsOf = (scheme: Scheme): Partial<SchemePalette> => {
    const palette =
      primary === undefined
        ? paletteOf(settings, scheme)
        : paletteWithPrimary(settings, scheme, primary);
    return chosen(palette, paletteOf(untouched, scheme));
  };
  const css =
    brandingCss({
      light: colorsOf('light'),
      dark: colorsOf('dark'),
      shape: settings.cornerStyle,
      font: fonts[settings.fontFamily],
    }) + (customCss ?? '');
  return { sha256: createHash('sha256').update(css).digest('hex'), css };
}

/** Every style sheet that pages of a tenant may need: its own, and one per other primary color. */
export function themesOf(settings: BrandingSettings, customCss: string | null): Theme[] {
  const primaries = new Set(settings.overrides.flatMap(({ primaryColor }) => primaryColor ?? []));
  const themes = [undefined, ...primaries].map((primary) => themeOf(settings, customCss, primary));
  return [...new Map(themes.map((theme) => [theme.sha256, theme])).values()];
}
