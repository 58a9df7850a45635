import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/permissions';
let platform: AccessPlatform;
let acme: TestTenant;
let api: TestApi;
let stranger: TestApi;

beforeAll(async () => {
  platform = await accessPlatform({ 'platform.access.max-permissions-per-tenant': '30' });
  acme = platform.hub.tenant('acme');
  platform.hub.setClient(acme, 'billing');
  api = await platform.api(acme);
  stranger = await platform.api(platform.hub.tenant('globex'));
});
afterAll(() => platform.stop());

let n = 0;
const name = (): string => `invoices.item${++n}`;
const create = (body: object = {}) => api.post(path, { body: { name: name(), ...body } });

/** Publishes an event of the hub. */
async function publish(type: string, subject: { type: string; id: string }): Promise<void> {
  const { bus, db } = platform.service.platform;
  const id = newId('event');
  await db.transact({ tenantId: acme.id, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.execute(
      `INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope)
     SELECT $1, 0, 'x', $4, 'events.0.' || $1 || '.' || $2, $3`,
      [
        acme.id,
        type,
        JSON.stringify({
          specversion: '1.0',
          id,
          type,
          tenantid: acme.id,
          data: { id, type, subject, data: {} },
        }),
        id,
      ],
    ),
  );
  bus.wakeRelay();
}

describe('permissionsCreate', () => {
  test('works, and emits an event', async () => {
    const { status, body } = await create({
      name: 'invoice:approve',
      displayName: 'Approve',
      description: 'Approves invoices',
      clientId: 'billing',
    });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^perm_/),
        name: 'invoice:approve',
        displayName: 'Approve',
        description: 'Approves invoices',
        clientId: 'billing',
        apiResourceId: null,
        system: false,
        usedByRoles: 0,
        createdAt: expect.any(String),
      },
    ]);
    expect((await platform.events(acme)).at(-1)).toMatchObject({
      type: 'permission.created',
      subject: { type: 'permission', id: body.id },
      data: { permission: body },
    });
    expect((await api.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  test.each([
    ['one segment', 'invoices'],
    ['six segments', 'a.b.c.d.e.f'],
    ['upper case', 'Invoices.read'],
    ['a colon that is not last', 'a:b.c'],
    ['two colons', 'a:b:c'],
    ['an empty segment', 'a..b'],
    ['a digit first', '1a.b'],
    ['a long segment', `a.${'b'.repeat(41)}`],
    ['white space', 'a.b '],
  ])('refuses %s', async (_what, bad) => {
    const { status, body } = await create({ name: bad });
    expect([status, body.errors[0].pointer]).toEqual([422, '/name']);
  });

  test.each(['a.b', 'a:b', 'a.b.c.d.e', 'a.b.c.d:e', 'a_1-x.b'])('takes %s', async (good) =>
    expect((await create({ name: good })).status).toBe(200),
  );

  test.each(['tenant.read', 'tenant:users', 'platform.x', 'internal.x', 'oauth.x', 'openid:x'])(
    'reserves %s for the platform',
    async (reserved) => {
      expect((await create({ name: reserved })).body).toMatchObject({
        status: 422,
        errors: [{ pointer: '/name', code: 'reserved' }],
      });
    },
  );

  test('rejects an unknown application, and does not wait for an unavailable hub', async () => {
    expect((await create({ clientId: 'nobody' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/clientId', code: 'not_found' }],
    });
    platform.hub.setAway(true);
    const away = await create({ clientId: 'unseen' }).finally(() => platform.hub.setAway(false));
    expect(away.status).toBe(503);
  });

  test('belongs to an API of the tenant until the API is deleted', async () => {
    const apiResourceId = newId('apiResource');
    expect((await create({ apiResourceId })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/apiResourceId', code: 'not_found' }],
    });
    platform.hub.addApi(acme, apiResourceId);
    const made = (await create({ apiResourceId })).body;
    expect(made.apiResourceId).toBe(apiResourceId);
    await publish('api_resource.deleted', { type: 'api_resource', id: apiResourceId });
    await eventually(
      async () => (await api.get(`${path}/${made.id}`)).body.apiResourceId === null || undefined,
    );
  });

  test('accepts a name only once, even concurrently', async () => {
    const body = { name: 'taken.once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(path, { body })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find((a) => a.status === 409)?.body).toMatchObject({
      code: 'already_exists',
      errors: [{ pointer: '/name' }],
    });
    expect((await stranger.post(path, { body })).status).toBe(200);
  });

  test('requires its scope', async () => {
    const reader = await platform.api(acme, ['tenant:roles.read']);
    expect((await reader.post(path, { body: { name: name() } })).body.code).toBe(
      'insufficient_scope',
    );
  });
});

describe('permissionsList', () => {
  test('shows the scopes of the platform first, then those of the tenant, page by page', async () => {
    const own = (await create()).body;
    const seen: { name: string; system: boolean; id: string }[] = [];
    for (let cursor: string | null = null; ;) {
      const { body } = await api.get(
        `${path}?limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      );
      seen.push(...body.data);
      cursor = body.nextCursor;
      expect(body.hasMore).toBe(cursor !== null);
      if (!cursor) break;
    }
    expect(seen.slice(0, allScopes.length).map((p) => [p.name, p.system])).toEqual(
      allScopes.map((scope) => [scope, true]),
    );
    expect(seen.slice(allScopes.length).map((p) => p.system)).not.toContain(true);
    expect(new Set(seen.map((p) => p.id)).size).toBe(seen.length);
    expect(seen.map((p) => p.id)).toContain(own.id);
    const [first] = seen;
    expect((await stranger.get(`${path}/${first!.id}`)).body).toMatchObject({
      name: allScopes[0],
      usedByRoles: expect.any(Number),
    });
  });
});

describe('permissionsDelete', () => {
  test('works, and emits an event', async () => {
    const { body } = await create();
    expect((await api.delete(`${path}/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
    expect((await api.get(`${path}/${body.id}`)).status).toBe(404);
    expect((await platform.events(acme)).at(-1)).toMatchObject({
      type: 'permission.deleted',
      data: { permission: { id: body.id } },
    });
  });

  test('does not delete built-in permissions, permissions in roles, or those of other tenants', async () => {
    const system = (await api.get(`${path}?limit=1`)).body.data[0];
    expect((await api.delete(`${path}/${system.id}`)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      errors: [{ code: 'system_resource' }],
    });
    const held = (await create()).body;
    const role = (
      await api.post('/api/v1/roles', { body: { key: 'holder', permissions: [held.name] } })
    ).body;
    expect((await api.get(`${path}/${held.id}`)).body.usedByRoles).toBe(1);
    expect((await api.delete(`${path}/${held.id}`)).body).toMatchObject({
      status: 409,
      errors: [{ code: 'in_use', detail: role.id }],
    });
    expect((await stranger.delete(`${path}/${held.id}`)).status).toBe(404);
    expect((await api.delete(`${path}/${newId('permission')}`)).status).toBe(404);
    await api.delete(`/api/v1/roles/${role.id}`);
    expect((await api.delete(`${path}/${held.id}`)).status).toBe(200);
  });

  test('and a concurrent role never leave a role with a missing permission', async () => {
    for (let round = 0; round < 6; round++) {
      const permission = (await create()).body;
      const [role, gone] = await Promise.all([
        api.post('/api/v1/roles', {
          body: { key: `race-${round}`, permissions: [permission.name] },
        }),
        api.delete(`${path}/${permission.id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([role.status, gone.status]);
    }
  });
});

test('permissions of a deleted application belong to all applications', async () => {
  const { body } = await create({ clientId: 'billing' });
  await publish('client.deleted', { type: 'client', id: 'billing' });
  await eventually(async () =>
    (await api.get(`${path}/${body.id}`)).body.clientId === null ? true : undefined,
  );
});

test('a tenant can have a limited number of custom permissions', async () => {
  for (let status = 200; status === 200;) {
    const answer = await create();
    status = answer.status;
    if (status !== 200) expect(answer.body).toMatchObject({ status: 422, code: 'limit_exceeded' });
  }
  expect(
    (
      await platform.sql('SELECT count(*)::int AS n FROM permissions WHERE tenant_id = $1', [
        acme.id,
      ])
    )[0],
  ).toEqual({ n: 30 });
});
