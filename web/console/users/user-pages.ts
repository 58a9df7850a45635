import { lazyPage } from '../../parts/lazy-page.ts';
import {
  userAccessRoute,
  userActivityRoute,
  userOrganizationsRoute,
  userProfileRoute,
  userRoute,
  userSignInRoute,
  usersRoute,
} from './user-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
usersRoute.update({ component: lazyPage(() => import('./users-page.tsx'), 'UsersPage') });
userRoute.update({ component: lazyPage(() => import('./user-page.tsx'), 'UserPage') });
userProfileRoute.update({
  component: lazyPage(() => import('./user-profile.tsx'), 'UserProfile'),
});
userSignInRoute.update({
  component: lazyPage(() => import('./user-sign-in.tsx'), 'UserSignIn'),
});
userOrganizationsRoute.update({
  component: lazyPage(() => import('./user-organizations.tsx'), 'UserOrganizations'),
});
userAccessRoute.update({
  component: lazyPage(() => import('./user-access.tsx'), 'UserAccess'),
});
userActivityRoute.update({
  component: lazyPage(() => import('./user-activity.tsx'), 'UserActivity'),
});

export const userRoutes = [
  usersRoute,
  userRoute.addChildren([
    userProfileRoute,
    userSignInRoute,
    userOrganizationsRoute,
    userAccessRoute,
    userActivityRoute,
  ]),
];
