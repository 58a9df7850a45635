import { createIntl, createIntlCache } from 'react-intl';
import type { IntlShape } from 'react-intl';
import { locales } from '../../messages/areas.ts';
import type { Areas } from '../../messages/areas.ts';

export type Area = keyof Areas;

/** A message as the build compiles it: text, or the syntax tree of a message with arguments. */
type Messages = NonNullable<Parameters<typeof createIntl>[0]['messages']>;

type Files = Readonly<Record<string, () => Promise<Messages>>>;

const files: Files = import.meta.glob<Messages>('../../messages/*/*.json', { import: 'default' });
const pathOf = (locale: string, area: string): string => `../../messages/${locale}/${area}.json`;

/** The words of an application in one language. Areas are loaded when a component needs them first. */
export interface Words {
  locale: string;
  /** Formats numbers and times. */
  formats: IntlShape;
  /** Loads an area. Routes call it in their loader, so that the page appears complete. */
  load(area: Area): Promise<IntlShape>;
  /** An area that has been loaded. */
  loaded(area: Area): IntlShape | undefined;
}

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? '';

/** The locale whose files are shown for a language tag: its language, or English. */
const localeFor = (tag: string): string =>
  locales.find((locale) => locale === languageOf(tag)) ?? 'en';

export interface WordsOptions {
  /** IANA name; that of the browser if absent. */
  timeZone?: string;
  /** Areas that are read from elsewhere, such as those of a pseudo-locale. */
  readers?: Readonly<Partial<Record<Area, () => Promise<Messages>>>>;
}

/** Creates the words for the language tag of the page. */
export function createWords(tag: string, { timeZone, readers }: WordsOptions = {}): Words {
  const fileLocale = readers ? tag : localeFor(tag);
  // Formats of a region apply if the words are in its language.
  const locale = languageOf(tag) === languageOf(fileLocale) ? tag : fileLocale;
  const cache = createIntlCache();
  const loading = new Map<Area, Promise<IntlShape>>();
  const ready = new Map<Area, IntlShape>();

  async function read(area: Area): Promise<IntlShape> {
    const file = readers?.[area] ?? files[pathOf(fileLocale, area)];
    if (!file) throw new TypeError(`There are no messages of ${area} in ${fileLocale}.`);
    const intl = createIntl({ locale, timeZone, messages: await file() }, cache);
    ready.set(area, intl);
    return intl;
  }

  return {
    locale,
    formats: createIntl({ locale, timeZone }, cache),
    loaded: (area) => ready.get(area),
    load(area) {
      const started = loading.get(area);
      if (started) return started;
      const promise = read(area);
      loading.set(area, promise);
      promise.then(
        // `use` reads these, and returns without suspending.
        (value) => Object.assign(promise, { status: 'fulfilled', value }),
        // A chunk that could not be loaded is requested again by the next attempt.
        () => loading.delete(area),
      );
      return promise;
    },
  };
}
