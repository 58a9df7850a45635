import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { guardHtml } from '../client/trusted-types.ts';
import { createWebClient } from '../client/web-client.ts';
import '../kit/page.css';
import { accountRouter } from './router.tsx';

guardHtml();
const queryClient = createWebClient('account');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={accountRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
);
