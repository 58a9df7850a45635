import { lazyRouteComponent } from '@tanstack/react-router';
import {
  apiClientsRoute,
  apiDetailTypesRoute,
  apiKeysRoute,
  apiQuickStartRoute,
  apiRoute,
  apiScopesRoute,
  apiSettingsRoute,
  apiSimulationRoute,
  apisRoute,
} from './api-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
apisRoute.update({ component: lazyRouteComponent(() => import('./apis-page.tsx'), 'ApisPage') });
apiKeysRoute.update({
  component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
});
apiRoute.update({ component: lazyRouteComponent(() => import('./api-page.tsx'), 'ApiPage') });
apiSettingsRoute.update({
  component: lazyRouteComponent(() => import('./api-settings.tsx'), 'ApiSettings'),
});
apiScopesRoute.update({
  component: lazyRouteComponent(() => import('./api-scopes.tsx'), 'ApiScopes'),
});
apiDetailTypesRoute.update({
  component: lazyRouteComponent(() => import('./api-detail-types.tsx'), 'ApiDetailTypes'),
});
apiClientsRoute.update({
  component: lazyRouteComponent(() => import('./api-clients.tsx'), 'ApiClients'),
});
apiSimulationRoute.update({
  component: lazyRouteComponent(() => import('./api-simulation.tsx'), 'ApiSimulation'),
});
apiQuickStartRoute.update({
  component: lazyRouteComponent(() => import('./api-quick-start.tsx'), 'ApiQuickStart'),
});

export const apiRoutes = [
  apisRoute,
  apiKeysRoute,
  apiRoute.addChildren([
    apiSettingsRoute,
    apiScopesRoute,
    apiDetailTypesRoute,
    apiClientsRoute,
    apiSimulationRoute,
    apiQuickStartRoute,
  ]),
];
