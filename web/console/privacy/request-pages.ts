import { lazyRouteComponent } from '@tanstack/react-router';
import {
  accessRequestRoute,
  erasureRequestRoute,
  requestsRoute,
  vetoClientsRoute,
} from './request-routes.ts';

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

vetoClientsRoute.update({
  component: lazyRouteComponent(() => import('./veto-clients-page.tsx'), 'VetoClientsPage'),
});

export const requestRoutes = [
  requestsRoute,
  erasureRequestRoute,
  accessRequestRoute,
  vetoClientsRoute,
];
