import { createRoute } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** The list. */
export const usersRoute = createRoute({
  ...page({
    title: 'users',
    icon: Users,
    words: ['users'],
    reads: ['userDirectoryList'],
    writes: ['userDirectoryCreate', 'userDirectoryPatch', 'userBulkJobCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/users',
  validateSearch: searchParams({
    q: textParam,
    status: oneOfParam('active', 'suspended', 'deactivated'),
    cursors: textsParam,
  }),
});

/** A user. Its tabs are routes below it. */
export const userRoute = createRoute({
  ...page({
    title: 'user',
    words: ['users'],
    reads: ['userDirectoryGet'],
    writes: ['userDirectoryPatch', 'userDirectoryDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/users/$userId',
});

export const userProfileRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/',
});

export const userSignInRoute = createRoute({
  ...page({
    title: 'user',
    words: ['users', 'amr'],
    reads: ['userSignInMethodList', 'userSessionList'],
    writes: ['userSignInMethodRemove', 'userSessionEndAll', 'userPasswordResetStart'],
  }),
  getParentRoute: () => userRoute,
  path: '/sign-in',
});

export const userOrganizationsRoute = createRoute({
  ...page({ title: 'user', words: ['users'], reads: ['userDirectoryListOrganizations'] }),
  getParentRoute: () => userRoute,
  path: '/organizations',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const userAccessRoute = createRoute({
  ...page({ title: 'user', words: ['users'], reads: ['userDirectoryGetAccess'] }),
  getParentRoute: () => userRoute,
  path: '/access',
});

export const userActivityRoute = createRoute({
  ...page({ title: 'user', words: ['users', 'events', 'event-types'], reads: ['eventsList'] }),
  getParentRoute: () => userRoute,
  path: '/activity',
});

/** The tabs of a user, as paths below it. */
export const userTabs = [
  { path: '', key: 'tab.profile', reads: [] },
  { path: '/sign-in', key: 'tab.signIn', reads: ['userSignInMethodList', 'userSessionList'] },
  { path: '/organizations', key: 'tab.organizations', reads: ['userDirectoryListOrganizations'] },
  { path: '/access', key: 'tab.access', reads: ['userDirectoryGetAccess'] },
  { path: '/activity', key: 'tab.activity', reads: ['eventsList'] },
] as const;
