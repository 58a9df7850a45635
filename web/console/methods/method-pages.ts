import { lazyRouteComponent } from '@tanstack/react-router';
import { methodRoute, methodsRoute } from './method-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
methodsRoute.update({
  component: lazyRouteComponent(() => import('./methods-page.tsx'), 'MethodsPage'),
});
methodRoute.update({
  component: lazyRouteComponent(() => import('./method-page.tsx'), 'MethodPage'),
});

export const methodRoutes = [methodsRoute, methodRoute];
