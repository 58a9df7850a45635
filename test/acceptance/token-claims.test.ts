import { beforeAll, expect, test } from 'vitest';
import { accessToken } from '@platform/dev/access-token';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { eventually } from '@platform/testkit/eventually';

let platform: PlatformUnderTest;
let token: string;

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  token = await platform.token('acme');
});

const acme = () => platform.tenant('acme');
const path = () => `/api/v1/applications/${acme().clientId}/token-claims`;
const claims = async (): Promise<Record<string, unknown>> => {
  const bearer = await accessToken(platform.ready.hub, acme());
  return JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString()) as Record<
    string,
    unknown
  >;
};
test('access claims are added to each token of an application while they are enabled', async () => {
  await eventually(
    async () =>
      (await platform.call('get', '/api/v1/role-assignments?role=tenant_owner', { token })).body
        .data.length === 1,
  );
  expect(await claims()).not.toHaveProperty('roles');
  const enabled = await platform.call('put', path(), {
    token,
    body: { claims: ['roles', 'entitlements'], failureMode: 'deny' },
  });
  expect([enabled.status, enabled.body]).toEqual([
    200,
    expect.objectContaining({
      enabled: true,
      syncState: 'in_sync',
      enrichmentUrl: `${platform.ready.gateway}/internal/claims-enrichment`,
    }),
  ]);
  expect(await claims()).toMatchObject({
    roles: ['tenant_owner'],
    entitlements: expect.arrayContaining(['directory']),
    sub: acme().clientId,
  });
  const many = await Promise.all(Array.from({ length: 20 }, claims));
  expect(
    many.filter(({ roles }) => (roles as string[] | undefined)?.[0] === 'tenant_owner'),
  ).toHaveLength(20);
  expect((await platform.call('delete', path(), { token })).status).toBe(200);
  expect(await claims()).not.toHaveProperty('roles');
});
