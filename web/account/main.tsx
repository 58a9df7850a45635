import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { readShell } from '../client/shell.ts';
import { guardHtml } from '../client/trusted-types.ts';
import { focusTitle } from '../kit/frame/page-header.tsx';
import { KitProvider } from '../kit/kit-provider.tsx';
import { createWords } from '../kit/words/words.ts';
import '../kit/page.css';
import { accountRouter } from './router.tsx';

guardHtml();
const queryClient = new QueryClient();
const router = accountRouter(queryClient);
const words = createWords(readShell().locale);

router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusTitle();
});

// Every page needs the words of both areas, so they are loaded before anything is shown.
await Promise.all([words.load('kit'), words.load('account')]);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <KitProvider words={words} basePath="/account" navigate={(href) => router.navigate({ href })}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitProvider>
  </StrictMode>,
);
