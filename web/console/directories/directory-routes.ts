import { createRoute } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import type { Directory } from '@platform/sdk';
import { searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** Kinds of directories that the platform reads; the others send to it, or are asked at each sign-in. */
const readKinds: readonly Directory['kind'][] = ['ldap', 'workspace', 'cloud_directory'];

export const isRead = ({ kind }: Directory): boolean => readKinds.includes(kind);

/** The list. */
export const directoriesRoute = createRoute({
  ...page({
    title: 'directories',
    icon: FolderTree,
    words: ['directories'],
    reads: ['directoriesList'],
    writes: ['directoriesCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/directories',
  validateSearch: searchParams({ organization: textParam, cursors: textsParam }),
});

/** A directory. Its tabs are routes below it. */
export const directoryRoute = createRoute({
  ...page({
    title: 'directory',
    words: ['directories'],
    reads: ['directoriesGet'],
    writes: ['directoriesUpdate', 'directoriesDelete', 'directoriesSync'],
  }),
  getParentRoute: () => frameRoute,
  path: '/directories/$directoryId',
});

export const healthRoute = createRoute({
  getParentRoute: () => directoryRoute,
  path: '/',
});

export const directoryUsersRoute = createRoute({
  ...page({ title: 'directory', words: ['directories'], reads: ['directoriesListUsers'] }),
  getParentRoute: () => directoryRoute,
  path: '/users',
  validateSearch: searchParams({ q: textParam, cursors: textsParam }),
});

export const groupsRoute = createRoute({
  ...page({
    title: 'directory',
    words: ['directories'],
    reads: ['directoriesListGroups', 'directoryGroupRoleMappingList'],
    writes: ['directoryGroupRoleMappingCreate', 'directoryGroupRoleMappingDelete'],
  }),
  getParentRoute: () => directoryRoute,
  path: '/groups',
  validateSearch: searchParams({ q: textParam, cursors: textsParam }),
});

export const mappingRoute = createRoute({
  getParentRoute: () => directoryRoute,
  path: '/mapping',
});

export const credentialsRoute = createRoute({
  ...page({
    title: 'directory',
    words: ['directories'],
    reads: ['directoryConnectorListBearers'],
    writes: ['directoryConnectorMintBearer', 'directoryConnectorSetConnectorCredential'],
  }),
  getParentRoute: () => directoryRoute,
  path: '/credentials',
});

export const runsRoute = createRoute({
  ...page({
    title: 'directory',
    words: ['directories'],
    reads: ['directoriesListSyncRuns'],
    writes: ['directoriesSync'],
  }),
  getParentRoute: () => directoryRoute,
  path: '/runs',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The tabs of a directory, as paths below it. */
export const directoryTabs = [
  { path: '', key: 'tab.health', reads: [] },
  { path: '/users', key: 'tab.users', reads: ['directoriesListUsers'] },
  {
    path: '/groups',
    key: 'tab.groups',
    reads: ['directoriesListGroups', 'directoryGroupRoleMappingList'],
  },
  { path: '/mapping', key: 'tab.mapping', reads: [] },
  { path: '/credentials', key: 'tab.credentials', reads: ['directoryConnectorListBearers'] },
  { path: '/runs', key: 'tab.runs', reads: ['directoriesListSyncRuns'] },
] as const;
