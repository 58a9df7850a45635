import { lazyPage } from '../../parts/lazy-page.ts';
import {
  accessRequestRoute,
  erasureRequestRoute,
  requestsRoute,
  vetoClientsRoute,
} from './request-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
requestsRoute.update({
  component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
});
erasureRequestRoute.update({
  component: lazyPage(() => import('./erasure-request-page.tsx'), 'ErasureRequestPage'),
});
accessRequestRoute.update({
  component: lazyPage(() => import('./access-request-page.tsx'), 'AccessRequestPage'),
});

vetoClientsRoute.update({
  component: lazyPage(() => import('./veto-clients-page.tsx'), 'VetoClientsPage'),
});

export const requestRoutes = [
  requestsRoute,
  erasureRequestRoute,
  accessRequestRoute,
  vetoClientsRoute,
];
