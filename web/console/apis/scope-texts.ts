import { readShell } from '../../client/shell.ts';

/** The text of a scope in the language of the page, or in another one. */
export function textOf(texts: Readonly<Record<string, string>>): string {
  const [language = 'en'] = readShell().locale.split('-', 1);
  return texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}
