import { lazyPage } from '../../parts/lazy-page.ts';
import { analyticsRoute } from './analytics-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
analyticsRoute.update({
  component: lazyPage(() => import('./analytics-page.tsx'), 'AnalyticsPage'),
});

export const analyticsRoutes = [analyticsRoute];
