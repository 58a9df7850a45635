import { lazyRouteComponent } from '@tanstack/react-router';
import {
  permissionsRoute,
  roleAllowsRoute,
  rolePeopleRoute,
  roleRoute,
  rolesRoute,
} from './role-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
rolesRoute.update({ component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage') });
permissionsRoute.update({
  component: lazyRouteComponent(() => import('./permissions-page.tsx'), 'PermissionsPage'),
});
roleRoute.update({ component: lazyRouteComponent(() => import('./role-page.tsx'), 'RolePage') });
roleAllowsRoute.update({
  component: lazyRouteComponent(() => import('./role-allows.tsx'), 'RoleAllows'),
});
rolePeopleRoute.update({
  component: lazyRouteComponent(() => import('./role-people.tsx'), 'RolePeople'),
});

export const roleRoutes = [
  rolesRoute,
  permissionsRoute,
  roleRoute.addChildren([roleAllowsRoute, rolePeopleRoute]),
];
