import { lazyPage } from '../../parts/lazy-page.ts';
import { generalRoute, ipRulesRoute, planRoute, settingsRoute } from './settings-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
settingsRoute.update({
  component: lazyPage(() => import('./settings-page.tsx'), 'SettingsPage'),
});
generalRoute.update({
  component: lazyPage(() => import('./general-settings.tsx'), 'GeneralSettings'),
});
ipRulesRoute.update({ component: lazyPage(() => import('./ip-rules.tsx'), 'IpRules') });
planRoute.update({ component: lazyPage(() => import('./plan.tsx'), 'Plan') });

export const settingsRoutes = [settingsRoute.addChildren([generalRoute, ipRulesRoute, planRoute])];
