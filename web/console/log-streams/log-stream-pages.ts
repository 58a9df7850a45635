import { lazyRouteComponent } from '@tanstack/react-router';
import { logStreamRoute, logStreamsRoute } from './log-stream-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
logStreamsRoute.update({
  component: lazyRouteComponent(() => import('./log-streams-page.tsx'), 'LogStreamsPage'),
});
logStreamRoute.update({
  component: lazyRouteComponent(() => import('./log-stream-page.tsx'), 'LogStreamPage'),
});

export const logStreamRoutes = [logStreamsRoute, logStreamRoute];
