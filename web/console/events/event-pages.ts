import { lazyRouteComponent } from '@tanstack/react-router';
import { eventRoute, eventsRoute } from './event-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
eventsRoute.update({
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});
eventRoute.update({ component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage') });

export const eventRoutes = [eventsRoute, eventRoute];
