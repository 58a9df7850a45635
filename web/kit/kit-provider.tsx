import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { hrefBelow } from './href-below.ts';
import { ToastRegion } from './overlays/toast.tsx';
import { SingleKeys } from './shortcuts.ts';
import { WordsContext } from './words/words-context.ts';
import type { Words } from './words/words.ts';

export interface KitProviderProps {
  words: Words;
  /** Where the application is on its host, such as `/account`. Links have paths below it. */
  basePath: string;
  /** Goes to a path below the base path without loading a page, as `router.navigate({ href })` does. */
  navigate: (href: string) => void;
  /** Whether single keys act, such as J and K in tables. A person can turn them off. */
  hasSingleKeys?: boolean;
  children: ReactNode;
}

/** What every component of the kit relies on: words, locale, links through the router, and the region of toasts. */
export const KitProvider = ({
  words,
  basePath,
  navigate,
  hasSingleKeys = true,
  children,
}: KitProviderProps) => (
  <WordsContext value={words}>
    <SingleKeys value={hasSingleKeys}>
      <I18nProvider locale={words.locale}>
        <RouterProvider navigate={navigate} useHref={(href) => hrefBelow(basePath, href)}>
          {children}
          <ToastRegion />
        </RouterProvider>
      </I18nProvider>
    </SingleKeys>
  </WordsContext>
);
