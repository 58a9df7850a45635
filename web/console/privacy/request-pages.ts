import { lazyRouteComponent } from '@tanstack/react-router';
import { accessRequestRoute, erasureRequestRoute, requestsRoute } from './request-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
requestsRoute.update({
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});
erasureRequestRoute.update({
  component: lazyRouteComponent(() => import('./erasure-request-page.tsx'), 'ErasureRequestPage'),
});
accessRequestRoute.update({
  component: lazyRouteComponent(() => import('./access-request-page.tsx'), 'AccessRequestPage'),
});

export const requestRoutes = [requestsRoute, erasureRequestRoute, accessRequestRoute];
