import { lazyPage } from '../../parts/lazy-page.ts';
import { eventRoute, eventsRoute } from './event-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
eventsRoute.update({
  component: lazyPage(() => import('./events-page.tsx'), 'EventsPage'),
});
eventRoute.update({ component: lazyPage(() => import('./event-page.tsx'), 'EventPage') });

export const eventRoutes = [eventsRoute, eventRoute];
