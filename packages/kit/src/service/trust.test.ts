import { expect, test } from 'vitest';
import type { DirectoryTenant } from '../auth/auth.ts';
import type { Bus } from '../bus/bus.ts';
import { silentLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createTrust } from './trust.ts';

const acme: DirectoryTenant = {
  id: 'tnt_01h455vb4pex5vsknk084sn02q',
  slug: 'acme',
  name: 'Acme',
  mode: 'live',
  state: 'active',
  issuer: 'https://acme.example',
  isDefault: false,
};

test('keys are renewed at each connection of the bus and at each hint, but not before the start', async () => {
  const told: (() => void)[] = [];
  const bus = {
    watch: (_bucket: string, _see: unknown, onReset: () => void) => void told.push(onReset),
    onHint: (_name: string, hear: () => void) => void told.push(hear),
    follow: () => undefined,
  } as unknown as Bus;
  let fetched = 0;
  const trust = createTrust({
    config: {
      issuer: 'https://id.example',
      platformDomain: '.example',
      jwksUri: 'http://127.0.0.1:9/',
      issuerCacheTtlMillis: 60_000,
      trustTestIssuers: false,
      enforceTntIss: true,
      clusterIssuer: 'https://cluster.example',
      clusterJwksUri: 'http://127.0.0.1:9/',
      clusterCaPath: '',
      clusterTokenPath: '',
      clusterAllowedSub: '^a$',
      clusterConnectTimeout: 100,
      clusterReadTimeout: 100,
      tokenDirectory: '',
      maxTokenLifetime: 3_600_000,
    } as unknown as Parameters<typeof createTrust>[0]['config'],
    resourceMetadata: 'https://id.example/m',
    getTenant: () => Promise.resolve(acme),
    bus,
    log: silentLog,
    metrics: createMetrics('test'),
    fetchKeys: () => {
      fetched++;
      return Promise.resolve({ keys: [] });
    },
  });
  const settled = (): Promise<void> =>
    new Promise((done) => {
      setImmediate(done);
    });
  for (const tell of told) tell();
  await settled();
  expect([told.length, fetched]).toEqual([2, 0]);
  await trust.start();
  await settled();
  expect(fetched).toBe(1);
  for (const [i, tell] of told.entries()) {
    tell();
    await settled();
    expect(fetched).toBe(2 + i);
  }
  // Tenants are fetched again too, since a change may have been missed.
  await trust.tenants.byId(acme.id);
  expect(trust.tenants.known(acme.id)).toEqual(acme);
  told[0]!();
  expect(trust.tenants.known(acme.id)).toBeUndefined();
  trust.stop();
});
