import { lazyPage } from '../../parts/lazy-page.ts';
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
apisRoute.update({ component: lazyPage(() => import('./apis-page.tsx'), 'ApisPage') });
apiKeysRoute.update({
  component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
});
apiRoute.update({ component: lazyPage(() => import('./api-page.tsx'), 'ApiPage') });
apiSettingsRoute.update({
  component: lazyPage(() => import('./api-settings.tsx'), 'ApiSettings'),
});
apiScopesRoute.update({
  component: lazyPage(() => import('./api-scopes.tsx'), 'ApiScopes'),
});
apiDetailTypesRoute.update({
  component: lazyPage(() => import('./api-detail-types.tsx'), 'ApiDetailTypes'),
});
apiClientsRoute.update({
  component: lazyPage(() => import('./api-clients.tsx'), 'ApiClients'),
});
apiSimulationRoute.update({
  component: lazyPage(() => import('./api-simulation.tsx'), 'ApiSimulation'),
});
apiQuickStartRoute.update({
  component: lazyPage(() => import('./api-quick-start.tsx'), 'ApiQuickStart'),
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
