import { expect, it } from 'vitest';
import { catalogue } from '@platform/contracts';
import { operationRoutes, prefixMatcher, surfaceFinder, surfaceRoutes } from './routes.ts';

const segments = (path: string) => path.slice(1).split('/');

it('finds every operation of the catalogue by its own path', () => {
  const { match, routes } = operationRoutes();
  for (const { operationId, owner, operation } of catalogue) {
    const path = operation.path.replace(/\{[^}]+\}/g, 'some-id');
    expect(match(operation.method.toUpperCase(), segments(path))).toMatchObject({
      kind: 'match',
      operationId,
    });
    expect(routes.get(operationId)).toMatchObject({
      owner,
      path: operation.path,
      scopes: operation.scopes,
    });
  }
});

it.each([
  ['GET', '/internal/claims-enrichment', 'claimsEnrichment'],
  ['POST', '/internal/claims-enrichment', 'claimsEnrichment'],
  ['GET', '/internal/claims-enrichment/x', undefined],
  ['GET', '/internal/claims-enrichment-x', undefined],
  ['GET', '/internal/entitlements', 'entitlementsInternal'],
  ['PUT', '/internal/entitlements/a/b', 'entitlementsInternal'],
  ['POST', '/internal/audit/records', 'auditRecords'],
  ['GET', '/internal/audit', undefined],
  ['GET', '/admin/dsar/usr_1', 'dsarExport'],
  ['HEAD', '/admin/dsar/usr_1', 'dsarExport'],
  ['POST', '/admin/dsar/usr_1', undefined],
  ['GET', '/admin/dsar/', undefined],
  ['GET', '/ssf/v1/streams', 'ssf'],
  ['GET', '/ssfx', undefined],
])('%s %s: %s', (method, path, operationId) =>
  expect(surfaceFinder(surfaceRoutes)(method, segments(path))?.operationId).toBe(operationId),
);

it.each([
  ['/internal/a', true],
  ['/internal/a/b', true],
  ['/internal/a-b', false],
  ['/internal', false],
  ['/x/internal/a', false],
])('a prefix covers %s: %s', (path, covers) =>
  expect(prefixMatcher(['/internal/a'])(segments(path))).toBe(covers),
);
