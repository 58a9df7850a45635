import { lazyPage } from '../../parts/lazy-page.ts';
import {
  consentRoute,
  consentsRoute,
  profileRoute,
  purposeRoute,
  purposesRoute,
} from './consent-routes.ts';

consentsRoute.update({
  component: lazyPage(() => import('./consents-page.tsx'), 'ConsentsPage'),
});
consentRoute.update({
  component: lazyPage(() => import('./consent-page.tsx'), 'ConsentPage'),
});
purposesRoute.update({
  component: lazyPage(() => import('./purposes-page.tsx'), 'PurposesPage'),
});
purposeRoute.update({
  component: lazyPage(() => import('./purpose-page.tsx'), 'PurposePage'),
});
profileRoute.update({
  component: lazyPage(() => import('./profile-page.tsx'), 'ProfilePage'),
});

export const consentRoutes = [
  consentsRoute,
  consentRoute,
  purposesRoute,
  purposeRoute,
  profileRoute,
];
