import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedReads } from '@platform/testkit/counted-reads';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { withClient } from '@platform/dev/postgres';
import { attributeSchemas } from '../src/attribute-schema/attribute-schemas.ts';
import { rescanViolated } from '../src/attribute-schema/conformance-job.ts';
import {
  changeDefinition,
  createDefinition,
  removeDefinition,
} from '../src/attribute-schema/definition-writes.ts';
import { directory } from '../src/service.ts';
import { listUsers } from '../src/users/user-list-store.ts';
import { findUser } from '../src/users/user-store.ts';
import { eventually } from '@platform/testkit/eventually';

const path = '/api/v1/attribute-schema';
const users = '/api/v1/directory/users';
const organizations = '/api/v1/organizations';
let platform: TestPlatform;
let acme: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory, { 'platform.attribute-schema.max-definitions': '60' });
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
});
afterAll(() => platform.stop());

/** A separate tenant, so that the schemas of tests do not conflict. */
const tenant = async (): Promise<{ api: TestApi; tenantId: string }> => {
  const known = platform.hub.tenant(`schema${++n}`);
  return { api: await platform.as({ tenant: known }), tenantId: known.id };
};
const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const define = async (api: TestApi, key: string, more: object = {}) =>
  ok(await api.post(path, { body: { entityKind: 'user', key, type: 'string', ...more } }));
const person = async (api: TestApi, metadata: object = {}) =>
  api.post(users, { body: { email: `p${++n}@example.com`, metadata } });
const conformance = (api: TestApi, id: string) =>
  eventually(async () => {
    const { conformance: found } = ok(await api.get(`${path}/${id}`));
    return found.state === 'scanning' ? undefined : found;
  });
const eventsOf = (tenantId: string, type: string) =>
  platform.service.platform.db.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.rows<{ data: any }>(
      "SELECT envelope->'data'->'data' AS data FROM outbox WHERE envelope->>'type' = $1 ORDER BY position",
      [type],
    ),
  );
const errors = ({ status, body }: TestAnswer) => [
  status,
  (body.errors ?? []).map(({ pointer, code }: Record<string, string>) => [pointer, code]),
];

describe('attributeSchemaCreate', () => {
  test('creates a definition with all properties', async () => {
    const { api, tenantId } = await tenant();
    const made = await api.post(path, {
      body: {
        entityKind: 'user',
        key: 'costCenter',
        type: 'string',
        constraints: { maxLength: 20 },
        labels: { de: 'Kostenstelle' },
      },
    });
    expect(made.headers.get('etag')).toBe('"1"');
    expect(ok(made)).toMatchObject({
      state: 'active',
      key: 'costCenter',
      multiValued: false,
      constraints: { maxLength: 20 },
      required: false,
      mutability: 'read_write',
      visibility: 'admin_only',
      sensitivity: 'personal',
      scimPath: 'urn:platform:params:scim:schemas:extension:tenant:2.0:User:costCenter',
      template: null,
    });
    expect(await eventsOf(tenantId, 'attribute_schema.definition_created')).toHaveLength(1);
  });

  test.each<[string, object, string, string]>([
    ['a key of the resource', { key: 'email' }, '/key', 'reserved'],
    ['a key of every object', { key: 'constructor' }, '/key', 'reserved'],
    ['a malformed key', { key: 'A-b' }, '/key', 'invalid_format'],
    [
      'a constraint of another type',
      { constraints: { minimum: 1 } },
      '/constraints/minimum',
      'invalid_format',
    ],
    [
      'an empty range',
      { constraints: { minLength: 3, maxLength: 2 } },
      '/constraints/minLength',
      'invalid_format',
    ],
    [
      'a pattern that RE2 does not know',
      { constraints: { pattern: '(?<=a)b' } },
      '/constraints/pattern',
      'invalid_format',
    ],
    ['an enum without options', { type: 'enum' }, '/constraints/options', 'required'],
    ['a unique list', { unique: true, multiValued: true }, '/unique', 'invalid_format'],
    ['a format of numbers', { type: 'integer', format: 'email' }, '/format', 'invalid_format'],
    [
      'a default that is no value',
      { type: 'integer', defaultValue: 'x' },
      '/defaultValue',
      'invalid_format',
    ],
    [
      'a reference in a schema',
      { type: 'object', constraints: { schema: { $ref: '#' } } },
      '/constraints/schema/$ref',
      'schema_keyword_not_allowed',
    ],
    ['an unknown kind', { entityKind: 'group' }, '/entityKind', 'invalid_format'],
    ['an unknown property', { colour: 'red' }, '/colour', 'unknown_member'],
  ])('rejects %s', async (_what, body, pointer, code) => {
    const answer = await acme.post(path, {
      body: { entityKind: 'user', key: 'some', type: 'string', ...body },
    });
    expect(errors(answer)).toEqual([422, [[pointer, code]]]);
  });

  test('rejects callers without the scope', async () => {
    const reader = await platform.as({
      tenant: platform.hub.tenant('acme'),
      scopes: ['tenant:attribute-schema.read'],
    });
    expect(
      (await reader.post(path, { body: { entityKind: 'user', key: 'some', type: 'string' } }))
        .status,
    ).toBe(403);
    expect((await reader.get(`${path}?entityKind=user`)).status).toBe(200);
    expect((await reader.get(path)).body.code).toBe('invalid_parameter');
  });

  test('creates a key only once for concurrent requests', async () => {
    const { api } = await tenant();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.post(path, { body: { entityKind: 'user', key: 'rush', type: 'string' } }),
      ),
    );
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(all.find((a) => a.status === 409)?.body.errors).toEqual([
      expect.objectContaining({ pointer: '/key', code: 'already_exists' }),
    ]);
  });

  test('has a limit for each kind', async () => {
    const { api } = await tenant();
    for (let i = 0; i < 60; i++) await define(api, `k${i}`);
    const over = await api.post(path, {
      body: { entityKind: 'user', key: 'over', type: 'string' },
    });
    expect([over.status, over.body.code]).toEqual([422, 'limit_exceeded']);
    await define(api, 'other', { entityKind: 'organization' });
  });
});

describe('a definition', () => {
  test('is listed by order and key, changed by merge patch, and hidden from other tenants', async () => {
    const { api, tenantId } = await tenant();
    const late = await define(api, 'a', {
      order: 5,
      label: 'A',
      constraints: { minLength: 1, maxLength: 9 },
    });
    await define(api, 'b');
    expect(ok(await api.get(`${path}?entityKind=user`)).data.map((d: any) => d.key)).toEqual([
      'b',
      'a',
    ]);
    const changed = await api.patch(`${path}/${late.id}`, {
      body: { label: null, constraints: { minLength: null }, order: 0 },
      headers: { 'if-match': '"1"' },
    });
    expect(ok(changed)).toMatchObject({ label: null, constraints: { maxLength: 9 }, order: 0 });
    expect(
      (
        await api.patch(`${path}/${late.id}`, {
          body: { order: 1 },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(412);
    expect(
      (await api.patch(`${path}/${late.id}`, { body: { order: 0 } })).headers.get('etag'),
    ).toBe('"2"');
    expect(errors(await api.patch(`${path}/${late.id}`, { body: { type: 'integer' } }))).toEqual([
      422,
      [['/type', 'unknown_member']],
    ]);
    expect(
      (await eventsOf(tenantId, 'attribute_schema.definition_updated')).map((e) => e.data.changed),
    ).toEqual([['/constraints', '/label', '/order']]);
    for (const call of [
      acme.get(`${path}/${late.id}`),
      acme.patch(`${path}/${late.id}`, { body: { order: 2 } }),
      acme.delete(`${path}/${late.id}`),
    ])
      expect((await call).body.code).toBe('not_found');
    expect(ok(await acme.get(`${path}?entityKind=user`)).data.map((d: any) => d.id)).not.toContain(
      late.id,
    );
    expect(ok(await person(acme, { a: 'far too long for the others' })).metadata).toEqual({
      a: 'far too long for the others',
    });
  });

  test('validates the metadata of users and organizations', async () => {
    const { api } = await tenant();
    await define(api, 'level', { type: 'integer', constraints: { minimum: 1 }, required: true });
    await define(api, 'plan', {
      entityKind: 'organization',
      type: 'enum',
      constraints: { options: [{ value: 'pro' }] },
      defaultValue: 'pro',
    });
    expect(errors(await person(api, { level: 0 }))).toEqual([
      422,
      [['/metadata/level', 'invalid_format']],
    ]);
    expect(errors(await person(api))).toEqual([422, [['/metadata/level', 'required']]]);
    const user = ok(await person(api, { level: 2, free: 'x' }));
    expect(user).toMatchObject({ metadata: { level: 2, free: 'x' }, incompleteAttributes: [] });
    expect(
      errors(await api.patch(`${users}/${user.id}`, { body: { metadata: { level: 'x' } } })),
    ).toEqual([422, [['/metadata/level', 'invalid_format']]]);
    expect(errors(await api.put(`${users}/${user.id}`, { body: { email: user.email } }))).toEqual([
      422,
      [['/metadata/level', 'required']],
    ]);
    expect(
      ok(
        await api.put(`${users}/${user.id}`, {
          body: { email: user.email, metadata: { level: 3 } },
        }),
      ).metadata,
    ).toEqual({ level: 3 });
    const organization = ok(await api.post(organizations, { body: { name: 'Org' } }));
    expect(organization.metadata).toEqual({ plan: 'pro' });
    expect(
      errors(
        await api.patch(`${organizations}/${organization.id}`, {
          body: { metadata: { plan: 'x' } },
        }),
      ),
    ).toEqual([422, [['/metadata/plan', 'invalid_format']]]);
  });

  test('that becomes stricter keeps stored values, and reports violations', async () => {
    const { api, tenantId } = await tenant();
    const long = ok(await person(api, { code: 'abcdef' }));
    const short = ok(await person(api, { code: 'ab' }));
    const definition = await define(api, 'code', { constraints: { maxLength: 3 } });
    expect(await conformance(api, definition.id)).toMatchObject({
      state: 'violated',
      checked: 2,
      violations: 1,
      sampleIds: [long.id],
    });
    expect(
      (await eventsOf(tenantId, 'attribute_schema.conformance_finished'))[0]?.data.counts,
    ).toEqual({ checked: 2, violations: 1 });
    expect(ok(await api.get(`${users}/${long.id}`)).metadata).toEqual({ code: 'abcdef' });
    expect(
      ok(
        await api.patch(`${users}/${long.id}`, {
          body: { status: 'suspended', displayName: 'New' },
        }),
      ).displayName,
    ).toBe('New');
    expect(
      ok(await api.patch(`${users}/${long.id}`, { body: { metadata: { code: 'abc' } } })).metadata,
    ).toEqual({ code: 'abc' });
    await rescanViolated(
      platform.service.platform.db,
      platform.service.platform.jobs,
      new AbortController().signal,
    );
    expect(
      await eventually(async () => {
        const { conformance: found } = ok(await api.get(`${path}/${definition.id}`));
        return found.state === 'conforming' ? found : undefined;
      }),
    ).toMatchObject({ checked: 2, violations: 0, sampleIds: [] });
    ok(await api.patch(`${path}/${definition.id}`, { body: { required: true } }));
    expect(ok(await api.get(`${users}/${short.id}`)).incompleteAttributes).toEqual([]);
  });

  test('that is unique prevents duplicates in any spelling from then on', async () => {
    const { api } = await tenant();
    const twins = [
      ok(await person(api, { badge: 'A-1' })),
      ok(await person(api, { badge: 'a-1' })),
    ];
    const definition = await define(api, 'badge', { unique: true });
    const found = await conformance(api, definition.id);
    expect(found).toMatchObject({ state: 'violated', violations: 1 });
    expect(twins.map((t) => t.id)).toContain(found.sampleIds[0]);
    const taken = await person(api, { badge: 'Ａ-1' });
    expect(errors(taken)).toEqual([409, [['/metadata/badge', 'already_exists']]]);
    const rivals = await Promise.all(
      Array.from({ length: 6 }, () => person(api, { badge: 'B-2' })),
    );
    expect(rivals.map((r) => r.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const holder = rivals.find((r) => r.status === 200)?.body;
    ok(await api.patch(`${users}/${holder.id}`, { body: { metadata: { badge: 'C-3' } } }));
    const second = ok(await person(api, { badge: 'B-2' }));
    ok(await api.delete(`${users}/${second.id}`));
    ok(await person(api, { badge: 'B-2' }));
  });

  describe('that is unique, while its scan has not reached a record', () => {
    /** Blocks the scan at the first record until the work is done. */
    async function duringScan(
      api: TestApi,
      held: string,
      work: (definition: any) => Promise<void>,
    ): Promise<any> {
      const definition = await withClient(platform.database.url, async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT FROM directory.users WHERE id = $1 FOR UPDATE', [held]);
        const made = await define(api, 'badge', { unique: true });
        await work(made);
        await client.query('COMMIT');
        return made;
      });
      return { ...definition, conformance: await conformance(api, definition.id) };
    }

    test('rejects a value that the record has, in any spelling, and accepts every other', async () => {
      const { api } = await tenant();
      const values = ['A-1', 'a-1', '\u0130 1', '\u00c5ngstr\u00f6m'];
      const made = [];
      for (const badge of values) made.push(ok(await person(api, { badge })));
      const free = ok(await person(api, { badge: 'C-3' }));
      const found = await duringScan(api, made[0].id, async () => {
        for (const badge of ['A-1', '\uff21-1', 'i\u0307 1', '\u212bNGSTR\u00d6M'])
          expect(errors(await person(api, { badge }))).toEqual([
            409,
            [['/metadata/badge', 'already_exists']],
          ]);
        ok(await person(api, { badge: 'B-2' }));
        expect((await person(api, { badge: 'b-2' })).status).toBe(409);
        const change = (user: any, badge: string) =>
          api.patch(`${users}/${user.id}`, { body: { metadata: { badge } } });
        expect((await change(free, 'A-1')).status).toBe(409);
        ok(await change(free, 'c-3'));
        ok(await change(free, 'D-4'));
        ok(await person(api, { badge: 'C-3' }));
      });
      expect(found.conformance).toMatchObject({ state: 'violated', violations: 1 });
      expect((await person(api, { badge: 'A-1' })).status).toBe(409);
      ok(await person(api, { badge: 'E-5' }));
    });

    test('is scanned again if the scan failed', async () => {
      const { api } = await tenant();
      const { id } = await define(api, 'badge', { unique: true });
      await conformance(api, id);
      await withClient(platform.database.url, (client) =>
        client.query(
          "UPDATE directory.attribute_definitions SET unfilled_after = '', conformance_state = 'idle' WHERE id = $1",
          [id],
        ),
      );
      const { db, jobs } = platform.service.platform;
      await rescanViolated(db, jobs, new AbortController().signal);
      await eventually(async () => {
        const { conformance: found } = ok(await api.get(`${path}/${id}`));
        return found.state === 'conforming' ? true : undefined;
      });
    });
  });

  test('that is sensitive is omitted from events, which contain only its pointer', async () => {
    const { api, tenantId } = await tenant();
    await define(api, 'ssn', { sensitivity: 'sensitive' });
    const user = ok(await person(api, { ssn: '123', open: 'x' }));
    ok(await api.patch(`${users}/${user.id}`, { body: { metadata: { ssn: '456' } } }));
    const [created] = await eventsOf(tenantId, 'user.created');
    const [updated] = await eventsOf(tenantId, 'user.updated');
    expect(created?.data.user.metadata).toEqual({ open: 'x' });
    expect(updated?.data).toMatchObject({
      user: { metadata: { open: 'x' } },
      changed: ['/metadata/ssn'],
      previous: {},
    });
    const outbox = JSON.stringify(
      await withClient(platform.database.url, (client) =>
        client
          .query('SELECT envelope FROM directory.outbox WHERE tenant_id = $1', [tenantId])
          .then((r) => r.rows),
      ),
    );
    expect(outbox).not.toContain('"123"');
    expect(outbox).not.toContain('"456"');
  });
});

const customPath = 'urn:okta:example:1.0:user:custom:badge';

/** An attribute with its own path, and a directory whose mapping reads that path. */
async function readByMapping(api: TestApi) {
  const badge = ok(
    await api.post(path, {
      body: { entityKind: 'user', key: 'badge', type: 'string', scimPath: customPath },
    }),
  );
  const rule = { source: customPath.toUpperCase().replace('URN:', 'urn:'), target: 'title' };
  const body = { name: 'Okta', kind: 'scim', attributeMapping: [rule] };
  return { badge, mapped: ok(await api.post('/api/v1/directories', { body })) };
}

describe('a change of scimPath', () => {
  test('is rejected while a mapping reads the current path', async () => {
    const { api } = await tenant();
    const { badge, mapped } = await readByMapping(api);
    const moved = { body: { scimPath: 'urn:okta:example:1.0:user:custom:card' } };
    const refused = await api.patch(`${path}/${badge.id}`, moved);
    expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
      409,
      'conflict',
      [{ code: 'in_use', pointer: '/scimPath' }],
    ]);
    expect(refused.body.references).toEqual([
      { type: 'directory', id: mapped.id, name: mapped.name },
    ]);
    ok(await api.patch(`${path}/${badge.id}`, { body: { label: 'Badge' } }));
    ok(await api.patch(`/api/v1/directories/${mapped.id}`, { body: { attributeMapping: [] } }));
    expect(ok(await api.patch(`${path}/${badge.id}`, moved)).scimPath).toBe(moved.body.scimPath);
  });

  test('is accepted if mappings only write the attribute, or read a standard path', async () => {
    const { api } = await tenant();
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const desk = await define(api, 'desk', { scimPath: `${enterprise}:costCenter` });
    const attributeMapping = [
      { source: `${enterprise}:costCenter`, target: 'title' },
      { source: `${enterprise}:division`, target: 'metadata.desk' },
    ];
    const body = { name: 'Entra', kind: 'scim', attributeMapping };
    ok(await api.post('/api/v1/directories', { body }));
    ok(await api.patch(`${path}/${desk.id}`, { body: { scimPath: customPath } }));
  });
});

describe('attributeSchemaDelete', () => {
  test('is rejected while values are stored; with purgeValues, they disappear immediately and are then removed', async () => {
    const { api } = await tenant();
    const free = await define(api, 'free');
    expect(ok(await api.delete(`${path}/${free.id}`))).toEqual({ id: free.id, deleted: true });
    expect((await api.get(`${path}/${free.id}`)).status).toBe(404);
    const held = await define(api, 'held', { unique: true });
    const user = ok(await person(api, { held: 'x', other: 1 }));
    const refused = await api.delete(`${path}/${held.id}`);
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'in_use']);
    ok(await api.delete(`${path}/${held.id}?purgeValues=true`));
    expect(ok(await api.get(`${users}/${user.id}`)).metadata).toEqual({ other: 1 });
    await eventually(async () =>
      (await api.get(`${path}/${held.id}`)).status === 404 ? true : undefined,
    );
    const left = await withClient(platform.database.url, (client) =>
      client
        .query(
          'SELECT (SELECT metadata FROM directory.users WHERE id = $1) AS metadata, (SELECT count(*)::int FROM directory.unique_attribute_values WHERE definition_id = $2) AS n',
          [user.id, held.id],
        )
        .then((r) => r.rows[0]),
    );
    expect(left).toEqual({ metadata: { other: 1 }, n: 0 });
    await define(api, 'held');
  });

  test('is rejected while a mapping writes the attribute, even with purgeValues, and lists the mapping', async () => {
    const { api } = await tenant();
    const plan = await define(api, 'plan');
    const mapped = ok(
      await api.post('/api/v1/directories', {
        body: {
          name: 'Entra',
          kind: 'scim',
          attributeMapping: [{ source: 'title', target: 'metadata.plan' }],
        },
      }),
    );
    const source = ok(
      await api.put('/api/v1/migration-sources', {
        body: {
          kind: 'http',
          connection: { listUrl: 'https://a.example/users' },
          mapping: [{ source: '/plan', target: '/metadata/plan' }],
        },
      }),
    );
    for (const query of ['', '?purgeValues=true']) {
      const { status, body } = await api.delete(`${path}/${plan.id}${query}`);
      expect([status, body.code, body.errors[0].code]).toEqual([409, 'conflict', 'in_use']);
      expect(body.references).toMatchObject([
        { type: 'directory', id: mapped.id, name: 'Entra' },
        { type: 'migration_source', id: source.id },
      ]);
    }
    ok(await api.patch(`/api/v1/directories/${mapped.id}`, { body: { attributeMapping: [] } }));
    ok(await api.delete('/api/v1/migration-sources'));
    ok(await api.delete(`${path}/${plan.id}`));
  });

  test('is rejected while a mapping reads the path where SCIM clients send the attribute', async () => {
    const { api } = await tenant();
    const { badge, mapped } = await readByMapping(api);
    const refused = await api.delete(`${path}/${badge.id}`);
    expect([refused.status, refused.body.references]).toMatchObject([409, [{ id: mapped.id }]]);
  });

  test('keeps the key of values that are still being removed', async () => {
    const { api, tenantId } = await tenant();
    const held = await define(api, 'held');
    await person(api, { held: 'x' });
    await withClient(platform.database.url, async (client) => {
      // Blocks the job that removes the values.
      await client.query('BEGIN');
      await client.query('SELECT FROM directory.users WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
      ok(await api.delete(`${path}/${held.id}?purgeValues=true`));
      expect(ok(await api.get(`${path}/${held.id}`)).state).toBe('purging');
      expect(
        (await api.post(path, { body: { entityKind: 'user', key: 'held', type: 'string' } })).body
          .code,
      ).toBe('invalid_state');
      expect((await api.delete(`${path}/${held.id}`)).body.code).toBe('invalid_state');
      expect(errors(await person(api, { held: 'y' }))).toEqual([
        422,
        [['/metadata/held', 'unknown_attribute']],
      ]);
      await client.query('COMMIT');
    });
    await eventually(async () =>
      (await api.get(`${path}/${held.id}`)).status === 404 ? true : undefined,
    );
  });
});

describe('settings', () => {
  test('close the schema to properties without a definition', async () => {
    const { api } = await tenant();
    const settings = `${path}/settings?entityKind=user`;
    expect(ok(await api.get(settings))).toEqual({
      entityKind: 'user',
      unmanagedAttributes: 'allow',
    });
    const before = ok(await person(api, { old: 1 }));
    ok(await api.put(settings, { body: { unmanagedAttributes: 'reject' } }));
    expect(ok(await api.get(settings)).unmanagedAttributes).toBe('reject');
    expect(errors(await person(api, { fresh: 1 }))).toEqual([
      422,
      [['/metadata/fresh', 'unknown_attribute']],
    ]);
    expect(
      ok(await api.patch(`${users}/${before.id}`, { body: { displayName: 'x' } })).metadata,
    ).toEqual({ old: 1 });
    expect(ok(await api.get(`${path}/settings?entityKind=organization`)).unmanagedAttributes).toBe(
      'allow',
    );
  });
});

describe('attributeSchemaRender', () => {
  test('renders for administrators and for users, in their language', async () => {
    const { api } = await tenant();
    await define(api, 'nick', {
      visibility: 'self_write',
      required: true,
      label: 'Nick',
      labels: { de: 'Spitzname', 'de-CH': 'Übername' },
    });
    await define(api, 'badge', { visibility: 'self_read', group: 'Work', order: 3 });
    await define(api, 'risk');
    const admin = ok(await api.get(`${path}/json-schema?entityKind=user&locale=de-AT`));
    expect(Object.keys(admin.properties).sort()).toEqual(['badge', 'nick', 'risk']);
    expect(admin).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['nick'],
      properties: { nick: { type: 'string', 'x-label': 'Spitzname' } },
    });
    const self = ok(
      await api.get(`${path}/json-schema?entityKind=user&audience=self&locale=de-CH-1996`),
    );
    expect(Object.keys(self.properties).sort()).toEqual(['badge', 'nick']);
    expect(self).toMatchObject({
      additionalProperties: false,
      properties: {
        badge: { readOnly: true, 'x-group': 'Work', 'x-order': 3 },
        nick: { 'x-label': 'Übername' },
      },
    });
  });
});

describe('templates', () => {
  test('are listed by kind, and every one of them applies', async () => {
    for (const kind of ['user', 'organization']) {
      const { data } = ok(await acme.get(`${path}/templates?entityKind=${kind}`));
      expect(data.length).toBeGreaterThan(1);
      for (const template of data) {
        const { api } = await tenant();
        const applied = ok(
          await api.post(`${path}/apply-template`, { body: { templateId: template.id } }),
        );
        expect(applied.created.map((d: any) => d.key)).toEqual(
          template.definitions.map((d: any) => d.key),
        );
        expect(applied.created[0].template).toEqual({ id: template.id, version: 1 });
        const again = ok(
          await api.post(`${path}/apply-template`, { body: { templateId: template.id } }),
        );
        expect([again.created, new Set(again.skipped.map((s: any) => s.reason))]).toEqual([
          [],
          new Set(['identical']),
        ]);
      }
    }
  });

  test('of OpenID Connect claims make attributes that tokens and UserInfo return', async () => {
    const { api } = await tenant();
    const applied = ok(
      await api.post(`${path}/apply-template`, { body: { templateId: 'oidc_profile' } }),
    );
    expect(Object.fromEntries(applied.created.map((d: any) => [d.key, d.exposeInToken]))).toEqual({
      birthdate: true,
      gender: true,
      website: true,
      address: true,
    });
  });

  test('are applied completely or not at all, partially, with a prefix, or as a dry run', async () => {
    const { api } = await tenant();
    const apply = (body: object) =>
      api.post(`${path}/apply-template`, { body: { templateId: 'oidc_profile', ...body } });
    expect(ok(await apply({ dryRun: true })).created).toHaveLength(4);
    expect(ok(await api.get(`${path}?entityKind=user`)).data).toEqual([]);
    await define(api, 'gender', { type: 'boolean' });
    const refused = await apply({});
    expect([refused.status, refused.body.code, refused.body.errors.length]).toEqual([
      409,
      'already_exists',
      1,
    ]);
    expect(ok(await api.get(`${path}?entityKind=user`)).data).toHaveLength(1);
    expect(ok(await apply({ onConflict: 'skip', include: ['gender', 'website'] }))).toMatchObject({
      created: [{ key: 'website' }],
      skipped: [{ key: 'gender', reason: 'conflict' }],
    });
    expect(ok(await apply({ keyPrefix: 'oidc', include: ['gender'] })).created[0].key).toBe(
      'oidcGender',
    );
    expect(errors(await apply({ include: ['nothing'] }))).toEqual([
      422,
      [['/include/0', 'not_found']],
    ]);
    expect((await apply({ templateId: 'nothing' })).status).toBe(404);
  });
});

/** Stores copies of a user as rows, without identifiers or terms. */
const storeCopies = (id: string, count: number) =>
  withClient(platform.database.url, (client) =>
    client.query(
      `INSERT INTO directory.users SELECT (jsonb_populate_record(u, jsonb_build_object('id', 'usr_0' || left(md5($3), 5) || lpad(i::text, 20, '0'), 'email', null))).*
       FROM directory.users u, generate_series(1, $2::int) AS i WHERE u.id = $1`,
      [id, count, id],
    ),
  );

test('a scan continues in another process where the last one stopped', async () => {
  const { api, tenantId } = await tenant();
  const model = ok(await person(api, { tier: 'gold' }));
  await storeCopies(model.id, 1_200);
  await withClient(platform.database.url, async (client) => {
    await client.query('BEGIN');
    // The second page waits for this row.
    await client.query(
      'SELECT FROM directory.users WHERE tenant_id = $1 AND id = (SELECT id FROM directory.users WHERE tenant_id = $1 ORDER BY id OFFSET 700 LIMIT 1) FOR UPDATE',
      [tenantId],
    );
    const { id } = await define(api, 'tier', { unique: true, constraints: { maxLength: 3 } });
    await eventually(async () => {
      const { checked } = ok(await api.get(`${path}/${id}`)).conformance;
      return checked === 500 ? true : undefined;
    });
    const restarted = platform.restart({});
    await client.query('COMMIT');
    await restarted;
    expect(await conformance(api, id)).toMatchObject({
      state: 'violated',
      checked: 1_201,
      violations: 1_201,
    });
  });
});

test('creating, changing and using a definition does not scan 100,000 stored users', async () => {
  const { api, tenantId } = await tenant();
  const model = ok(await person(api, { tier: 'gold' }));
  await storeCopies(model.id, 100_000);
  await withClient(platform.database.url, (client) => client.query('ANALYZE directory.users'));
  const { db, jobs } = platform.service.platform;
  const writing = { jobs, maxDefinitions: 10, findReferences: async () => [] };
  const creation = { entityKind: 'user', key: 'tier', type: 'string', multiValued: false } as const;
  await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, async (plain) => {
    const { tx, rows } = countedReads(plain, 'users');
    const definition = await createDefinition(tx, creation, writing);
    await changeDefinition(tx, definition, { constraints: { maxLength: 3 } }, writing);
    expect(rows()).toBe(0);
    const schema = await attributeSchemas().read(tx, 'user');
    const user = await findUser(tx, model.id);
    expect(schema.definitions.has('tier') && user?.metadata).toEqual({ tier: 'gold' });
    expect((await listUsers(tx, {}, undefined, 51)).length).toBe(51);
    expect(rows()).toBeLessThan(60);
    const unused = await createDefinition(tx, { ...creation, key: 'unused' }, writing);
    await expect(removeDefinition(tx, unused, false, writing)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(rows()).toBeLessThan(10_100);
  });
}, 300_000);
