import { lazyPage } from '../../parts/lazy-page.ts';
import { emailRoute, emailsRoute } from './email-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
emailsRoute.update({
  component: lazyPage(() => import('./emails-page.tsx'), 'EmailsPage'),
});
emailRoute.update({
  component: lazyPage(() => import('./email-page.tsx'), 'EmailPage'),
});

export const emailRoutes = [emailsRoute, emailRoute];
