import { lazyPage } from '../../parts/lazy-page.ts';
import { policyRoutes } from '../policies/policy-pages.ts';
import {
  applicationActivityRoute,
  applicationRoute,
  applicationsRoute,
  bindingRoute,
  documentsRoute,
  quickStartRoute,
  secretsRoute,
  settingsRoute,
  tokenRoute,
} from './application-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
applicationsRoute.update({
  component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
});
applicationRoute.update({
  component: lazyPage(() => import('./application-page.tsx'), 'ApplicationPage'),
});
settingsRoute.update({
  component: lazyPage(() => import('./application-settings.tsx'), 'ApplicationSettings'),
});
secretsRoute.update({
  component: lazyPage(() => import('./application-secrets.tsx'), 'ApplicationSecrets'),
});
bindingRoute.update({
  component: lazyPage(() => import('./application-sign-in.tsx'), 'ApplicationSignIn'),
});
tokenRoute.update({
  component: lazyPage(() => import('./application-token.tsx'), 'ApplicationToken'),
});
documentsRoute.update({
  component: lazyPage(() => import('./application-documents.tsx'), 'ApplicationDocuments'),
});
quickStartRoute.update({
  component: lazyPage(() => import('./application-quick-start.tsx'), 'ApplicationQuickStart'),
});
applicationActivityRoute.update({
  component: lazyPage(() => import('./application-activity.tsx'), 'ApplicationActivity'),
});

export const applicationRoutes = [
  applicationsRoute,
  applicationRoute.addChildren([
    settingsRoute,
    secretsRoute,
    bindingRoute,
    ...policyRoutes,
    tokenRoute,
    documentsRoute,
    quickStartRoute,
    applicationActivityRoute,
  ]),
];
