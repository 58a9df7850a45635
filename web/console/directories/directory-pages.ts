import { lazyPage } from '../../parts/lazy-page.ts';
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
  component: lazyPage(() => import('./directories-page.tsx'), 'DirectoriesPage'),
});
directoryRoute.update({
  component: lazyPage(() => import('./directory-page.tsx'), 'DirectoryPage'),
});
healthRoute.update({
  component: lazyPage(() => import('./directory-health.tsx'), 'DirectoryHealth'),
});
directoryUsersRoute.update({
  component: lazyPage(() => import('./directory-users.tsx'), 'DirectoryUsers'),
});
groupsRoute.update({
  component: lazyPage(() => import('./directory-groups.tsx'), 'DirectoryGroups'),
});
mappingRoute.update({
  component: lazyPage(() => import('./directory-mapping.tsx'), 'DirectoryMapping'),
});
credentialsRoute.update({
  component: lazyPage(() => import('./directory-credentials.tsx'), 'DirectoryCredentials'),
});
runsRoute.update({
  component: lazyPage(() => import('./directory-runs.tsx'), 'DirectoryRuns'),
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
