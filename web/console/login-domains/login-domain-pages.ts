import { lazyRouteComponent } from '@tanstack/react-router';
import { loginDomainsRoute } from './login-domain-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
loginDomainsRoute.update({
  component: lazyRouteComponent(() => import('./login-domains-page.tsx'), 'LoginDomainsPage'),
});

export const loginDomainRoutes = [loginDomainsRoute];
