import { lazyRouteComponent } from '@tanstack/react-router';
import { claimRoute, claimsRoute } from './claim-routes.ts';

claimsRoute.update({
  component: lazyRouteComponent(() => import('./claims-page.tsx'), 'ClaimsPage'),
});
claimRoute.update({
  component: lazyRouteComponent(() => import('./claim-page.tsx'), 'ClaimPage'),
});

export const claimRoutes = [claimsRoute, claimRoute];
