import { lazyPage } from '../../parts/lazy-page.ts';
import { brandingRoute } from './branding-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
brandingRoute.update({
  component: lazyPage(() => import('./branding-page.tsx'), 'BrandingPage'),
});

export const brandingRoutes = [brandingRoute];
