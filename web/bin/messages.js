// Compiles the ICU messages of web/messages at build time, so that no parser is in the bundle.
import { readFileSync, readdirSync } from 'node:fs';
import { TYPE, parse } from '@formatjs/icu-messageformat-parser';

const folder = new URL('../messages/', import.meta.url);

/** The areas of a locale. */
export const areasOf = (locale) =>
  readdirSync(new URL(`${locale}/`, folder)).map((file) => file.replace(/\.json$/, ''));

/** The messages of an area, as they are written. */
export const readArea = (locale, area) =>
  JSON.parse(readFileSync(new URL(`${locale}/${area}.json`, folder), 'utf8'));

const accents = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó', n: 'ñ', c: 'ç' };

function longer(text) {
  const accented = text.replace(/[aeiouAEOnc]/g, (letter) => accents[letter] ?? letter);
  const letters = text.trim().length;
  return letters < 2 ? text : `${accented}${' ~'.repeat(Math.ceil(letters * 0.2))}`;
}

const mirrored = (text) => text.replace(/\S+/g, (word) => `\u202e${word}\u202c`);

/** Changes the literal text of a message. */
const transform = (elements, change) =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: change(element.value) };
    if (element.type === TYPE.tag)
      return { ...element, children: transform(element.children, change) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: transform(option.value, change) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });

/** Locales for tests of layouts, imported with `?pseudo=`: English that is 40 % longer, and English from right to left. */
const changes = { 'en-XA': longer, 'ar-XB': mirrored };

/** Text without arguments stays text, all else becomes a syntax tree. @throws SyntaxError if it is no ICU message */
function compile(message, locale) {
  const parsed = parse(message, { requiresOtherClause: true });
  const elements = changes[locale] ? transform(parsed, changes[locale]) : parsed;
  if (elements.length === 0) return '';
  const [first] = elements;
  return elements.length === 1 && first.type === TYPE.literal ? first.value : elements;
}

/** The messages of an area, compiled. Pseudo-locales are derived from English. */
export function compileArea(locale, area) {
  const messages = readArea(changes[locale] ? 'en' : locale, area);
  const compiled = Object.entries(messages).map(([key, message]) => {
    try {
      return [key, compile(message, locale)];
    } catch (error) {
      throw new SyntaxError(`messages/${locale}/${area}.json: ${key}: ${error.message}`);
    }
  });
  return Object.fromEntries(compiled);
}

const filePath = /\/messages\/([a-zA-Z-]+)\/([a-zA-Z-]+)\.json(?:\?pseudo=([a-zA-Z-]+))?$/;

/** The plugin of Vite. It returns JSON, which Vite makes a module of. */
export const messagesPlugin = () => ({
  name: 'messages',
  enforce: 'pre',
  transform(_code, id) {
    const [, locale, area, pseudoLocale] = filePath.exec(id) ?? [];
    if (!locale) return null;
    const json = JSON.stringify(compileArea(pseudoLocale ?? locale, area));
    // Vite makes modules of JSON, but not of paths with a query.
    if (pseudoLocale) return { code: `export default ${json}`, moduleType: 'js', map: null };
    return { code: json, map: null };
  },
});
