import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';

const users = '/api/v1/directory/users';
const organizations = '/api/v1/organizations';
let platform: TestPlatform;
let acme: TestTenant;
let api: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = platform.hub.tenant('acme');
  platform.access.setRoles(acme.id, {
    reader: ['tenant:users.read'],
    strong: ['tenant:users.read', 'tenant:pim.admin', 'tenant:idp.write'],
    harmless: [],
  });
  api = await platform.as({ tenant: acme });
});
afterAll(() => platform.stop());

const person = async (): Promise<string> =>
  (await api.post(users, { body: { email: `role${++n}@example.com` } })).body.id;
const organization = async (body: object = {}): Promise<string> =>
  (await api.post(organizations, { body: { name: `Org ${++n}`, ...body } })).body.id;

/** Every write that names a role. */
const writes: Record<string, (as: TestApi, roles: string[]) => Promise<TestAnswer>> = {
  organizationsCreate: (as, defaultRoles) =>
    as.post(organizations, { body: { name: `Org ${++n}`, defaultRoles } }),
  organizationsUpdate: async (as, defaultRoles) =>
    as.patch(`${organizations}/${await organization()}`, { body: { defaultRoles } }),
  organizationMembersPut: async (as, roles) =>
    as.put(`${organizations}/${await organization()}/members/${await person()}`, {
      body: { roles },
    }),
  userDirectoryCreate: async (as, roles) =>
    as.post(users, {
      body: {
        email: `role${++n}@example.com`,
        memberships: [{ organizationId: await organization(), roles }],
      },
    }),
};
const pointers: Record<string, string> = {
  organizationsCreate: '/defaultRoles/1',
  organizationsUpdate: '/defaultRoles/1',
  organizationMembersPut: '/roles/1',
  userDirectoryCreate: '/memberships/0/roles/1',
};

describe.each(Object.entries(writes))('roles in %s', (operationId, write) => {
  test("are granted if they exist and do not exceed the granter's scopes", async () =>
    expect((await write(api, ['reader', 'harmless'])).status).toBe(200));

  test('are rejected if they do not exist', async () => {
    expect((await write(api, ['reader', 'nothing'])).body).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: pointers[operationId], code: 'unknown_role' }],
    });
  });

  test("are rejected if they exceed the granter's scopes, listing the missing ones", async () => {
    const weak = await platform.as({
      tenant: acme,
      scopes: [
        'tenant:users.read',
        'tenant:users.write',
        'tenant:orgs.read',
        'tenant:orgs.write',
        'tenant:idp.write',
      ],
    });
    const { body } = await write(weak, ['reader', 'strong']);
    expect(body).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      errors: [{ code: 'missing_scope', detail: 'tenant:pim.admin' }],
    });
  });

  test('are not granted while they cannot be checked; without roles, no check is made', async () => {
    platform.access.setAway(true);
    const { status, body, headers } = await write(api, ['reader']);
    expect([status, body.code, headers.get('retry-after')]).toEqual([
      503,
      'upstream_unavailable',
      '5',
    ]);
    expect((await write(api, [])).status).toBe(200);
    platform.access.setAway(false);
  });
});

test('a rejected request leaves no rows, and a repeated request returns the same response', async () => {
  const headers = { 'idempotency-key': 'roles-once-0123456789' };
  const body = {
    email: 'once@example.com',
    memberships: [{ organizationId: await organization(), roles: ['reader'] }],
  };
  platform.access.setAway(true);
  expect((await api.post(users, { body, headers })).status).toBe(503);
  platform.access.setAway(false);
  const made = await api.post(users, { body, headers });
  expect(made.status).toBe(200);
  platform.access.setRoles(platform.hub.tenant('other').id, {});
  platform.access.setAway(true);
  const again = await api.post(users, { body, headers });
  expect([again.status, again.headers.get('idempotency-replayed'), again.body.id]).toEqual([
    200,
    'true',
    made.body.id,
  ]);
  platform.access.setAway(false);
});

test('members show their roles', async () => {
  const [orgId, userId] = [await organization({ defaultRoles: ['reader'] }), await person()];
  const member = await api.put(`${organizations}/${orgId}/members/${userId}`);
  expect(member.body.roles).toEqual(['reader']);
  expect(
    (await api.put(`${organizations}/${orgId}/members/${userId}`, { body: { roles: ['strong'] } }))
      .body.roles,
  ).toEqual(['strong']);
  expect((await api.get(`${users}/${userId}/organizations`)).body.data[0].roles).toEqual([
    'strong',
  ]);
});
