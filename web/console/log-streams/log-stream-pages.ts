import { lazyPage } from '../../parts/lazy-page.ts';
import { logStreamRoute, logStreamsRoute } from './log-stream-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
logStreamsRoute.update({
  component: lazyPage(() => import('./log-streams-page.tsx'), 'LogStreamsPage'),
});
logStreamRoute.update({
  component: lazyPage(() => import('./log-stream-page.tsx'), 'LogStreamPage'),
});

export const logStreamRoutes = [logStreamsRoute, logStreamRoute];
