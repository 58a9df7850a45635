import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { foldCounters } from '../src/counters/counters.ts';
import { sweepDeletedOrganizations } from '../src/organizations/organization-sweep.ts';
import { directory } from '../src/service.ts';

const organizations = '/api/v1/organizations';
const users = '/api/v1/directory/users';
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
});
afterAll(() => platform.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let counter = 0;
const person = async () =>
  (
    await acme.post(users, {
      body: { email: `member${++counter}@example.com`, displayName: `Member ${counter}` },
    })
  ).body;
const organization = async (body: Record<string, unknown> = {}) => {
  const answer = await acme.post(organizations, { body: { name: `Org ${++counter}`, ...body } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const defineObject = async (key: string) => {
  const body = { entityKind: 'organization', key, type: 'object' };
  expect((await acme.post('/api/v1/attribute-schema', { body })).status).toBe(200);
};
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await platform.service.platform.db.read(
      { tenantId: platform.hub.tenant('acme').id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ type: string }>(
          "SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'subject' = $1 AND starts_with(subject, 'events.') ORDER BY position",
          [`organization/${id}`],
        ),
    )
  ).map((r) => r.type);

describe('organizationsCreate', () => {
  test('derives the slug from the name, with a suffix if it is in use', async () => {
    const slugs = [];
    for (let i = 0; i < 3; i++)
      slugs.push((await organization({ name: 'Café  Röntgen & Söhne' })).slug);
    expect(slugs).toEqual(['cafe-rontgen-sohne', 'cafe-rontgen-sohne-2', 'cafe-rontgen-sohne-3']);
  });

  test('assigns different slugs to concurrent requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => acme.post(organizations, { body: { name: 'Rush' } })),
    );
    expect(made.map((a) => a.status)).toEqual(Array(10).fill(200));
    expect(new Set(made.map((a) => a.body.slug)).size).toBe(10);
  });

  test.each<[string, Record<string, unknown>, number, string, string]>([
    ['no name', {}, 422, '/name', 'required'],
    ['a bad slug', { name: 'x', slug: '-a' }, 422, '/slug', 'invalid_format'],
    [
      'an unknown role',
      { name: 'x', defaultRoles: ['admin'] },
      422,
      '/defaultRoles/0',
      'unknown_role',
    ],
    [
      'metadata with a line break',
      { name: 'x', metadata: { a: 'b\nc' } },
      422,
      '/metadata/a',
      'invalid_format',
    ],
    [
      'a domain with a control character',
      { name: 'x', primaryDomain: 'a\u0007.example' },
      422,
      '/primaryDomain',
      'invalid_format',
    ],
    ['an unknown member', { name: 'x', logo: 'y' }, 422, '/logo', 'unknown_member'],
    ['a slug in use', { name: 'x', slug: 'taken' }, 409, '/slug', 'already_exists'],
    [
      'an external id in use',
      { name: 'x', externalId: 'taken' },
      409,
      '/externalId',
      'already_exists',
    ],
  ])('rejects %s', async (_what, body, status, pointer, code) => {
    await acme.post(organizations, {
      body: { name: 'Holder', slug: 'taken', externalId: 'taken' },
    });
    const answer = await acme.post(organizations, { body });
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(
      (
        await globex.post(organizations, {
          body: { name: 'Elsewhere', slug: 'taken', externalId: 'taken' },
        })
      ).status,
    ).toBeLessThan(410);
  });
});

describe('an organization', () => {
  test("is read by id and by the tenant's key, changed by merge patch, and hidden from other tenants", async () => {
    await defineObject('nested');
    const made = await organization({
      externalId: 'crm/1',
      metadata: { tier: 'gold', nested: { a: 1, b: 2 } },
    });
    expect((await acme.get(`${organizations}/${made.id}`)).body).toEqual(made);
    expect((await acme.get(`${organizations}/external_id/crm%2F1`)).body).toEqual(made);
    const changed = await acme.patch(`${organizations}/${made.id}`, {
      body: { name: 'Renamed', metadata: { nested: { a: null } } },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      slug: made.slug,
      metadata: { tier: 'gold', nested: { b: 2 } },
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(
      (
        await acme.patch(`${organizations}/${made.id}`, {
          body: { name: 'Late' },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(412);
    expect(
      (await acme.patch(`${organizations}/${made.id}`, { body: { name: 'Renamed' } })).headers.get(
        'etag',
      ),
    ).toBe('"2"');
    expect(await eventsOf(made.id)).toEqual(['organization.created', 'organization.updated']);
    for (const call of [
      globex.get(`${organizations}/${made.id}`),
      globex.patch(`${organizations}/${made.id}`, { body: { name: 'x' } }),
      globex.delete(`${organizations}/${made.id}`),
      globex.get(`${organizations}/${made.id}/members`),
    ]) {
      expect((await call).body.code).toBe('not_found');
    }
  });

  test('is not changed by identical values in any order', async () => {
    const metadata = { sorted: { zeta: 1, a: 2 } };
    await defineObject('sorted');
    const made = await organization({ metadata });
    expect(
      (
        await acme.patch(`${organizations}/${made.id}`, {
          body: { metadata: { sorted: { a: 2, zeta: 1 } } },
        })
      ).headers.get('etag'),
    ).toBe('"1"');
    expect(await eventsOf(made.id)).toEqual(['organization.created']);
  });

  test('is found by a prefix of its name, ignoring case and accents', async () => {
    const made = await organization({ name: 'Übermut GmbH' });
    const found = (await acme.get(`${organizations}?q=uberm`)).body.data as { id: string }[];
    expect(found.map((o) => o.id)).toEqual([made.id]);
    expect((await acme.get(`${organizations}?domain=example.com`)).body).toEqual({
      data: [],
      nextCursor: null,
      hasMore: false,
    });
  });

  test('disappears immediately when deleted; its memberships follow, and users are kept', async () => {
    const made = await organization({ slug: 'short-lived' });
    const { id } = await person();
    await acme.put(`${organizations}/${made.id}/members/${id}`);
    expect((await acme.delete(`${organizations}/${made.id}`)).body).toEqual({
      id: made.id,
      deleted: true,
    });
    expect((await acme.delete(`${organizations}/${made.id}`)).status).toBe(404);
    expect((await acme.get(`${users}/${id}/organizations`)).body.data).toEqual([]);
    expect((await acme.get(`${users}?organizationId=${made.id}`)).body.data).toEqual([]);
    await organization({ slug: 'short-lived' });
    await sweepDeletedOrganizations(platform.service.platform.db);
    const left = await platform.service.platform.db.read(
      { tenantId: platform.hub.tenant('acme').id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows('SELECT 1 FROM memberships WHERE organization_id = $1', [made.id]),
    );
    expect(left).toEqual([]);
    expect((await acme.get(`${users}/${id}`)).status).toBe(200);
  });

  test('leaves no membership that is added during its deletion', async () => {
    const { db } = platform.service.platform;
    const [made, { id }] = [await organization(), await person()];
    const put = withClient(platform.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE directory.counter_steps IN EXCLUSIVE MODE');
      const answer = acme.put(`${organizations}/${made.id}/members/${id}`);
      await untilWaitedFor(client);
      expect((await acme.delete(`${organizations}/${made.id}`)).status).toBe(200);
      // Finishes early if it does not wait for the open transaction.
      const sweep = sweepDeletedOrganizations(db);
      await Promise.race([sweep, pause(500)]);
      await client.query('COMMIT');
      await sweep;
      return answer;
    });
    expect((await put).status).toBe(200);
    await foldCounters(db);
    const left = await db.read(
      { tenantId: platform.hub.tenant('acme').id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows(
          `SELECT 'member' AS kept FROM memberships WHERE organization_id = $1 UNION ALL SELECT 'organization' FROM organizations WHERE id = $1
       UNION ALL SELECT 'counter' FROM counters WHERE counter LIKE '%' || $1 UNION ALL SELECT 'step' FROM counter_steps WHERE counter LIKE '%' || $1`,
          [made.id],
        ),
    );
    expect(left).toEqual([]);
  });
});

describe('members', () => {
  test('are put, listed from both sides, and removed, with one event each', async () => {
    const org = await organization();
    const user = await person();
    const put = await acme.put(`${organizations}/${org.id}/members/${user.id}`);
    expect(put.body).toMatchObject({
      user: { id: user.id, status: 'active', email: user.email, displayName: user.displayName },
      state: 'active',
      roles: [],
      sources: ['direct'],
    });
    expect(
      (await acme.put(`${organizations}/${org.id}/members/${user.id}`, { body: {} })).body,
    ).toEqual(put.body);
    expect((await acme.get(`${organizations}/${org.id}/members/${user.id}`)).body).toEqual(
      put.body,
    );
    expect((await acme.get(`${organizations}/${org.id}/members`)).body).toEqual({
      data: [put.body],
      nextCursor: null,
      hasMore: false,
    });
    const { body } = await acme.get(`${users}/${user.id}/organizations`);
    expect(body).toMatchObject({
      userId: user.id,
      data: [
        { membershipId: put.body.membershipId, organizationId: org.id, organizationSlug: org.slug },
      ],
    });
    expect(
      (await acme.get(`${users}?organizationId=${org.id}`)).body.data.map(
        (u: { id: string }) => u.id,
      ),
    ).toEqual([user.id]);
    expect((await acme.delete(`${organizations}/${org.id}/members/${user.id}`)).body).toEqual({
      id: put.body.membershipId,
      deleted: true,
    });
    expect((await acme.delete(`${organizations}/${org.id}/members/${user.id}`)).status).toBe(404);
    expect(await eventsOf(org.id)).toEqual([
      'organization.created',
      'organization.member_added',
      'organization.member_removed',
    ]);
  });

  test('are created together with a new user in one transaction', async () => {
    const org = await organization();
    const made = await acme.post(users, {
      body: { email: 'joiner@example.com', memberships: [{ organizationId: org.id }] },
    });
    expect((await acme.get(`${organizations}/${org.id}/members/${made.body.id}`)).status).toBe(200);
    const refused = await acme.post(users, {
      body: {
        email: 'never@example.com',
        memberships: [{ organizationId: org.id }, { organizationId: org.id, roles: ['nope'] }],
      },
    });
    expect(refused.body.errors[0]).toMatchObject({
      pointer: '/memberships/1/roles/0',
      code: 'unknown_role',
    });
    expect((await acme.get(`${users}?email=never@example.com`)).body.data).toEqual([]);
  });

  test('accept bodies of at most 256 KiB', async () => {
    const { id } = await organization();
    const answer = await acme.put(`${organizations}/${id}/members/${(await person()).id}`, {
      rawBody: JSON.stringify({ roles: ['x'.repeat(262_144)] }),
    });
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('hide e-mail address and name from callers who cannot read users', async () => {
    const org = await organization();
    const user = await person();
    const writer = await platform.as({
      tenant: platform.hub.tenant('acme'),
      scopes: ['tenant:orgs.write'],
    });
    expect((await writer.put(`${organizations}/${org.id}/members/${user.id}`)).body.user).toEqual({
      id: user.id,
      status: 'active',
    });
    expect(
      (await writer.get(`${organizations}/${org.id}/members`)).body.errors.map(
        (e: { detail: string }) => e.detail,
      ),
    ).toEqual(['tenant:orgs.read', 'tenant:users.read']);
  });

  test('are rejected if the organization accepts only verified domains', async () => {
    const org = await organization({ membershipPolicy: 'verified_domain_only' });
    const answer = await acme.put(`${organizations}/${org.id}/members/${(await person()).id}`);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ code: 'domain_not_allowed' }] });
  });

  test('are counted once a minute, despite races', async () => {
    const org = await organization();
    const people = await Promise.all(Array.from({ length: 6 }, person));
    await Promise.all(
      people.flatMap((p) =>
        [1, 2].map(() => acme.put(`${organizations}/${org.id}/members/${p.id}`)),
      ),
    );
    await acme.delete(`${users}/${people[0].id}`);
    await foldCounters(platform.service.platform.db);
    await foldCounters(platform.service.platform.db);
    expect((await acme.get(`${organizations}/${org.id}`)).body.memberCount).toBe(5);
    expect((await acme.get(`${organizations}/${org.id}/members?limit=2`)).body).toMatchObject({
      hasMore: true,
    });
  });
});
