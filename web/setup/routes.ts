import { createRoute } from '@tanstack/react-router';
import { oneOfParam, searchParams, textParam } from '../client/search-params.ts';
import { setupPage } from './page.ts';
import { providers } from './providers.ts';
import { frameRoute } from './root-routes.tsx';

const getParentRoute = () => frameRoute;
const provider = oneOfParam(...providers, 'ping');

export const overviewRoute = createRoute({
  ...setupPage({ title: 'overview.title', words: [] }),
  getParentRoute,
  path: '/',
});

const connections = {
  title: 'task.sso',
  intent: 'sso',
  words: ['setup-connections', 'setup-tests'],
} as const;

export const connectionsRoute = createRoute({
  ...setupPage(connections),
  getParentRoute,
  path: '/connections',
});

/** A connection that does not exist yet: what has been decided is in the address. */
export const newConnectionRoute = createRoute({
  ...setupPage(connections),
  getParentRoute,
  path: '/connections/new',
  validateSearch: searchParams({
    provider,
    protocol: oneOfParam('saml', 'oidc'),
    step: oneOfParam('application', 'credentials'),
  }),
});

export const connectionRoute = createRoute({
  ...setupPage(connections),
  getParentRoute,
  path: '/connections/$connectionId',
  validateSearch: searchParams({
    step: oneOfParam('application', 'credentials', 'attributes', 'test', 'activate'),
    /** The last test sign-in, whose claims are the sample. */
    test: textParam,
  }),
});

/** Where a test sign-in ends, in its own tab. */
export const testSignInRoute = createRoute({
  ...setupPage(connections),
  getParentRoute,
  path: '/connections/$connectionId/test-sign-ins/$testId',
});

const directories = {
  title: 'task.directory',
  intent: 'directory',
  words: ['setup-directories', 'setup-tests', 'directories'],
} as const;

export const directoriesRoute = createRoute({
  ...setupPage(directories),
  getParentRoute,
  path: '/directories',
});

export const newDirectoryRoute = createRoute({
  ...setupPage(directories),
  getParentRoute,
  path: '/directories/new',
  validateSearch: searchParams({
    provider,
    kind: oneOfParam('scim', 'ldap', 'workspace', 'cloud_directory'),
  }),
});

export const directoryRoute = createRoute({
  ...setupPage(directories),
  getParentRoute,
  path: '/directories/$directoryId',
  validateSearch: searchParams({ step: oneOfParam('connect', 'test', 'provision') }),
});

export const domainsRoute = createRoute({
  ...setupPage({ title: 'task.domains', intent: 'domains', words: ['organizations'] }),
  getParentRoute,
  path: '/domains',
});

export const logStreamsRoute = createRoute({
  ...setupPage({ title: 'task.logs', intent: 'logs', words: ['logStreams'] }),
  getParentRoute,
  path: '/log-streams',
});

/** The list of each task. */
export const taskPaths = {
  sso: '/connections',
  directory: '/directories',
  domains: '/domains',
  logs: '/log-streams',
} as const;

export const pageRoutes = [
  overviewRoute,
  connectionsRoute,
  newConnectionRoute,
  connectionRoute,
  testSignInRoute,
  directoriesRoute,
  newDirectoryRoute,
  directoryRoute,
  domainsRoute,
  logStreamsRoute,
];
