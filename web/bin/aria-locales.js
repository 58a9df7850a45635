/** The locales of React Aria that are kept: those of web/messages. It has 34, which would be a fifth of the first load. */
const kept = ['en-US', 'de-DE', 'fr-FR', 'es-ES'];

const dictionary = /\/react-(aria|stately)(-components)?\/.*\/intlStrings\.mjs$/;
const importLine = /^import (\S+) from "[^"]*\/([a-z]{2}-[A-Z]{2})\.mjs";$/gm;

/** Removes the other locales from a dictionary of React Aria. @throws Error if it looks different from what is known */
export function keepLocales(code) {
  const removed = [...code.matchAll(importLine)].filter(([, , locale]) => !kept.includes(locale));
  if (removed.length === 0) throw new Error('A dictionary of React Aria has an unknown form.');
  const names = new Set(removed.map(([, name]) => name));
  return code
    .split('\n')
    .filter((line) => !names.has(/^import (\S+) from/.exec(line)?.[1]))
    .filter((line) => !names.has(/^\s+"[a-zA-Z-]+": (\S+?),?$/.exec(line)?.[1]))
    .join('\n');
}

/** The plugin of Vite. */
export const ariaLocalesPlugin = () => ({
  name: 'aria-locales',
  transform: (code, id) => (dictionary.test(id) ? { code: keepLocales(code), map: null } : null),
});
