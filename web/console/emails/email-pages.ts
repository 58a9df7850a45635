import { lazyRouteComponent } from '@tanstack/react-router';
import { emailRoute, emailsRoute } from './email-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
emailsRoute.update({
  component: lazyRouteComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
});
emailRoute.update({
  component: lazyRouteComponent(() => import('./email-page.tsx'), 'EmailPage'),
});

export const emailRoutes = [emailsRoute, emailRoute];
