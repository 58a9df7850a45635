import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let acme: TestTenant;
let owner: TestApi;

beforeAll(async () => {
  platform = await accessPlatform();
  acme = platform.hub.tenant('acme');
  owner = await platform.api(acme);
  for (const [key, permission] of [
    ['reader', 'tenant:users.read'],
    ['writer', 'tenant:users.write'],
  ])
    await owner.post('/api/v1/roles', { body: { key, permissions: [permission] } });
});
afterAll(() => platform.stop());

const organizationId = newId('organization');
const group = { directoryId: 'dir_1', groupId: 'dgrp_1', mappingId: 'grm_1' };

function person(more: object = {}): string {
  const userId = newId('user');
  platform.directory.setUser(acme.id, userId, more);
  return userId;
}
const accessOf = async (userId: string, api = owner) =>
  api.get(`/api/v1/directory/users/${userId}/access`);

async function elevate(userId: string): Promise<string> {
  const { body } = await owner.post('/api/v1/pim/eligible-assignments', {
    body: {
      principal: { type: 'user', id: userId },
      role: 'writer',
      rules: { requireJustification: false, requireApproval: false },
    },
  });
  const user = await platform.as({ tenant: acme, userId, scopes: ['tenant:pim.elevate'] });
  const answer = await user.post('/api/v1/pim/activations', {
    body: { eligibleAssignmentId: body.id },
  });
  expect(answer.status).toBeLessThan(300);
  return answer.body.id;
}

describe('userDirectoryGetAccess', () => {
  test('returns each role and scope with its source', async () => {
    const userId = person({
      roleSources: [
        { role: 'reader', ...group },
        { role: 'reader', organizationId },
        { role: 'writer', organizationId, ...group },
      ],
    });
    const assigned = await owner.post('/api/v1/role-assignments', {
      body: { principal: { type: 'user', id: userId }, role: 'reader' },
    });
    const activationId = await elevate(userId);
    const { status, body } = await accessOf(userId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId,
      active: true,
      roles: [
        { role: 'reader', source: 'direct', assignmentId: assigned.body.id },
        { role: 'reader', source: 'group', organizationId: null, ...group },
        { role: 'reader', source: 'organization', organizationId },
        { role: 'writer', source: 'group', organizationId, ...group },
        { role: 'writer', source: 'elevation', activationId, expiresAt: expect.any(String) },
      ],
    });
    const sources = Object.fromEntries(
      body.scopes.map((one: { scope: string; sources: { source: string }[] }) => [
        one.scope,
        one.sources.map(({ source }) => source),
      ]),
    );
    expect(sources).toEqual({
      'tenant:users.read': ['direct', 'group', 'organization'],
      'tenant:users.write': ['group', 'elevation'],
    });
  });

  test('marks a suspended user, and gives an unknown role no scopes', async () => {
    const userId = person({ status: 'suspended', roleSources: [{ role: 'gone', ...group }] });
    const { body } = await accessOf(userId);
    expect(body).toMatchObject({ active: false, roles: [{ role: 'gone', scopes: [] }] });
  });

  test('requires both scopes, and does not know the users of other tenants', async () => {
    const userId = person();
    const half = await platform.api(acme, ['tenant:users.read']);
    expect((await accessOf(userId, half)).body.code).toBe('insufficient_scope');
    const stranger = await platform.api(platform.hub.tenant('globex'));
    expect((await accessOf(userId, stranger)).status).toBe(404);
    expect((await accessOf('usr_1')).status).toBe(404);
  });
});
