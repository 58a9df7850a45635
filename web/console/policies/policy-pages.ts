import { lazyPage } from '../../parts/lazy-page.ts';
import { newPolicyRoute, policiesRoute, policyRoute } from './policy-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
policiesRoute.update({
  component: lazyPage(() => import('./policies-tab.tsx'), 'PoliciesTab'),
});
newPolicyRoute.update({
  component: lazyPage(() => import('./new-policy.tsx'), 'NewPolicy'),
});
policyRoute.update({
  component: lazyPage(() => import('./policy-page.tsx'), 'PolicyPage'),
});

export const policyRoutes = [policiesRoute, newPolicyRoute, policyRoute];
