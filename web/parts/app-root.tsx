import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readShell } from '../client/shell.ts';
import { guardHtml } from '../client/trusted-types.ts';
import type { WebAppName } from '../client/web-app.ts';
import { createWebClient } from '../client/web-client.ts';
import { focusTitle } from '../kit/frame/page-header.tsx';
import { KitProvider } from '../kit/kit-provider.tsx';
import { createWords } from '../kit/words/words.ts';
import type { Area, Words } from '../kit/words/words.ts';

/** What every route of an application is given. */
export interface AppContext {
  queryClient: QueryClient;
  words: Words;
}

export interface AppOptions {
  app: WebAppName;
  /** Areas of words that the frame of the application needs. */
  areas: readonly Area[];
  routerOf: (context: AppContext) => AnyRouter;
}

/** Starts an application in its shell, once the words of its frame have been loaded. */
export async function startApp({ app, areas, routerOf }: AppOptions): Promise<void> {
  guardHtml();
  const queryClient = createWebClient(app);
  const words = createWords(readShell().locale);
  const router = routerOf({ queryClient, words });
  // A change of route is announced by its title.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusTitle();
  });
  await Promise.all([...new Set<Area>(['kit', 'app', 'problems', ...areas])].map(words.load));
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <KitProvider
        words={words}
        basePath={`/${app}`}
        navigate={(href) => router.navigate({ href })}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </KitProvider>
    </StrictMode>,
  );
}
