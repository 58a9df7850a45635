import { createRoute } from '@tanstack/react-router';
import { IdCard } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** The list. */
export const rolesRoute = createRoute({
  ...page({
    title: 'roles',
    icon: IdCard,
    words: ['roles'],
    reads: ['rolesList'],
    writes: ['rolesCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/roles',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** What roles are made of. */
export const permissionsRoute = createRoute({
  ...page({
    title: 'permissions',
    words: ['roles'],
    reads: ['permissionsList'],
    writes: ['permissionsCreate', 'permissionsDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/roles/permissions',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** A role. Its tabs are routes below it. */
export const roleRoute = createRoute({
  ...page({
    title: 'role',
    words: ['roles'],
    reads: ['rolesGet'],
    writes: ['rolesUpdate', 'rolesDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/roles/$roleId',
});

export const roleAllowsRoute = createRoute({ getParentRoute: () => roleRoute, path: '/' });

export const rolePeopleRoute = createRoute({
  ...page({
    title: 'role',
    words: ['roles'],
    reads: ['rolesGet', 'roleAssignmentsList'],
    writes: ['roleAssignmentsCreate', 'roleAssignmentsDelete'],
  }),
  getParentRoute: () => roleRoute,
  path: '/people',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The tabs of a role, as paths below it. */
export const roleTabs = [
  { path: '', key: 'tab.allows' },
  { path: '/people', key: 'tab.people' },
] as const;
