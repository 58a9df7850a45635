import { lazyRouteComponent } from '@tanstack/react-router';
import {
  connectionRoute,
  connectionsRoute,
  directoriesRoute,
  directoryRoute,
  domainsRoute,
  logStreamsRoute,
  newConnectionRoute,
  newDirectoryRoute,
  overviewRoute,
  pageRoutes,
  testSignInRoute,
} from './routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
overviewRoute.update({
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});
connectionsRoute.update({
  component: lazyRouteComponent(
    () => import('./connections/connections-page.tsx'),
    'ConnectionsPage',
  ),
});
newConnectionRoute.update({
  component: lazyRouteComponent(
    () => import('./connections/new-connection-page.tsx'),
    'NewConnectionPage',
  ),
});
connectionRoute.update({
  component: lazyRouteComponent(
    () => import('./connections/connection-page.tsx'),
    'ConnectionPage',
  ),
});
testSignInRoute.update({
  component: lazyRouteComponent(
    () => import('./connections/test-sign-in-page.tsx'),
    'TestSignInPage',
  ),
});
directoriesRoute.update({
  component: lazyRouteComponent(
    () => import('./directories/directories-page.tsx'),
    'DirectoriesPage',
  ),
});
newDirectoryRoute.update({
  component: lazyRouteComponent(
    () => import('./directories/new-directory-page.tsx'),
    'NewDirectoryPage',
  ),
});
directoryRoute.update({
  component: lazyRouteComponent(() => import('./directories/directory-page.tsx'), 'DirectoryPage'),
});
domainsRoute.update({
  component: lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
});
logStreamsRoute.update({
  component: lazyRouteComponent(
    () => import('./log-streams/log-streams-page.tsx'),
    'LogStreamsPage',
  ),
});

export const setupRoutes = pageRoutes;
