import { lazyRouteComponent } from '@tanstack/react-router';
import {
  elevationHistoryRoute,
  elevationRoute,
  eligibleOneRoute,
  eligibleRoute,
} from './elevation-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
elevationRoute.update({
  component: lazyRouteComponent(() => import('./elevation-page.tsx'), 'ElevationPage'),
});
elevationHistoryRoute.update({
  component: lazyRouteComponent(() => import('./elevation-history.tsx'), 'ElevationHistory'),
});
eligibleRoute.update({
  component: lazyRouteComponent(() => import('./eligible-page.tsx'), 'EligiblePage'),
});
eligibleOneRoute.update({
  component: lazyRouteComponent(() => import('./eligible-one-page.tsx'), 'EligibleOnePage'),
});

export const elevationRoutes = [
  elevationRoute,
  elevationHistoryRoute,
  eligibleRoute,
  eligibleOneRoute,
];
