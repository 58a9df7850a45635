import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';

/** Values of a message's arguments. */
export type MessageValues = Record<string, string | number | boolean | Date>;

/** Returns a message in one locale. @throws Error for an unknown key or a missing argument, which is a bug */
export type Translate = (key: string, values?: MessageValues) => string;

/** Messages in ICU MessageFormat, by key. */
export type Catalogue = Readonly<Record<string, string>>;

/** Catalogues by locale. */
export type Catalogues = ReadonlyMap<string, Catalogue>;

/** Reads a folder of catalogues: one JSON object per locale, in a file named after it. */
export function readCatalogues(folder: URL): Catalogues {
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalogue,
    ]),
  );
}

/** Merges the messages of several folders; later ones take precedence. */
export function mergeCatalogues(...all: Catalogues[]): Catalogues {
  const locales = new Set(all.flatMap((catalogues) => [...catalogues.keys()]));
  const merged = (locale: string): Catalogue =>
    Object.assign({}, ...all.map((catalogues) => catalogues.get(locale))) as Catalogue;
  return new Map([...locales].map((locale) => [locale, merged(locale)]));
}

/**
 * Compiles catalogues. Tags in messages are plain text: a message is never markup. @throws Error for an invalid ICU MessageFormat
 * message
 */
export function translations(catalogues: Catalogues): (locale: string) => Translate {
  const compiled = new Map(
    [...catalogues].map(([locale, catalogue]) => [locale, compile(locale, catalogue)]),
  );
  return (locale) => {
    const found = compiled.get(locale);
    if (!found) throw new Error(`no messages for locale ${locale}`);
    return found;
  };
}

/** Replaces messages with a tenant's texts, in which only `{name}` is special: it inserts an argument of the message. */
export const withTexts =
  (translate: Translate, texts: Readonly<Record<string, string>>): Translate =>
  (key, values = {}) =>
    Object.hasOwn(texts, key)
      ? (texts[key] ?? '').replace(/\{(\w+)\}/g, (all, name: string) =>
          Object.hasOwn(values, name) ? String(values[name]) : all,
        )
      : translate(key, values);

function compile(locale: string, catalogue: Catalogue): Translate {
  const formats = new Map(
    Object.entries(catalogue).map(([key, text]) => [
      key,
      new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }),
    ]),
  );
  return (key, values) => {
    const format = formats.get(key);
    if (!format) throw new Error(`no message ${key} in locale ${locale}`);
    return String(format.format(values));
  };
}
