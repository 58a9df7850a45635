import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { ToastRegion } from './overlays/toast.tsx';
import { WordsContext } from './words/words-context.ts';
import type { Words } from './words/words.ts';

export interface KitProviderProps {
  words: Words;
  /** Where the application is on its host, such as `/account`. Links have paths below it. */
  basePath: string;
  /** Goes to a path below the base path without loading a page, as `router.navigate({ href })` does. */
  navigate: (href: string) => void;
  children: ReactNode;
}

/** The address of a path of the application; other addresses stay as they are. */
export const hrefBelow = (basePath: string, href: string): string => {
  if (!href.startsWith('/') || href.startsWith('//')) return href;
  return href === '/' ? basePath : `${basePath}${href}`;
};

/** What every component of the kit relies on: words, locale, links through the router, and the region of toasts. */
export const KitProvider = ({ words, basePath, navigate, children }: KitProviderProps) => (
  <WordsContext value={words}>
    <I18nProvider locale={words.locale}>
      <RouterProvider navigate={navigate} useHref={(href) => hrefBelow(basePath, href)}>
        {children}
        <ToastRegion />
      </RouterProvider>
    </I18nProvider>
  </WordsContext>
);
