import { lazyRouteComponent } from '@tanstack/react-router';
import {
  consentRoute,
  consentsRoute,
  profileRoute,
  purposeRoute,
  purposesRoute,
} from './consent-routes.ts';

consentsRoute.update({
  component: lazyRouteComponent(() => import('./consents-page.tsx'), 'ConsentsPage'),
});
consentRoute.update({
  component: lazyRouteComponent(() => import('./consent-page.tsx'), 'ConsentPage'),
});
purposesRoute.update({
  component: lazyRouteComponent(() => import('./purposes-page.tsx'), 'PurposesPage'),
});
purposeRoute.update({
  component: lazyRouteComponent(() => import('./purpose-page.tsx'), 'PurposePage'),
});
profileRoute.update({
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
});

export const consentRoutes = [
  consentsRoute,
  consentRoute,
  purposesRoute,
  purposeRoute,
  profileRoute,
];
