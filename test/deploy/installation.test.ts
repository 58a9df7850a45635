import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessToken } from '@platform/dev/access-token';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import type { DevPlatform } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { startInstallation } from './local-cluster.ts';

const command = fileURLToPath(new URL('../../deploy/platform', import.meta.url));
const folder = temporaryFolder('platform-installation-');
let platform: DevPlatform;
let acme: DemoTenant;
let bearer: string;

/** Runs a command like the operator's pod. */
async function platformctl(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    PLATFORMCTL_HUB: `127.0.0.1:${platform.ports.hub.grpc}`,
    PLATFORMCTL_TOKEN_FILE: join(platform.dataDir, 'cluster/tokens/platform-operator/hub'),
  };
  return (await promisify(execFile)(command, ['platformctl', ...args], { env })).stdout;
}

beforeAll(async () => {
  platform = await startInstallation(folder.path);
  const flags = ['--slug', 'acme', '--name', 'Acme', '--admin-client', '-o', 'json'];
  const created = JSON.parse(await platformctl('tenants', 'create', ...flags));
  acme = {
    slug: 'acme',
    tenantId: created.id,
    issuer: created.issuer,
    clientId: created.clientId,
    clientSecret: created.clientSecret,
  };
  bearer = await accessToken(platform.ready.hub, acme);
});
afterAll(async () => {
  await platform?.stop();
  folder.remove();
});

async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: any }> {
  const answer = await fetch(platform.ready.gateway + path, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
test('a tenant created by platformctl has an issuer under the platform domain, and its tokens are accepted', async () => {
  expect(acme.issuer).toBe('https://acme.id.example.com');
  expect(claimsOf(bearer)).toMatchObject({
    iss: acme.issuer,
    tnt: acme.tenantId,
    aud: 'product-api',
  });
  expect((await call('GET', '/api/v1/directory/users?limit=1')).status).toBe(200);
});

test('every service answers behind the gateway', async () => {
  for (const path of ['applications', 'directory/users', 'roles', 'webhook-endpoints'])
    expect([path, (await call('GET', `/api/v1/${path}?limit=1`)).status]).toEqual([path, 200]);
});

test('token claims can be enabled, and are added to new tokens', async () => {
  await eventually(
    async () =>
      (await call('GET', '/api/v1/role-assignments?role=tenant_owner')).body.data.length === 1,
  );
  const enabled = await call('PUT', `/api/v1/applications/${acme.clientId}/token-claims`, {
    claims: ['roles', 'entitlements'],
    failureMode: 'deny',
  });
  expect([enabled.status, enabled.body]).toEqual([
    200,
    expect.objectContaining({
      enabled: true,
      syncState: 'in_sync',
      enrichmentUrl: `http://product-api:${platform.ports.gateway.http}/internal/claims-enrichment`,
    }),
  ]);
  expect(claimsOf(await accessToken(platform.ready.hub, acme))).toMatchObject({
    roles: ['tenant_owner'],
    entitlements: expect.arrayContaining(['directory']),
  });
});

test('proxied requests cannot reach internal paths, and direct ones require a token', async () => {
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(platform.ready.gateway + path, { method: 'POST', headers, body: '{}' })).status;
  expect(await statusOf('/internal/claims-enrichment', { 'x-forwarded-for': '203.0.113.7' })).toBe(
    404,
  );
  expect(await statusOf('/internal/entitlements/x', {})).toBe(401);
});
