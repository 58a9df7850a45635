import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { guardHtml } from '../client/trusted-types.ts';
import '../kit/page.css';
import { accountRouter } from './router.tsx';

guardHtml();
const queryClient = new QueryClient();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={accountRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
);
