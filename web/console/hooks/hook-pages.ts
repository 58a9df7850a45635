import { lazyRouteComponent } from '@tanstack/react-router';
import {
  hookRoute,
  hookSecretRoute,
  hookSettingsRoute,
  hookTestRoute,
  hooksRoute,
} from './hook-routes.ts';

hooksRoute.update({
  component: lazyRouteComponent(() => import('./hooks-page.tsx'), 'HooksPage'),
});
hookRoute.update({ component: lazyRouteComponent(() => import('./hook-page.tsx'), 'HookPage') });
hookSettingsRoute.update({
  component: lazyRouteComponent(() => import('./hook-settings.tsx'), 'HookSettings'),
});
hookTestRoute.update({
  component: lazyRouteComponent(() => import('./hook-test.tsx'), 'HookTest'),
});
hookSecretRoute.update({
  component: lazyRouteComponent(() => import('./hook-secrets.tsx'), 'HookSecrets'),
});

export const hookRoutes = [
  hooksRoute,
  hookRoute.addChildren([hookSettingsRoute, hookTestRoute, hookSecretRoute]),
];
