import { lazyPage } from '../../parts/lazy-page.ts';
import { loginDomainsRoute } from './login-domain-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
loginDomainsRoute.update({
  component: lazyPage(() => import('./login-domains-page.tsx'), 'LoginDomainsPage'),
});

export const loginDomainRoutes = [loginDomainsRoute];
