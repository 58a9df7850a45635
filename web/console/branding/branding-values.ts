import type { Branding, PutBrandingRequest } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';

export const colorNames = [
  'primary',
  'onPrimary',
  'background',
  'surface',
  'text',
  'mutedText',
  'link',
  'error',
  'border',
] as const;
export type ColorName = (typeof colorNames)[number];

export const pictureNames = ['logoUrl', 'logoDarkUrl', 'iconUrl', 'backgroundImageUrl'] as const;
export type PictureName = (typeof pictureNames)[number];

export const linkNames = ['privacyPolicyUrl', 'termsUrl', 'helpUrl', 'supportEmail'] as const;
export type LinkName = (typeof linkNames)[number];

export type Override = NonNullable<PutBrandingRequest['overrides']>[number];

/** The form of a branding. */
export interface BrandingValues
  extends
    Record<PictureName, string>,
    Pick<
      Branding,
      | 'themeMode'
      | 'contrastPolicy'
      | 'fontFamily'
      | 'cornerStyle'
      | 'layout'
      | 'defaultLocale'
      | 'showPoweredBy'
    > {
  displayName: string;
  colors: Record<ColorName, string>;
  colorsDark: Record<ColorName, string>;
  customCss: string;
  links: Record<LinkName, string>;
  /** Tags, separated by commas. */
  supportedLocales: string;
  /** For each language, a text in each line. */
  texts: Record<string, string>;
  overrides: readonly Override[];
}

const picked = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>;

const filled = <K extends string>(
  values: Readonly<Record<K, string>>,
): Partial<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string>(values).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  ) as Partial<Record<K, string>>;

/** A text in a line: its own line breaks are written as `\n`. */
const lineOf = ([key, text]: [string, string]): string =>
  `${key} = ${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`;

const unescaped = (text: string): string =>
  text.replace(/\\(n|\\)/g, (_, mark: string) => (mark === 'n' ? '\n' : '\\'));

/** The texts of the lines. A line without `=` is a key without a text, which the platform rejects. */
export function textsOfLines(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), unescaped(line.slice(at + 1).trim())];
    }),
  );
}

export const linesOfTexts = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts).map(lineOf).join('\n');

export const localesOf = (text: string): string[] => linesOf(text, /[,\s]/);

/** The values of a branding, as the form has them. `tenantName` is shown for a name that is not set. */
export const brandingValues =
  (tenantName: string) =>
  (branding: Branding): BrandingValues => ({
    ...picked(pictureNames, (name) => branding[name] ?? ''),
    displayName: branding.displayName === tenantName ? '' : branding.displayName,
    themeMode: branding.themeMode,
    contrastPolicy: branding.contrastPolicy,
    fontFamily: branding.fontFamily,
    cornerStyle: branding.cornerStyle,
    layout: branding.layout,
    colors: picked(colorNames, (name) => branding.colors[name] ?? ''),
    colorsDark: picked(colorNames, (name) => branding.colorsDark[name] ?? ''),
    customCss: branding.customCss ?? '',
    links: picked(linkNames, (name) => branding.links[name] ?? ''),
    defaultLocale: branding.defaultLocale,
    supportedLocales: branding.supportedLocales.join(', '),
    texts: Object.fromEntries(
      branding.supportedLocales
        .concat(Object.keys(branding.texts))
        .map((locale) => [locale, linesOfTexts(branding.texts[locale] ?? {})]),
    ),
    overrides: branding.overrides,
    showPoweredBy: branding.showPoweredBy,
  });

/** The request that saves the values. */
export function brandingBody(values: BrandingValues): PutBrandingRequest {
  const { colors, colorsDark, links, texts, supportedLocales, overrides, customCss, ...rest } =
    values;
  const body = {
    ...rest,
    ...picked(pictureNames, (name) => values[name].trim() || null),
    displayName: values.displayName.trim() || null,
    colors: filled(colors),
    colorsDark: filled(colorsDark),
    customCss: customCss.trim() === '' ? null : customCss,
    links: filled(links),
    supportedLocales: localesOf(supportedLocales),
    texts: Object.fromEntries(
      Object.entries(texts).flatMap(([locale, lines]) =>
        lines.trim() === '' ? [] : [[locale, textsOfLines(lines)]],
      ),
    ),
    overrides: [...overrides],
  };
  return body;
}
