import { lazyPage } from '../../parts/lazy-page.ts';
import { overviewRoute } from './overview-route.ts';

// The page of each route. Pages import their routes, so routes know no page.
overviewRoute.update({
  component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overviewRoute];
