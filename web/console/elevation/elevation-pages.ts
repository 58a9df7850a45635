import { lazyPage } from '../../parts/lazy-page.ts';
import {
  elevationHistoryRoute,
  elevationRoute,
  eligibleOneRoute,
  eligibleRoute,
} from './elevation-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
elevationRoute.update({
  component: lazyPage(() => import('./elevation-page.tsx'), 'ElevationPage'),
});
elevationHistoryRoute.update({
  component: lazyPage(() => import('./elevation-history.tsx'), 'ElevationHistory'),
});
eligibleRoute.update({
  component: lazyPage(() => import('./eligible-page.tsx'), 'EligiblePage'),
});
eligibleOneRoute.update({
  component: lazyPage(() => import('./eligible-one-page.tsx'), 'EligibleOnePage'),
});

export const elevationRoutes = [
  elevationRoute,
  elevationHistoryRoute,
  eligibleRoute,
  eligibleOneRoute,
];
