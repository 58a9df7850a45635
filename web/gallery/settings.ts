import type { Density, Theme } from '../kit/theme.ts';

const query = new URLSearchParams(location.search);

/** What the address asks for: `?locale=ar-XB&theme=dark#table`. */
export const settings = {
  locale: query.get('locale') ?? 'en',
  theme: (query.get('theme') ?? 'system') as Theme,
  density: (query.get('density') ?? 'normal') as Density,
  /** `?palette=tenant`: colors, corners and font as a tenant may choose them. */
  palette: query.get('palette'),
};

const changes: Record<string, (text: string) => string> = {
  'en-XA': (text) => `${text}${' ~'.repeat(Math.ceil(text.length * 0.2))}`,
  'ar-XB': (text) => text.replace(/\S+/g, (word) => `\u202e${word}\u202c`),
};

/** A text of the gallery, in the pseudo-locales as the messages are. */
export const sample = (text: string): string => changes[settings.locale]?.(text) ?? text;
