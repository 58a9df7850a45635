import { lazyRouteComponent } from '@tanstack/react-router';
import { generalRoute, ipRulesRoute, planRoute, settingsRoute } from './settings-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
settingsRoute.update({
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
generalRoute.update({
  component: lazyRouteComponent(() => import('./general-settings.tsx'), 'GeneralSettings'),
});
ipRulesRoute.update({ component: lazyRouteComponent(() => import('./ip-rules.tsx'), 'IpRules') });
planRoute.update({ component: lazyRouteComponent(() => import('./plan.tsx'), 'Plan') });

export const settingsRoutes = [settingsRoute.addChildren([generalRoute, ipRulesRoute, planRoute])];
