import { createRoute } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

const words = ['apis'] as const;

/** The list. */
export const apisRoute = createRoute({
  ...page({
    title: 'apis',
    icon: Server,
    words,
    reads: ['apiResourceList'],
    writes: ['apiResourceCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/apis',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The keys that sign tokens of all APIs. */
export const apiKeysRoute = createRoute({
  ...page({
    title: 'apiKeys',
    words,
    reads: ['apiSigningKeyList'],
    writes: ['apiSigningKeyRotate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/apis/keys',
});

/** An API. Its tabs are routes below it. */
export const apiRoute = createRoute({
  ...page({
    title: 'api',
    words,
    reads: ['apiResourceGet'],
    writes: ['apiResourceUpdate', 'apiResourceDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/apis/$apiId',
});

export const apiSettingsRoute = createRoute({ getParentRoute: () => apiRoute, path: '/' });

export const apiScopesRoute = createRoute({
  ...page({
    title: 'api',
    words,
    reads: ['apiScopeList'],
    writes: ['apiScopePut', 'apiScopeRemove'],
  }),
  getParentRoute: () => apiRoute,
  path: '/scopes',
});

export const apiDetailTypesRoute = createRoute({
  ...page({
    title: 'api',
    words,
    reads: ['apiDetailTypeList'],
    writes: ['apiDetailTypePut', 'apiDetailTypeRemove'],
  }),
  getParentRoute: () => apiRoute,
  path: '/detail-types',
});

export const apiClientsRoute = createRoute({
  ...page({
    title: 'api',
    words,
    reads: ['apiClientList'],
    writes: ['apiClientPut', 'apiClientRemove'],
  }),
  getParentRoute: () => apiRoute,
  path: '/applications',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const apiSimulationRoute = createRoute({
  ...page({ title: 'api', words, reads: ['apiResourceSimulate', 'apiScopeList'] }),
  getParentRoute: () => apiRoute,
  path: '/simulation',
});

export const apiQuickStartRoute = createRoute({
  ...page({ title: 'api', words, reads: ['apiResourceGet', 'apiScopeList'] }),
  getParentRoute: () => apiRoute,
  path: '/quick-start',
});

/** The tabs of an API, as paths below it. */
export const apiTabs = [
  { path: '', key: 'tab.settings', reads: [] },
  { path: '/scopes', key: 'tab.scopes', reads: ['apiScopeList'] },
  { path: '/detail-types', key: 'tab.detailTypes', reads: ['apiDetailTypeList'] },
  { path: '/applications', key: 'tab.clients', reads: ['apiClientList'] },
  { path: '/simulation', key: 'tab.simulate', reads: ['apiResourceSimulate'] },
  { path: '/quick-start', key: 'tab.quickStart', reads: [] },
] as const;
