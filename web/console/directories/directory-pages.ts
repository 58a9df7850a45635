import { lazyRouteComponent } from '@tanstack/react-router';
import {
  credentialsRoute,
  directoriesRoute,
  directoryRoute,
  directoryUsersRoute,
  groupsRoute,
  healthRoute,
  mappingRoute,
  runsRoute,
} from './directory-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
directoriesRoute.update({
  component: lazyRouteComponent(() => import('./directories-page.tsx'), 'DirectoriesPage'),
});
directoryRoute.update({
  component: lazyRouteComponent(() => import('./directory-page.tsx'), 'DirectoryPage'),
});
healthRoute.update({
  component: lazyRouteComponent(() => import('./directory-health.tsx'), 'DirectoryHealth'),
});
directoryUsersRoute.update({
  component: lazyRouteComponent(() => import('./directory-users.tsx'), 'DirectoryUsers'),
});
groupsRoute.update({
  component: lazyRouteComponent(() => import('./directory-groups.tsx'), 'DirectoryGroups'),
});
mappingRoute.update({
  component: lazyRouteComponent(() => import('./directory-mapping.tsx'), 'DirectoryMapping'),
});
credentialsRoute.update({
  component: lazyRouteComponent(
    () => import('./directory-credentials.tsx'),
    'DirectoryCredentials',
  ),
});
runsRoute.update({
  component: lazyRouteComponent(() => import('./directory-runs.tsx'), 'DirectoryRuns'),
});

export const directoryRoutes = [
  directoriesRoute,
  directoryRoute.addChildren([
    healthRoute,
    directoryUsersRoute,
    groupsRoute,
    mappingRoute,
    credentialsRoute,
    runsRoute,
  ]),
];
