import { useState } from 'react';
import { readShell } from '../../client/shell.ts';
import { Select } from '../../kit/controls/select.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { usualLocales, writtenLocales } from './scope-values.ts';

const languageOf = (locale: string): string =>
  new Intl.DisplayNames(readShell().locale, { type: 'language' }).of(locale) ?? locale;

/** The language in which texts are edited: first that of the page. `texts`: those that exist, by locale. */
export function useTextLocale(texts: Readonly<Record<string, string>> = {}) {
  const locales = [...new Set([...usualLocales, ...Object.keys(texts)])];
  const [locale, setLocale] = useState(
    locales.find((one) => one === readShell().locale.split('-', 1)[0]) ?? 'en',
  );
  return { locale, locales, setLocale };
}

interface TextLanguageProps {
  of: ReturnType<typeof useTextLocale>;
  /** What has been written, by locale. */
  texts: Record<string, string>;
}

/** Chooses the language of the text below, and says in which ones there is a text. */
export function TextLanguage({ of: { locale, locales, setLocale }, texts }: TextLanguageProps) {
  const say = useSay('apis');
  const formats = useFormats();
  const done = writtenLocales(texts);
  return (
    <Select
      label={say('scope.language')}
      hint={
        done.length > 0
          ? say('scope.written', { languages: formats.formatList(done.map(languageOf)) })
          : say('scope.languageHint')
      }
      value={locale}
      onChange={setLocale}
      choices={locales.map((id) => ({ id, label: languageOf(id) }))}
    />
  );
}
