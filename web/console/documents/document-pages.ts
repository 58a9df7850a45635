import { lazyRouteComponent } from '@tanstack/react-router';
import { documentRoute, documentsRoute } from './document-routes.ts';

documentsRoute.update({
  component: lazyRouteComponent(() => import('./documents-page.tsx'), 'DocumentsPage'),
});
documentRoute.update({
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
});

export const documentRoutes = [documentsRoute, documentRoute];
