import { lazyPage } from '../../parts/lazy-page.ts';
import { methodRoute, methodsRoute } from './method-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
methodsRoute.update({
  component: lazyPage(() => import('./methods-page.tsx'), 'MethodsPage'),
});
methodRoute.update({
  component: lazyPage(() => import('./method-page.tsx'), 'MethodPage'),
});

export const methodRoutes = [methodsRoute, methodRoute];
