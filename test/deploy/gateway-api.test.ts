import { expect, test } from 'vitest';
import { catalogue } from '@platform/contracts';
import { documentPaths } from '../../gateway/src/documents/documents.ts';
import { surfaceRoutes } from '../../gateway/src/routes.ts';
import { example, kustomization, manifestNamed, ofKind } from './manifests.ts';
import { behind, routed, routedBy } from './reach.ts';

const installation = kustomization(
  new URL('../../deploy/k8s/overlays/gateway-api/', import.meta.url),
);
const ingress = manifestNamed(kustomization(example), 'Ingress', 'platform');
const hosts = ['api.example.com', 'login.example.com', 'acme.id.example.com', 'a.b.id.example.com'];

test('routes send every path to the same service as the Ingress, on every host', () => {
  const paths = [
    ...catalogue.map(({ operation }) => operation.path),
    ...surfaceRoutes.map(({ path }) => path),
    '/',
    ...documentPaths,
    '/docs/reference/users.html',
    '/problems/not_found',
    '/oauth2/token',
    '/activate',
    '/api/v2',
    '/.well-known/openid-configuration',
    '/.well-known/ssf-configuration',
    '/internal',
    '/admin',
    '/internals',
  ].map((path) => path.replace(/\{[^}]*\}/g, 'x'));
  const differing = hosts.flatMap((host) =>
    paths
      .filter((path) => routedBy(installation, host, path) !== routed(ingress, host, path))
      .map((path) => host + path),
  );
  expect(differing).toEqual([]);
  expect(routedBy(installation, 'acme.id.example.com', '/internal/x')).toBe('nobody');
  expect(routedBy(installation, 'acme.id.example.com', '/scim/v2/d/Users')).toBe('product-api');
});

test("documents are served on the API's host, which problems link to", () => {
  for (const path of [...documentPaths, '/docs/reference/users.html', '/problems/not_found'])
    expect([path, routedBy(installation, 'api.example.com', path)]).toEqual([path, 'product-api']);
});

test('browsers that ask for http are led to https, and requests to the API are not', () => {
  const plain = manifestNamed(installation, 'Gateway', 'platform').spec.listeners.filter(
    ({ protocol }: any) => protocol === 'HTTP',
  );
  expect(plain.map(({ hostname }: any) => hostname)).toEqual([
    'login.example.com',
    '*.id.example.com',
  ]);
  const { parentRefs, rules } = manifestNamed(installation, 'HTTPRoute', 'to-https').spec;
  expect(parentRefs.map(({ sectionName }: any) => sectionName)).toEqual(
    plain.map(({ name }: any) => name),
  );
  expect(rules).toEqual([
    {
      filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
    },
  ]);
});

test('the overlay contains no Ingress', () => {
  expect(ofKind(installation, 'Ingress')).toEqual([]);
  expect(ofKind(installation, 'Service').map(({ metadata }) => metadata.name)).not.toContain(
    'nobody',
  );
});

test('everything that routes and policies refer to exists', () => {
  const gateway = manifestNamed(installation, 'Gateway', 'platform');
  const listeners = new Map(
    gateway.spec.listeners.map((one: any) => [one.name, [one.hostname]] as const),
  );
  const routes = ofKind(installation, 'HTTPRoute').filter(
    ({ metadata }) => metadata.name !== 'to-https',
  );
  for (const { spec } of routes) {
    expect(spec.hostnames).toEqual(listeners.get(spec.parentRefs[0].sectionName));
    for (const { backendRefs = [], filters = [] } of spec.rules) {
      for (const { name, port } of backendRefs)
        expect(behind(installation, name, port).port).toBe('http');
      for (const { extensionRef } of filters)
        expect(manifestNamed(installation, extensionRef.kind, extensionRef.name).spec).toEqual({
          directResponse: { statusCode: 404 },
        });
    }
  }
  for (const kind of ['ClientTrafficPolicy', 'BackendTrafficPolicy'])
    expect(manifestNamed(installation, kind, 'platform').spec.targetRefs).toEqual([
      expect.objectContaining({ kind: 'Gateway', name: 'platform' }),
    ]);
});

test('certificates are those of the Ingress', () => {
  const ofIngress = ingress.spec.tls.flatMap(
    ({ hosts: names, secretName }: { hosts: string[]; secretName: string }) =>
      names.map((name) => [name, secretName]),
  );
  const { listeners } = manifestNamed(installation, 'Gateway', 'platform').spec;
  expect(
    listeners
      .filter(({ tls }: any) => tls !== undefined)
      .map(({ hostname, tls }: any) => [hostname, tls.certificateRefs[0].name])
      .sort(),
  ).toEqual(ofIngress.sort());
});

test('the controller keeps slashes, waits as long as operations can take, and retries nothing', () => {
  const client = manifestNamed(installation, 'ClientTrafficPolicy', 'platform').spec;
  const backend = manifestNamed(installation, 'BackendTrafficPolicy', 'platform').spec;
  expect(client.path).toEqual({
    escapedSlashesAction: 'KeepUnchanged',
    disableMergeSlashes: true,
  });
  const longest = Math.max(
    ...catalogue.map(
      ({ operation }) => (operation as { firstByteSeconds?: number }).firstByteSeconds ?? 0,
    ),
  );
  const { requestTimeout, streamIdleTimeout } = backend.timeout.http;
  // A limit on whole requests would cut exports that take longer.
  expect(requestTimeout).toBe('0s');
  const seconds = Number(/^(\d+)s$/.exec(streamIdleTimeout)?.[1]);
  expect(longest).toBeGreaterThan(0);
  expect(seconds).toBeGreaterThan(longest);
  expect([backend.retry, backend.requestBuffer]).toEqual([undefined, undefined]);
});
