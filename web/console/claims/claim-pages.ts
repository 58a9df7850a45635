import { lazyPage } from '../../parts/lazy-page.ts';
import { claimRoute, claimsRoute } from './claim-routes.ts';

claimsRoute.update({
  component: lazyPage(() => import('./claims-page.tsx'), 'ClaimsPage'),
});
claimRoute.update({
  component: lazyPage(() => import('./claim-page.tsx'), 'ClaimPage'),
});

export const claimRoutes = [claimsRoute, claimRoute];
