import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { contextNames } from '@platform/contracts';
import { SERVICES } from '@platform/dev/platform-ports';
import type { PortedService } from '@platform/dev/platform-ports';
import { isPublicAddress } from '@platform/kit/egress';
import { addressBytes, unmapped } from '@platform/kit/ip';
import type { AddressBytes } from '@platform/kit/ip';
import { deploymentOf, installation } from './example.ts';
import { baseFolder, kustomization, manifestNamed, ofKind, withComponent } from './manifests.ts';
import type { Kustomization, Manifest } from './manifests.ts';
import { mayLeave, mayReach } from './reach.ts';
import type { NetworkPeer } from './reach.ts';

const alone = kustomization(baseFolder);
const operator = manifestNamed(installation, 'Deployment', 'platform-operator');
const https = { number: 443 };

const leaving = (
  from: Kustomization,
  to: NetworkPeer,
  port: { number: number; protocol?: 'UDP' },
): string[] => [
  ...SERVICES.filter((name) => mayLeave(from, deploymentOf(name), to, port)),
  ...(mayLeave(from, operator, to, port) ? ['operator'] : []),
];

describe('the base', () => {
  const outside: PortedService[] = [
    'hub',
    'directory',
    'outbound',
    'identity-facade',
    'compliance',
  ];

  test.each(['8.8.8.8', '2a00:1450:4001:80e::200e'])(
    'lets only services that call tenant-configured addresses reach %s',
    (address) => expect(new Set(leaving(alone, { address }, https))).toEqual(new Set(outside)),
  );

  test('blocks exactly the addresses that the processes themselves would not call', () => {
    const hub = manifestNamed(alone, 'Deployment', 'hub');
    const { egress } = manifestNamed(alone, 'NetworkPolicy', 'internet').spec;
    const edges = (egress[0].to as { ipBlock: { except: string[] } }[]).flatMap(({ ipBlock }) =>
      ipBlock.except.map((network) => network.split('/')[0] as string),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom(...edges, '2606:4700::1111', '1.1.1.1')),
        (text) => {
          const bytes = addressBytes(text) as AddressBytes;
          // A connection to a mapped address is one to the IPv4 address: it is no address of a packet.
          fc.pre(unmapped(bytes).length === bytes.length);
          return mayLeave(alone, hub, { address: text }, https) === isPublicAddress(bytes);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['the metadata service of a cloud', { address: '169.254.169.254' }, { number: 80 }],
    ['a database', { address: '10.20.0.5' }, { number: 5432 }],
    ["another namespace's pods", { namespace: { 'kubernetes.io/metadata.name': 'shop' } }, https],
    ['any other pod', { pod: { 'app.kubernetes.io/name': 'shop' } }, https],
  ] as [string, NetworkPeer, { number: number }][])('lets no pod reach %s', (_what, to, port) =>
    expect(leaving(alone, to, port)).toEqual([]),
  );

  test('lets every pod use DNS', () => {
    const dns = { namespace: { 'kubernetes.io/metadata.name': 'kube-system' } };
    for (const more of [{}, { protocol: 'UDP' as const }])
      expect(leaving(alone, dns, { number: 53, ...more })).toEqual([...SERVICES, 'operator']);
  });
});

describe("the example's own networks", () => {
  test.each([
    ['PostgreSQL', { address: '10.20.0.5' }, 5432, [...contextNames]],
    ['NATS', { namespace: { 'kubernetes.io/metadata.name': 'nats' } }, 4222, SERVICES],
    ['the API server', { address: '10.10.0.2' }, 6443, SERVICES],
    ["the API server's Service", { address: '10.96.0.1' }, 443, SERVICES],
  ] as [string, NetworkPeer, number, PortedService[]][])(
    'allow %s for the services that use it',
    (_what, to, number, users) => {
      expect(new Set(leaving(installation, to, { number }))).toEqual(new Set(users));
      expect(leaving(alone, to, { number })).toEqual([]);
    },
  );
});

describe('components', () => {
  const reachedFrom = (from: Kustomization, address: string): string[] =>
    SERVICES.flatMap((name) =>
      ['http', 'admin', 'grpc']
        .filter((port) => mayReach(from, { address }, deploymentOf(name), port))
        .map((port) => `${name} ${port}`),
    );

  test('load-balancer allows only its networks to reach the public ports', () => {
    const changed = withComponent('load-balancer', installation);
    expect(reachedFrom(changed, '10.30.0.7').sort()).toEqual(['gateway http', 'hub http']);
    expect(reachedFrom(changed, '10.31.0.7')).toEqual([]);
    expect(reachedFrom(installation, '10.30.0.7')).toEqual([]);
  });

  test("cluster-networks blocks the cluster's public addresses for Internet calls", () => {
    const changed = withComponent('cluster-networks', installation);
    for (const address of ['198.41.0.4', '2a00:1450:4001::5']) {
      expect(leaving(installation, { address }, https)).toContain('outbound');
      expect(leaving(changed, { address }, https)).toEqual([]);
    }
  });

  test('openshift lets the cluster assign users, and allows its DNS', () => {
    const changed = withComponent('openshift', installation);
    for (const { spec } of ofKind(changed, 'Deployment'))
      expect(spec.template.spec.securityContext).toEqual({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    const dns = { namespace: { 'kubernetes.io/metadata.name': 'openshift-dns' } };
    expect(leaving(changed, dns, { number: 5353, protocol: 'UDP' })).toHaveLength(
      SERVICES.length + 1,
    );
  });
});

describe('the reader of these tests', () => {
  const kubectl = spawnSync('kubectl', ['version', '--client']);
  const byName = (manifests: Manifest[]) =>
    Object.fromEntries(
      manifests
        .filter(({ kind }) => kind !== 'ConfigMap')
        .map((one) => [`${one.kind} ${one.metadata.name}`, one.spec]),
    );

  test.skipIf(kubectl.status !== 0).each(['example', 'gateway-api'])(
    'builds of the overlay %s what kubectl builds',
    (overlay) => {
      const folder = new URL(`../../deploy/k8s/overlays/${overlay}/`, import.meta.url);
      const built = spawnSync('kubectl', ['kustomize', fileURLToPath(folder)], {
        encoding: 'utf8',
      });
      expect(built.stderr).toBe('');
      const text = built.stdout
        // Only kustomize spells images out, and appends hashes to names of ConfigMaps.
        .replace(/registry\.example\.com\/platform:[\d.]+/g, 'platform')
        .replace(/(platform-(?:config|site))-[a-z0-9]{10}\b/g, '$1');
      expect(byName(parseAllDocuments(text).map((one) => one.toJS() as Manifest))).toEqual(
        byName(kustomization(folder).manifests),
      );
    },
  );
});
