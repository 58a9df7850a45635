import { lazyPage } from '../parts/lazy-page.ts';
import {
  pageRoutes,
  activityRoute,
  connectionsRoute,
  devicesRoute,
  elevationRoute,
  organizationsRoute,
  privacyRoute,
  profileRoute,
  signInRoute,
} from './routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
profileRoute.update({
  component: lazyPage(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
});
signInRoute.update({
  component: lazyPage(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});
devicesRoute.update({
  component: lazyPage(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
});
connectionsRoute.update({
  component: lazyPage(() => import('./connections/connections-page.tsx'), 'ConnectionsPage'),
});
organizationsRoute.update({
  component: lazyPage(() => import('./organizations/organizations-page.tsx'), 'OrganizationsPage'),
});
privacyRoute.update({
  component: lazyPage(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
});
elevationRoute.update({
  component: lazyPage(() => import('./elevation/elevation-page.tsx'), 'ElevationPage'),
});
activityRoute.update({
  component: lazyPage(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});

export const accountRoutes = pageRoutes;
