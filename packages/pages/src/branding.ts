/** Names of a page's colors. */
export const colourNames = [
  'background',
  'surface',
  'text',
  'mutedText',
  'primary',
  'onPrimary',
  'link',
  'error',
  'border',
] as const;

/** The name of a color. */
export type ColourName = (typeof colourNames)[number];
/** Colors as `#rrggbb`. */
export type Palette = Readonly<Record<ColourName, string>>;

/** The palettes of a tenant that has chosen none. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    background: '#f6f7f9',
    surface: '#ffffff',
    text: '#161a22',
    mutedText: '#566070',
    primary: '#2b59e0',
    onPrimary: '#ffffff',
    link: '#2450cf',
    error: '#b42318',
    border: '#868e9c',
  },
  dark: {
    background: '#0c0e13',
    surface: '#151922',
    text: '#f1f3f7',
    mutedText: '#a5aebd',
    primary: '#86a3ff',
    onPrimary: '#0c0e13',
    link: '#9bb3ff',
    error: '#ff9a8f',
    border: '#6c7686',
  },
};

/** The page settings of a tenant; absent ones keep the built-in value. */
export interface PageBranding {
  light?: Partial<Palette>;
  dark?: Partial<Palette>;
  shape?: 'square' | 'rounded' | 'pill';
  /** The name of a font family; the system's fonts follow it. */
  font?: string;
}

const colour = /^#[0-9a-f]{6}$/i;
const family = /^[A-Za-z0-9][A-Za-z0-9 -]{0,59}$/;
const radii = {
  square: '--radius:0;--card-radius:0',
  rounded: '--radius:8px;--card-radius:14px',
  pill: '--radius:999px;--card-radius:20px',
};
const fallback = 'system-ui,sans-serif';

const propertyOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** @throws TypeError for an invalid color: nothing else of a tenant may reach a style sheet */
function declarations(palette: Partial<Palette> = {}): string[] {
  return colourNames.flatMap((name) => {
    const value = palette[name];
    if (value === undefined) return [];
    if (!colour.test(value)) throw new TypeError(`${name} is not a color of the form #rrggbb`);
    return [`${propertyOf(name)}:${value.toLowerCase()}`];
  });
}

const rule = (selector: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${selector}{${lines.join(';')}}`;

/**
 * The style sheet of a tenant: custom properties under `.tenant-palette`, and nothing else. @throws TypeError for a malformed
 * value
 */
export function brandingCss({ light, dark, shape, font }: PageBranding): string {
  if (font !== undefined && !family.test(font)) throw new TypeError('not the name of a font');
  const common = [
    ...(shape ? [radii[shape]] : []),
    ...(font ? [`--font:'${font}',${fallback}`] : []),
  ];
  // In the dark scheme, colors that only the light palette sets have their built-in value.
  const inDark = [...declarations(builtIn(light, dark)), ...declarations(dark)];
  const bySystem = rule('html:not([data-theme]) .tenant-palette', inDark);
  return [
    rule('.tenant-palette', [...declarations(light), ...common]),
    rule("[data-theme='dark'] .tenant-palette", inDark),
    bySystem && `@media (prefers-color-scheme:dark){${bySystem}}`,
  ].join('');
}

/** The built-in dark colors for those that a tenant sets only in the light palette. */
const builtIn = (light: Partial<Palette> = {}, dark: Partial<Palette> = {}): Partial<Palette> =>
  Object.fromEntries(
    colourNames
      .filter((name) => light[name] !== undefined && dark[name] === undefined)
      .map((name) => [name, palettes.dark[name]]),
  );

const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16)),
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colors (WCAG 2.2): from 1 to 21. Text needs 4.5, the outline of a control 3. */
export function contrastRatio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
