import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLog } from '@platform/kit/telemetry';
import { objectStores } from '@platform/kit/objects';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { startTestS3 } from '@platform/testkit/s3-server';
import type { TestS3 } from '@platform/testkit/s3-server';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { aRecord, auditPlatform } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';
import { ok } from './compliance-fixtures.ts';
import { knownUser, accessRequestsPath, inState, never } from './request-fixtures.ts';

const auditExports = '/api/v1/audit-exports';
const folder = temporaryFolder('platform-test-dsar-');
let s3: TestS3;
let peer: Receiver;
let under: AuditTestPlatform;
let tenant: TestTenant;
let api: TestApi;

/** Puts both stores in buckets; locations not named here are folders. */
const inBuckets = () => ({
  'platform.dsar.object-store.bucket': 'bundles',
  'platform.dsar.object-store.endpoint': s3.endpoint,
  'platform.dsar.object-store.key-prefix': '/dsar/',
  'platform.audit-export.object-store.bucket': 'exports',
  'platform.audit-export.object-store.endpoint': s3.endpoint,
});

beforeAll(async () => {
  s3 = await startTestS3(['bundles', 'exports']);
  vi.stubEnv('AWS_ACCESS_KEY_ID', s3.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.credentials.secretAccessKey);
  peer = await startReceiver(() => ({ body: JSON.stringify({ sections: { sessions: [1] } }) }));
  const url = `http://127.0.0.1:${peer.port}`;
  under = await auditPlatform({
    'platform.erasure.sweep-cron': never,
    'platform.dsar.local.base-dir': folder.path,
    'platform.dsar.fanout.service-account-token': randomBytes(16).toString('hex'),
    'platform.dsar.fanout.hub-base-url': url,
    'platform.dsar.fanout.identity-service-base-url': url,
    'platform.dsar.fanout.product-api-base-url': url,
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(async () => {
  await under.stop();
  await peer.stop();
  await s3.stop();
  folder.remove();
  vi.unstubAllEnvs();
});

/** Starts the service like another pod, with the currently configured store. */
async function restart(properties: Record<string, string>): Promise<void> {
  await under.platform.restart(properties);
  api = await under.platform.as({ tenant });
}

async function keysIn(bucket: string): Promise<string[]> {
  const { current } = objectStores({
    bucket,
    region: '',
    endpoint: s3.endpoint,
    keyPrefix: '',
    baseDir: '',
    egress: (trustedOrigins) =>
      under.platform.service.platform.egress('object-store', { trustedOrigins }),
    log: silentLog,
  });
  const keys: string[] = [];
  for await (const { key } of current.list('')) keys.push(key);
  return keys;
}

async function download(path: string): Promise<{ status: number; sha256: string }> {
  const answer = await fetch(`${under.platform.baseUrl}${path}`, {
    headers: {
      authorization: `Bearer ${await under.platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await under.platform.gatewayToken()}`,
    },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function anAccessRequest(): Promise<any> {
  const { id } = knownUser(under, tenant);
  const subject = { type: 'user_id', value: id };
  const created = ok(await api.post(accessRequestsPath, { body: { subject } }));
  return inState(api, `${accessRequestsPath}/${created.id}`, 'COMPLETED');
}

async function anExport(): Promise<any> {
  await under.publishRecords(tenant, [aRecord()]);
  const span = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date().toISOString(),
  };
  const { id } = ok(await api.post(auditExports, { body: span }));
  return inState(api, `${auditExports}/${id}`, 'COMPLETED');
}

const bundleOf = ({ id }: { id: string }) => download(`${accessRequestsPath}/${id}/bundle`);

/** Returns the digests of an export's downloaded files, and the digests that it states. */
async function digestsOf({ id, parts }: any): Promise<[string[], string[]]> {
  const found: string[] = [];
  for (const { part } of parts)
    found.push((await download(`${auditExports}/${id}/download?part=${part}`)).sha256);
  return [found, parts.map(({ sha256 }: any) => sha256)];
}

describe('files in a bucket', () => {
  test('are stored by prefix, tenant and request, and are deleted when they expire', async () => {
    await restart(inBuckets());
    const request = await anAccessRequest();
    expect(await keysIn('bundles')).toEqual(
      ['bundle.zip', 'hub.json', 'identity-service.json', 'product-api.json']
        .map((name) => expect.stringMatching(`^dsar/${tenant.id}/${request.id}/.*${name}$`))
        .sort(),
    );
    expect(await bundleOf(request)).toEqual({ status: 200, sha256: request.bundle.sha256 });
    const made = await anExport();
    const [found, stated] = await digestsOf(made);
    expect(found).toEqual(stated);
    ok(await api.delete(`${auditExports}/${made.id}`));
    await vi.waitFor(async () => expect(await keysIn('exports')).toEqual([]), { timeout: 20_000 });
  });

  test('are found after the service has switched to a folder and back', async () => {
    await restart(inBuckets());
    const [request, made] = [await anAccessRequest(), await anExport()];
    const kept = await keysIn('bundles');
    await restart({});
    expect(await bundleOf(request)).toEqual({ status: 200, sha256: request.bundle.sha256 });
    const [found, stated] = await digestsOf(made);
    expect(found).toEqual(stated);
    const local = await anAccessRequest();
    expect(await keysIn('bundles')).toEqual(kept);
    expect(readdirSync(folder.path, { recursive: true }).join()).toContain(local.id);
    await restart(inBuckets());
    expect(await bundleOf(local)).toEqual({ status: 200, sha256: local.bundle.sha256 });
  });

  test('are deleted with their tenant, regardless of their store', async () => {
    const bystander = ({ tenant, api } = await under.tenant());
    await restart(inBuckets());
    await anAccessRequest();
    ({ tenant, api } = await under.tenant());
    await anAccessRequest();
    await anExport();
    await restart({});
    await anAccessRequest();
    const gone = tenant;
    const filesOf = async ({ id }: TestTenant): Promise<number[]> => {
      const local = readdirSync(folder.path, { recursive: true }).map(String);
      const all = [await keysIn('bundles'), await keysIn('exports'), local];
      return all.map((keys) => keys.filter((key) => key.includes(id)).length);
    };
    expect(await filesOf(gone)).not.toContain(0);
    await under.publish(gone, { type: 'tenant.deleted', subject: { type: 'tenant', id: gone.id } });
    await vi.waitFor(async () => expect(await filesOf(gone)).toEqual([0, 0, 0]), {
      timeout: 20_000,
    });
    ({ tenant } = bystander);
    expect((await filesOf(tenant))[0]).toBeGreaterThan(0);
    ({ tenant, api } = await under.tenant());
  });

  test('cannot be read while the store is unavailable, but nothing is lost', async () => {
    await restart(inBuckets());
    const request = await anAccessRequest();
    await under.sql(
      "UPDATE access_requests SET store_location = replace(store_location, $2, 'http%3A%2F%2F127.0.0.1%3A1') WHERE id = $1",
      [request.id, encodeURIComponent(s3.endpoint)],
    );
    expect((await bundleOf(request)).status).toBe(503);
    expect(
      (await inState(api, `${accessRequestsPath}/${request.id}`, 'COMPLETED')).bundle,
    ).toBeTruthy();
  });
});
