import { lazyRouteComponent } from '@tanstack/react-router';
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
usersRoute.update({ component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage') });
userRoute.update({ component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage') });
userProfileRoute.update({
  component: lazyRouteComponent(() => import('./user-profile.tsx'), 'UserProfile'),
});
userSignInRoute.update({
  component: lazyRouteComponent(() => import('./user-sign-in.tsx'), 'UserSignIn'),
});
userOrganizationsRoute.update({
  component: lazyRouteComponent(() => import('./user-organizations.tsx'), 'UserOrganizations'),
});
userAccessRoute.update({
  component: lazyRouteComponent(() => import('./user-access.tsx'), 'UserAccess'),
});
userActivityRoute.update({
  component: lazyRouteComponent(() => import('./user-activity.tsx'), 'UserActivity'),
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
