import { lazyRouteComponent } from '@tanstack/react-router';
import { newPolicyRoute, policiesRoute, policyRoute } from './policy-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
policiesRoute.update({
  component: lazyRouteComponent(() => import('./policies-tab.tsx'), 'PoliciesTab'),
});
newPolicyRoute.update({
  component: lazyRouteComponent(() => import('./new-policy.tsx'), 'NewPolicy'),
});
policyRoute.update({
  component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
});

export const policyRoutes = [policiesRoute, newPolicyRoute, policyRoute];
