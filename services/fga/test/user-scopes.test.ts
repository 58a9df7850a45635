import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { newId } from '@platform/kit/ids';
import { allScopes } from '@platform/contracts';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let acme: TestTenant;

beforeAll(async () => {
  platform = await accessPlatform();
  acme = platform.hub.tenant('acme');
});
afterAll(() => platform.stop());

const access = () => platform.peer('hub').service('platform.fga.v1.PrincipalAccess');
const list = async (
  users: { userId: string; organizationId?: string }[],
  wanted: readonly string[] = [...allScopes],
) => (await access().ListUserScopes({ tenantId: acme.id, users, wanted: [...wanted] })).users;

/** A user with roles of the directory. */
function person(tenantRoles: string[], more: object = {}): string {
  const userId = newId('user');
  platform.directory.setUser(acme.id, userId, { tenantRoles, ...more });
  return userId;
}

/** Activates an elevation to `tenant:users.write`. */
async function elevate(userId: string, organizationId?: string): Promise<void> {
  const owner = await platform.api(acme);
  const { body } = await owner.post('/api/v1/pim/eligible-assignments', {
    body: {
      principal: { type: 'user', id: userId },
      scopes: ['tenant:users.write'],
      rules: { requireJustification: false, requireApproval: false },
      ...(organizationId === undefined ? {} : { organizationId }),
    },
  });
  const user = await platform.as({ tenant: acme, userId, scopes: ['tenant:pim.elevate'] });
  const { status } = await user.post('/api/v1/pim/activations', {
    body: { eligibleAssignmentId: body.id },
  });
  expect(status).toBeLessThan(300);
}

describe('PrincipalAccess/ListUserScopes', () => {
  test('says of each user, in their order, what Get says', async () => {
    const organizationId = newId('organization');
    const owner = await platform.api(acme);
    await owner.post('/api/v1/roles', {
      body: { key: 'reader', permissions: ['tenant:webhooks.write'] },
    });
    const member = person(['support'], {
      memberships: [{ organizationId, state: 'active', roles: ['reader'] }],
    });
    const assigned = person([]);
    await owner.post('/api/v1/role-assignments', {
      body: { principal: { type: 'user', id: assigned }, role: 'auditor' },
    });
    const elevated = person([]);
    await elevate(elevated);
    await elevate(member, organizationId);
    const users = [
      { userId: member, organizationId },
      { userId: person(['tenant_admin'], { status: 'suspended' }) },
      { userId: assigned },
      { userId: member },
      { userId: newId('user') },
      { userId: elevated },
      { userId: member, organizationId },
    ];
    const alone = await Promise.all(
      users.map(async ({ userId, organizationId: at = '' }) => {
        const principal = { type: 'user', id: userId };
        const answer = await access().Get({ tenantId: acme.id, principal, organizationId: at });
        return { scopes: answer.scopes, elevated: answer.elevated };
      }),
    );
    expect(await list(users)).toEqual(alone);
    expect(alone.map(({ scopes }) => scopes.length > 0)).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(alone.map(({ elevated: held }) => held.length)).toEqual([1, 0, 0, 0, 0, 1, 1]);
    expect(alone[0]!.scopes).toContain('tenant:webhooks.write');
    expect(alone[3]!.scopes).not.toContain('tenant:webhooks.write');
  });

  test('names those scopes that are wanted', async () => {
    const userId = person(['tenant_admin']);
    const wanted = ['tenant:users.read', 'tenant:nothing.read'];
    expect(await list([{ userId }], wanted)).toMatchObject([{ scopes: ['tenant:users.read'] }]);
    expect(await list([{ userId }], [])).toMatchObject([{ scopes: [] }]);
    expect(await list([])).toEqual([]);
  });

  test('knows nobody of another tenant', async () => {
    const userId = person(['tenant_admin']);
    const { users } = await access().ListUserScopes({
      tenantId: platform.hub.tenant('globex').id,
      users: [{ userId }],
      wanted: ['tenant:users.read'],
    });
    expect(users).toMatchObject([{ scopes: [], elevated: [] }]);
  });

  test('is open to the hub alone', async () => {
    const gateway = platform.peer('product-api').service('platform.fga.v1.PrincipalAccess');
    await expect(
      gateway.ListUserScopes({ tenantId: acme.id, users: [], wanted: [] }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    await expect(access().ListUserScopes({ tenantId: 'x' })).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('is unavailable while the directory is', async () => {
    platform.directory.setAway(true);
    await expect(list([{ userId: newId('user') }])).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
    platform.directory.setAway(false);
  });
});
