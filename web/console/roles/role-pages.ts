import { lazyPage } from '../../parts/lazy-page.ts';
import {
  permissionsRoute,
  roleAllowsRoute,
  rolePeopleRoute,
  roleRoute,
  rolesRoute,
} from './role-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
rolesRoute.update({ component: lazyPage(() => import('./roles-page.tsx'), 'RolesPage') });
permissionsRoute.update({
  component: lazyPage(() => import('./permissions-page.tsx'), 'PermissionsPage'),
});
roleRoute.update({ component: lazyPage(() => import('./role-page.tsx'), 'RolePage') });
roleAllowsRoute.update({
  component: lazyPage(() => import('./role-allows.tsx'), 'RoleAllows'),
});
rolePeopleRoute.update({
  component: lazyPage(() => import('./role-people.tsx'), 'RolePeople'),
});

export const roleRoutes = [
  rolesRoute,
  permissionsRoute,
  roleRoute.addChildren([roleAllowsRoute, rolePeopleRoute]),
];
