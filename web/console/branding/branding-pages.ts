import { lazyRouteComponent } from '@tanstack/react-router';
import { brandingRoute } from './branding-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
brandingRoute.update({
  component: lazyRouteComponent(() => import('./branding-page.tsx'), 'BrandingPage'),
});

export const brandingRoutes = [brandingRoute];
