import { lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
});
signInRoute.update({
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});
devicesRoute.update({
  component: lazyRouteComponent(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
});
connectionsRoute.update({
  component: lazyRouteComponent(
    () => import('./connections/connections-page.tsx'),
    'ConnectionsPage',
  ),
});
organizationsRoute.update({
  component: lazyRouteComponent(
    () => import('./organizations/organizations-page.tsx'),
    'OrganizationsPage',
  ),
});
privacyRoute.update({
  component: lazyRouteComponent(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
});
elevationRoute.update({
  component: lazyRouteComponent(() => import('./elevation/elevation-page.tsx'), 'ElevationPage'),
});
activityRoute.update({
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});

export const accountRoutes = pageRoutes;
