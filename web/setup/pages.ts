import { lazyPage } from '../parts/lazy-page.ts';
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
  component: lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});
connectionsRoute.update({
  component: lazyPage(() => import('./connections/connections-page.tsx'), 'ConnectionsPage'),
});
newConnectionRoute.update({
  component: lazyPage(() => import('./connections/new-connection-page.tsx'), 'NewConnectionPage'),
});
connectionRoute.update({
  component: lazyPage(() => import('./connections/connection-page.tsx'), 'ConnectionPage'),
});
testSignInRoute.update({
  component: lazyPage(() => import('./connections/test-sign-in-page.tsx'), 'TestSignInPage'),
});
directoriesRoute.update({
  component: lazyPage(() => import('./directories/directories-page.tsx'), 'DirectoriesPage'),
});
newDirectoryRoute.update({
  component: lazyPage(() => import('./directories/new-directory-page.tsx'), 'NewDirectoryPage'),
});
directoryRoute.update({
  component: lazyPage(() => import('./directories/directory-page.tsx'), 'DirectoryPage'),
});
domainsRoute.update({
  component: lazyPage(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
});
logStreamsRoute.update({
  component: lazyPage(() => import('./log-streams/log-streams-page.tsx'), 'LogStreamsPage'),
});

export const setupRoutes = pageRoutes;
