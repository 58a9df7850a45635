import { lazyPage } from '../../parts/lazy-page.ts';
import { documentRoute, documentsRoute } from './document-routes.ts';

documentsRoute.update({
  component: lazyPage(() => import('./documents-page.tsx'), 'DocumentsPage'),
});
documentRoute.update({
  component: lazyPage(() => import('./document-page.tsx'), 'DocumentPage'),
});

export const documentRoutes = [documentsRoute, documentRoute];
