import { createContext, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { IntlShape } from 'react-intl';
import type { Areas } from '../../messages/areas.ts';
import type { Area, Words } from './words.ts';

/** Values of the arguments of a message. */
export type MessageValues = Record<string, string | number | Date | boolean>;
/** Values of the arguments of a message that contains elements: `<b>…</b>` in a message is a function of its content. */
export type RichValues = Record<string, ReactNode | Date | ((content: ReactNode[]) => ReactNode)>;

export interface Say<Key extends string> {
  (key: Key, values?: MessageValues): string;
  rich(key: Key, values: RichValues): ReactNode;
  /** Whether there is a message. Guards names that the platform may add to. */
  has(key: string): key is Key;
}

/** Writes the messages of an area that has been loaded. Those without arguments are text already. */
function sayFrom<Key extends string>(intl: IntlShape): Say<Key> {
  const format = (id: Key, values?: RichValues): ReactNode => {
    const message = intl.messages[id];
    if (typeof message === 'string') return message;
    return intl.formatMessage({ id }, values as Parameters<IntlShape['formatMessage']>[1]);
  };
  const say = (id: Key, values?: MessageValues) => format(id, values) as string;
  const has = (id: string): id is Key => Object.hasOwn(intl.messages, id);
  return Object.assign(say, { rich: format, has });
}

export const WordsContext = createContext<Words | null>(null);

/** The words of the application. */
export function useWords(): Words {
  const words = use(WordsContext);
  if (!words) throw new TypeError('KitProvider is missing.');
  return words;
}

/** Writes the messages of an area. Suspends until the area has been loaded. */
export function useSay<A extends Area>(area: A): Say<keyof Areas[A] & string> {
  const words = useWords();
  const intl = use(words.load(area));
  return useMemo(() => sayFrom(intl), [intl]);
}

/** Formats numbers, dates and lists in the language of the page. */
export const useFormats = (): IntlShape => useWords().formats;
