import { anyOf, catalogue, openfgaOperations, ssfScopes } from '@platform/contracts';
import type { HttpMethod, Operation } from '@platform/contracts';
import { routeMatcher } from '@platform/kit/routing';
import type { ExchangeRoute, SurfaceName } from './exchange.ts';

/** A path, other than an operation, that leads to a service: exactly, or with everything below it. */
export interface SurfaceRoute extends ExchangeRoute {
  surface: Exclude<SurfaceName, 'api'>;
  isPrefix?: boolean;
}

const get: HttpMethod = 'get';
const post: HttpMethod = 'post';
const ofReceivers = anyOf(...ssfScopes);

/** The operations of the OpenFGA API. Its other paths lead to the service, which answers as OpenFGA does. */
const openfgaRoutes: readonly SurfaceRoute[] = [
  ...Object.entries<Operation>(openfgaOperations).map(([operationId, operation]): SurfaceRoute => ({
    surface: 'openfga',
    operationId,
    method: operation.method,
    path: operation.path,
    owner: 'fga',
    scopes: operation.scopes,
    operation,
  })),
  { surface: 'openfga', operationId: 'openfga', path: '/openfga', isPrefix: true, owner: 'fga' },
];

/** The paths of services that are not operations; 404 if the owner has no address. */
export const surfaceRoutes: readonly SurfaceRoute[] = [
  {
    surface: 'internal',
    operationId: 'claimsEnrichment',
    path: '/internal/claims-enrichment',
    owner: 'fga',
  },
  {
    surface: 'internal',
    operationId: 'entitlementsInternal',
    path: '/internal/entitlements',
    isPrefix: true,
    owner: 'fga',
  },
  {
    surface: 'internal',
    operationId: 'auditRecords',
    path: '/internal/audit/records',
    owner: 'compliance',
  },
  {
    surface: 'admin',
    operationId: 'dsarExport',
    method: get,
    path: '/admin/dsar/{sub}',
    owner: 'compliance',
  },
  {
    surface: 'public',
    operationId: 'ssfConfiguration',
    method: get,
    path: '/.well-known/ssf-configuration',
    owner: 'compliance',
  },
  {
    surface: 'ssf',
    operationId: 'ssfPoll',
    method: post,
    path: '/ssf/streams/{streamId}/poll',
    owner: 'compliance',
    scopes: ofReceivers,
    firstByteSeconds: 40,
    longPoll: true,
  },
  {
    surface: 'ssf',
    operationId: 'ssf',
    path: '/ssf',
    isPrefix: true,
    owner: 'compliance',
    scopes: ofReceivers,
  },
  {
    surface: 'scim',
    operationId: 'scim',
    path: '/scim/v2/{directoryId}',
    isPrefix: true,
    owner: 'directory',
  },
  ...openfgaRoutes,
];

/** The operations of the catalog, ready to match and look up. @throws if two have the same method and shape */
export function operationRoutes() {
  const routes = new Map<string, ExchangeRoute>(
    catalogue.map(({ operationId, owner, operation }) => [
      operationId,
      {
        operationId,
        owner,
        operation,
        path: operation.path,
        method: operation.method,
        scopes: operation.scopes,
        firstByteSeconds: operation.firstByteSeconds,
        longPoll: operation.longPoll,
      },
    ]),
  );
  return {
    match: routeMatcher(
      Object.fromEntries(catalogue.map((entry) => [entry.operationId, entry.operation])),
    ),
    routes,
  };
}

const fits = (
  template: readonly string[],
  segments: readonly string[],
  isPrefix = false,
): boolean =>
  (isPrefix ? segments.length >= template.length : segments.length === template.length) &&
  template.every((part, i) => part === segments[i] || (part.startsWith('{') && segments[i] !== ''));

/** Finds a surface's route by whole decoded segments. */
export function surfaceFinder(table: readonly SurfaceRoute[]) {
  const split = table.map((route) => ({ route, template: route.path.slice(1).split('/') }));
  return (method: string, segments: readonly string[]): SurfaceRoute | undefined =>
    split.find(
      ({ route, template }) =>
        fits(template, segments, route.isPrefix) &&
        (route.method === undefined ||
          route.method.toUpperCase() === (method === 'HEAD' ? 'GET' : method)),
    )?.route;
}

/** Whether one of the prefixes covers the path, by whole decoded segments. */
export function prefixMatcher(prefixes: readonly string[]) {
  const split = prefixes.map((prefix) => prefix.replace(/\/+$/, '').slice(1).split('/'));
  return (segments: readonly string[]): boolean =>
    split.some((prefix) => prefix.every((part, i) => part === segments[i]));
}
