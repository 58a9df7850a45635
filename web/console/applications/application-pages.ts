import { lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
});
applicationRoute.update({
  component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
});
settingsRoute.update({
  component: lazyRouteComponent(() => import('./application-settings.tsx'), 'ApplicationSettings'),
});
secretsRoute.update({
  component: lazyRouteComponent(() => import('./application-secrets.tsx'), 'ApplicationSecrets'),
});
bindingRoute.update({
  component: lazyRouteComponent(() => import('./application-sign-in.tsx'), 'ApplicationSignIn'),
});
tokenRoute.update({
  component: lazyRouteComponent(() => import('./application-token.tsx'), 'ApplicationToken'),
});
documentsRoute.update({
  component: lazyRouteComponent(
    () => import('./application-documents.tsx'),
    'ApplicationDocuments',
  ),
});
quickStartRoute.update({
  component: lazyRouteComponent(
    () => import('./application-quick-start.tsx'),
    'ApplicationQuickStart',
  ),
});
applicationActivityRoute.update({
  component: lazyRouteComponent(() => import('./application-activity.tsx'), 'ApplicationActivity'),
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
