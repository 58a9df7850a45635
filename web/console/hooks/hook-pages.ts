import { lazyPage } from '../../parts/lazy-page.ts';
import {
  hookRoute,
  hookSecretRoute,
  hookSettingsRoute,
  hookTestRoute,
  hooksRoute,
} from './hook-routes.ts';

hooksRoute.update({
  component: lazyPage(() => import('./hooks-page.tsx'), 'HooksPage'),
});
hookRoute.update({ component: lazyPage(() => import('./hook-page.tsx'), 'HookPage') });
hookSettingsRoute.update({
  component: lazyPage(() => import('./hook-settings.tsx'), 'HookSettings'),
});
hookTestRoute.update({
  component: lazyPage(() => import('./hook-test.tsx'), 'HookTest'),
});
hookSecretRoute.update({
  component: lazyPage(() => import('./hook-secrets.tsx'), 'HookSecrets'),
});

export const hookRoutes = [
  hooksRoute,
  hookRoute.addChildren([hookSettingsRoute, hookTestRoute, hookSecretRoute]),
];
