import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes, exampleTenant } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { systemRoles } from '../src/built-in/system-roles.ts';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/roles';
const assignments = '/api/v1/role-assignments';
const platformScopes = ['tenant:roles.read', 'tenant:roles.write'];
let platform: AccessPlatform;
let acme: TestTenant;
let api: TestApi;
let stranger: TestApi;
let narrow: TestApi;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.access.max-roles-per-tenant': '60',
    'platform.access.max-assignments-per-principal': '3',
  });
  acme = platform.hub.tenant('acme');
  api = await platform.api(acme);
  narrow = await platform.api(acme, [...platformScopes, 'tenant:users.read']);
  stranger = await platform.api(platform.hub.tenant('globex'));
});
afterAll(() => platform.stop());

let n = 0;
const key = (): string => `role-${++n}`;
const role = async (
  permissions: string[] = ['tenant:users.read'],
  more: object = {},
): Promise<any> => {
  const { status, body } = await api.post(path, { body: { key: key(), permissions, ...more } });
  expect(status).toBe(200);
  return body;
};
const give = (
  roleKey: string,
  principal = { type: 'user', id: newId('user') },
  more: object = {},
  as: TestApi = api,
) => as.post(assignments, { body: { principal, role: roleKey, ...more } });
const lastEvent = async () => (await platform.events(acme)).at(-1);
/** Publishes an event on the bus, as its owner would. */
async function tell(
  tenantId: string,
  subject: string,
  event: { id: string; type: string; subject: { type: string; id: string }; data: unknown },
): Promise<void> {
  const envelope = {
    specversion: '1.0',
    id: event.id,
    type: event.type,
    tenantid: tenantId,
    data: { ...event, actor: { type: 'system', id: 'x' }, occurredAt: new Date().toISOString() },
  };
  const { bus, db } = platform.service.platform;
  await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.execute(
      'INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope) VALUES ($1, 0, $2, $2, $3, $4)',
      [tenantId, event.id, subject, JSON.stringify(envelope)],
    ),
  );
  bus.wakeRelay();
}

describe('rolesCreate', () => {
  test('works with both kinds of permissions, removes duplicates, and emits an event', async () => {
    await api.post('/api/v1/permissions', { body: { name: 'invoices.approve' } });
    const body = await role(['tenant:users.read', 'invoices.approve', 'tenant:users.read'], {
      displayName: 'Approver',
      description: 'Approves',
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^role_/),
      key: expect.any(String),
      displayName: 'Approver',
      description: 'Approves',
      permissions: ['invoices.approve', 'tenant:users.read'],
      system: false,
      assignmentCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await lastEvent()).toMatchObject({ type: 'role.created', data: { role: body } });
    const read = await api.get(`${path}/${body.id}`);
    expect([read.body, read.headers.get('etag')]).toEqual([body, '"1"']);
  });

  test('rejects invalid keys, permissions and names', async () => {
    for (const bad of ['A', 'x', '1a', 'a b', 'a'.repeat(64)])
      expect(
        (await api.post(path, { body: { key: bad, permissions: ['tenant:users.read'] } })).body
          .errors[0].pointer,
      ).toBe('/key');
    expect((await api.post(path, { body: { key: key(), permissions: [] } })).status).toBe(422);
    expect(
      (
        await api.post(path, {
          body: { key: key(), permissions: ['tenant:users.read', 'no.such'] },
        })
      ).body,
    ).toMatchObject({ status: 422, errors: [{ pointer: '/permissions/1', code: 'not_found' }] });
  });

  test('rejects a token with fewer scopes than the role grants, listing the missing ones', async () => {
    const { body } = await narrow.post(path, {
      body: {
        key: key(),
        permissions: ['tenant:users.read', 'tenant:users.write', 'tenant:pim.admin'],
      },
    });
    expect(body).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(body.errors.map((e: { detail: string }) => e.detail)).toEqual([
      'tenant:pim.admin',
      'tenant:users.write',
    ]);
  });

  test('accepts a key only once, even concurrently, and never reuses it', async () => {
    const body = { key: 'once', permissions: ['tenant:users.read'] };
    const answers = await Promise.all(Array.from({ length: 4 }, () => api.post(path, { body })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409]);
    const made = answers.find((a) => a.status === 200)!.body;
    expect((await api.post(path, { body: { ...body, key: 'tenant_owner' } })).body.code).toBe(
      'already_exists',
    );
    await api.delete(`${path}/${made.id}`);
    expect((await api.post(path, { body })).body).toMatchObject({
      status: 409,
      errors: [{ pointer: '/key' }],
    });
    expect((await stranger.post(path, { body })).status).toBe(200);
  });
});

describe('rolesList', () => {
  test('shows the roles of the platform first', async () => {
    const own = await role();
    const all = (await api.get(`${path}?limit=200`)).body.data;
    expect(all.slice(0, systemRoles.length).map((r: { key: string }) => r.key)).toEqual(
      systemRoles.map((r) => r.key),
    );
    expect(all.at(-1).id).toBe(own.id);
    expect(
      (await stranger.get(`${path}?limit=200`)).body.data.map((r: { id: string }) => r.id),
    ).not.toContain(own.id);
    const page = (await api.get(`${path}?limit=${systemRoles.length}`)).body;
    const next = (await api.get(`${path}?limit=200&cursor=${encodeURIComponent(page.nextCursor)}`))
      .body;
    expect([...page.data, ...next.data]).toEqual(all);
    expect(
      (await stranger.get(`${path}?cursor=${encodeURIComponent(page.nextCursor)}`)).body.code,
    ).toBe('invalid_cursor');
  });

  test('built-in roles have the expected permissions', () => {
    const of = (wanted: string) => systemRoles.find((r) => r.key === wanted)!.permissions;
    expect(of('tenant_owner')).toEqual(allScopes);
    expect(allScopes.filter((s) => !of('tenant_admin').includes(s))).toEqual([
      'tenant:pim.admin',
      'tenant:pim.approve',
    ]);
    expect(of('auditor').every((s) => s.endsWith('.read'))).toBe(true);
    for (const { permissions } of systemRoles)
      expect(permissions.filter((p) => !allScopes.includes(p))).toEqual([]);
  });
});

describe('rolesUpdate', () => {
  test('changes the given properties, reports changes, and checks If-Match', async () => {
    const made = await role();
    const { body, headers } = await api.patch(`${path}/${made.id}`, {
      body: { permissions: ['tenant:orgs.read'], displayName: 'New' },
    });
    expect([body.permissions, body.displayName, headers.get('etag')]).toEqual([
      ['tenant:orgs.read'],
      'New',
      '"2"',
    ]);
    expect(await lastEvent()).toMatchObject({
      type: 'role.updated',
      data: { changed: ['/displayName', '/permissions'] },
    });
    expect(
      (
        await api.patch(`${path}/${made.id}`, {
          body: { displayName: null },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(412);
    expect(
      (await api.patch(`${path}/${made.id}`, { body: { displayName: 'New' } })).headers.get('etag'),
    ).toBe('"2"');
    expect((await api.patch(`${path}/${made.id}`, { body: { key: 'other' } })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/key', code: 'immutable' }],
    });
    expect((await api.patch(`${path}/${made.id}`, { body: { key: made.key } })).status).toBe(200);
  });

  test('requires the scopes that the role grants before and after', async () => {
    const strong = await role(['tenant:users.read', 'tenant:idp.write']);
    expect(
      (await narrow.patch(`${path}/${strong.id}`, { body: { permissions: ['tenant:users.read'] } }))
        .body,
    ).toMatchObject({ status: 403, errors: [{ detail: 'tenant:idp.write' }] });
    const weak = await role();
    expect(
      (await narrow.patch(`${path}/${weak.id}`, { body: { permissions: ['tenant:idp.write'] } }))
        .body,
    ).toMatchObject({ status: 403 });
    expect((await narrow.patch(`${path}/${weak.id}`, { body: { displayName: 'x' } })).status).toBe(
      200,
    );
  });

  test('does not change built-in roles or those of other tenants', async () => {
    const owner = (await api.get(path)).body.data.find(
      (r: { key: string }) => r.key === 'tenant_owner',
    );
    expect(
      (await api.patch(`${path}/${owner.id}`, { body: { displayName: 'x' } })).body,
    ).toMatchObject({ status: 409, errors: [{ code: 'system_resource' }] });
    expect((await api.delete(`${path}/${owner.id}`)).body).toMatchObject({
      status: 409,
      errors: [{ code: 'system_resource' }],
    });
    const own = await role();
    expect((await stranger.patch(`${path}/${own.id}`, { body: { displayName: 'x' } })).status).toBe(
      404,
    );
    expect((await stranger.delete(`${path}/${own.id}`)).status).toBe(404);
  });
});

describe('rolesDelete', () => {
  test('is rejected while the role is assigned', async () => {
    const { id, key: roleKey } = await role();
    const { body: assignment } = await give(roleKey);
    expect((await api.get(`${path}/${id}`)).body.assignmentCount).toBe(1);
    expect((await api.delete(`${path}/${id}`)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      errors: [{ code: 'in_use', detail: assignment.id }],
    });
    await api.delete(`${assignments}/${assignment.id}`);
    expect((await api.delete(`${path}/${id}`)).body).toEqual({ id, deleted: true });
    expect(await lastEvent()).toMatchObject({ type: 'role.deleted', data: { role: { id } } });
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
  });

  test('and concurrent assignments never leave an assignment of a deleted role', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, key: roleKey } = await role();
      const [gone, ...given] = await Promise.all([
        api.delete(`${path}/${id}`),
        give(roleKey),
        give(roleKey),
      ]);
      if (gone.status === 200)
        expect(given.map((a) => [a.status, a.body.errors[0].code])).toEqual([
          [422, 'unknown_role'],
          [422, 'unknown_role'],
        ]);
      else expect([gone.status, given.some((a) => a.status === 200)]).toEqual([409, true]);
      const [left] = await platform.sql(
        'SELECT count(*)::int AS n FROM role_assignments a JOIN roles r USING (tenant_id) WHERE r.id = $1 AND a.role_key = r.key AND r.deleted_at IS NOT NULL',
        [id],
      );
      expect(left).toEqual({ n: 0 });
    }
  });
});

describe('roleAssignmentsCreate', () => {
  test('works, and emits an event', async () => {
    const { key: roleKey } = await role();
    const principal = { type: 'client', id: 'robot' };
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await give(roleKey, principal, { expiresAt });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^rasg_/),
        principal,
        role: roleKey,
        expiresAt,
        createdBy: { type: 'client', id: 'test-client' },
        createdAt: expect.any(String),
      },
    ]);
    expect(await lastEvent()).toMatchObject({
      type: 'role.assigned',
      subject: { type: 'role_assignment', id: body.id },
      data: { roleAssignment: body },
    });
    expect((await give(roleKey, principal)).body).toMatchObject({
      status: 409,
      code: 'already_exists',
    });
  });

  test("rejects unknown roles, and roles that exceed the granter's scopes", async () => {
    expect((await give('no_such_role')).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/role', code: 'unknown_role' }],
    });
    expect((await give('support', { type: 'user', id: 'ada' })).body.errors[0].pointer).toBe(
      '/principal/id',
    );
    expect(
      (await give('support', undefined, { expiresAt: '2020-01-01T00:00:00Z' })).body.errors[0]
        .pointer,
    ).toBe('/expiresAt');
    const { body } = await give('tenant_owner', undefined, {}, narrow);
    expect([body.code, body.errors.length]).toEqual(['insufficient_scope', allScopes.length - 3]);
    const refused = await platform.sql<{ data: any }>(
      `SELECT envelope->'data'->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%roleAssignmentsCreate' AND envelope->'data'->'data'->>'outcome' = 'denied'`,
      [acme.id],
    );
    expect(refused.map((row) => row.data.code)).toContain('insufficient_scope');
  });

  test('limits the roles of a principal, even concurrently', async () => {
    const principal = { type: 'user', id: newId('user') };
    const keys = [
      'auditor',
      'support',
      'directory_admin',
      'application_admin',
      'compliance_officer',
    ];
    const answers = await Promise.all(keys.map((roleKey) => give(roleKey, principal)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect(answers.find((a) => a.status === 422)?.body.code).toBe('limit_exceeded');
    expect((await api.get(`${assignments}?principalId=${principal.id}`)).body.data).toHaveLength(3);
  });

  test('an assignment expires on time, and can be created again', async () => {
    const principal = { type: 'user', id: newId('user') };
    const { body } = await give('support', principal, {
      expiresAt: new Date(Date.now() + 300).toISOString(),
    });
    await eventually(async () =>
      (await api.get(`${assignments}?principalId=${principal.id}`)).body.data.length === 0
        ? true
        : undefined,
    );
    expect((await give('support', principal)).status).toBe(200);
    expect(
      (await platform.events(acme)).filter((e) => e.subject.id === body.id).map((e) => e.type),
    ).toEqual(['role.assigned', 'role.unassigned']);
  });
});

describe('roleAssignmentsList', () => {
  test('filters, pages newest first, and hides other tenants', async () => {
    const { key: roleKey } = await role();
    const given = [];
    for (let i = 0; i < 3; i++) given.push((await give(roleKey)).body.id);
    const first = (await api.get(`${assignments}?role=${roleKey}&limit=2`)).body;
    const rest = (
      await api.get(
        `${assignments}?role=${roleKey}&limit=2&cursor=${encodeURIComponent(first.nextCursor)}`,
      )
    ).body;
    expect([...first.data, ...rest.data].map((a: { id: string }) => a.id)).toEqual(
      given.toReversed(),
    );
    expect(
      (await api.get(`${assignments}?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).body
        .code,
    ).toBe('invalid_cursor');
    expect((await stranger.get(assignments)).body.data).toEqual([]);
    expect((await stranger.delete(`${assignments}/${given[0]}`)).status).toBe(404);
  });
});

describe('Roles/ValidateRoles', () => {
  test('returns whether each key is a role that can be assigned', async () => {
    const { key: own } = await role(['tenant:users.read']);
    const { key: strong } = await role(['tenant:users.read', 'tenant:idp.write']);
    const directory = platform.peer('directory').service('platform.fga.v1.Roles');
    const asked = {
      tenantId: acme.id,
      keys: [own, strong, 'nothing', 'support'],
      granter: { type: 'client', id: 'x', scopes: ['tenant:users.read'] },
    };
    const { roles } = await directory.ValidateRoles(asked);
    expect(roles.map((r) => [r.key, r.exists, r.assignable])).toEqual([
      [own, true, true],
      [strong, true, false],
      ['nothing', false, false],
      ['support', true, false],
    ]);
    expect(roles[1]!.missingScopes).toEqual(['tenant:idp.write']);
    const elsewhere = await directory.ValidateRoles({
      ...asked,
      tenantId: platform.hub.tenant('globex').id,
    });
    expect(elsewhere.roles.map((r) => r.exists)).toEqual([false, false, false, true]);
    await expect(
      platform.peer('outbound').service('platform.fga.v1.Roles').ValidateRoles(asked),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });
});

describe('PrincipalAccess/Get', () => {
  const get = (more: object) =>
    platform
      .peer('hub')
      .service('platform.fga.v1.PrincipalAccess')
      .Get({ tenantId: acme.id, ...more });

  test('combines assignments with roles from the directory, in the organization of the token', async () => {
    await api.post('/api/v1/permissions', { body: { name: 'reports.read' } });
    platform.hub.setClient(acme, 'billing');
    await api.post('/api/v1/permissions', { body: { name: 'billing.pay', clientId: 'billing' } });
    const assigned = await role(['tenant:users.read', 'reports.read', 'billing.pay']);
    const ofTenant = await role(['tenant:orgs.read']);
    const ofMember = await role(['tenant:webhooks.read']);
    const userId = newId('user');
    const organizationId = newId('organization');
    platform.directory.setUser(acme.id, userId, {
      tenantRoles: [ofTenant.key, 'long_gone'],
      memberships: [{ organizationId, state: 'active', roles: [ofMember.key] }],
    });
    await give(assigned.key, { type: 'user', id: userId });

    const principal = { type: 'user', id: userId };
    const outside = await get({ principal });
    expect(outside).toMatchObject({
      roles: [assigned.key, ofTenant.key].sort(),
      permissions: ['billing.pay', 'reports.read'],
      scopes: ['tenant:orgs.read', 'tenant:users.read'],
      elevated: [],
      maxAgeSeconds: 10,
    });
    expect(outside.families).toContain('directory');
    const inside = await get({ principal, organizationId, clientId: 'other' });
    expect(inside).toMatchObject({
      roles: [assigned.key, ofTenant.key, ofMember.key].sort(),
      permissions: ['reports.read'],
      scopes: ['tenant:orgs.read', 'tenant:users.read', 'tenant:webhooks.read'],
    });
    expect((await get({ principal, clientId: 'billing' })).permissions).toEqual([
      'billing.pay',
      'reports.read',
    ]);
  });

  test.each(['suspended', 'deactivated'])(
    'grants nothing to a %s or unknown user',
    async (status) => {
      const userId = newId('user');
      platform.directory.setUser(acme.id, userId, { status });
      await give('auditor', { type: 'user', id: userId });
      for (const id of [userId, newId('user')])
        expect(await get({ principal: { type: 'user', id } })).toMatchObject({
          roles: [],
          permissions: [],
          scopes: [],
        });
    },
  );

  test('gives a client its roles and permissions, and no scope', async () => {
    await give('auditor', { type: 'client', id: 'collector' });
    expect(await get({ principal: { type: 'client', id: 'collector' } })).toMatchObject({
      roles: ['auditor'],
      scopes: [],
    });
  });

  test('returns 503 while the directory is unavailable', async () => {
    platform.directory.setAway(true);
    await expect(get({ principal: { type: 'user', id: newId('user') } })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
    platform.directory.setAway(false);
  });
});

describe('events of other services', () => {
  test('the first administrator of a new tenant becomes its owner, once', async () => {
    const tenant = platform.hub.tenant('newcomer');
    const data = {
      tenant: {
        ...exampleTenant,
        id: tenant.id,
        slug: 'newcomer',
        owner: { type: 'client', id: 'tenant-admin' },
      },
    };
    for (let i = 0; i < 2; i++)
      await tell(tenant.id, 'platform.tenant.created', {
        id: newId('event'),
        type: 'tenant.created',
        subject: { type: 'tenant', id: tenant.id },
        data,
      });
    const theirs = await platform.api(tenant);
    const [owner] = await eventually(async () => {
      const { data: all } = (await theirs.get(`${assignments}?role=tenant_owner`)).body;
      return all.length > 0 ? all : undefined;
    });
    expect(owner).toMatchObject({
      principal: { type: 'client', id: 'tenant-admin' },
      createdBy: { type: 'system', id: 'fga' },
    });
    const [set] = await platform.sql(
      'SELECT revision::int FROM entitlement_sets WHERE tenant_id = $1',
      [tenant.id],
    );
    expect(set).toEqual({ revision: 1 });
  });

  test('a person who is invited as the first administrator becomes an owner beside the first client', async () => {
    const tenant = platform.hub.tenant('invited');
    const id = newId('user');
    const owner = { type: 'client', id: 'tenant-admin' };
    for (let i = 0; i < 2; i++)
      await tell(tenant.id, 'platform.tenant.created', {
        id: newId('event'),
        type: 'tenant.created',
        subject: { type: 'tenant', id: tenant.id },
        data: {
          tenant: { ...exampleTenant, id: tenant.id, slug: 'invited', owner },
          administrator: { id, email: 'ada@example.com' },
        },
      });
    const theirs = await platform.api(tenant);
    const owners = await eventually(async () => {
      const { data } = (await theirs.get(`${assignments}?role=tenant_owner`)).body;
      return data.length > 0 ? data : undefined;
    });
    const principals = owners.map(({ principal }: { principal: object }) => principal);
    expect(principals).toHaveLength(2);
    expect(principals).toEqual(expect.arrayContaining([owner, { type: 'user', id }]));
  });

  test('a deleted user has no roles', async () => {
    const id = newId('user');
    await give('support', { type: 'user', id });
    await tell(acme.id, `events.0.${acme.id}.user.deleted`, {
      id: newId('event'),
      type: 'user.deleted',
      subject: { type: 'user', id },
      data: {},
    });
    await eventually(async () =>
      (await api.get(`${assignments}?principalId=${id}`)).body.data.length === 0 ? true : undefined,
    );
    expect(
      (await platform.events(acme)).some(
        (e) => e.type === 'role.unassigned' && e.data.roleAssignment?.principal.id === id,
      ),
    ).toBe(true);
  });
});

describe('DataSubject', () => {
  test('exports and erases assignments, once', async () => {
    const id = newId('user');
    await give('support', { type: 'user', id });
    const compliance = platform.peer('compliance').service('platform.datasubject.v1.DataSubject');
    const request = { tenantId: acme.id, requestId: 'er-1', userId: id };
    const sections: Record<string, any> = {};
    for await (const { section, json } of compliance.Export(request))
      sections[section] = JSON.parse(json);
    expect(sections['roleAssignments']).toMatchObject([
      { role: 'support', principal: { type: 'user', id } },
    ]);
    const first = await compliance.Erase(request);
    expect(first).toMatchObject({
      outcome: 'DONE',
      items: expect.arrayContaining([
        expect.objectContaining({ category: 'role_assignments', action: 'DELETED', count: 1 }),
      ]),
    });
    expect(await compliance.Erase(request)).toEqual(first);
    expect((await compliance.Erase({ ...request, requestId: 'er-2' })).outcome).toBe(
      'NOTHING_FOUND',
    );
    expect((await compliance.Deactivate(request)).outcome).toBe('NOTHING_FOUND');
  });
});
