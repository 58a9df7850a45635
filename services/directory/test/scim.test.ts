import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { newBearer, newDirectory, scimClient, sql } from './scim-harness.ts';
import type { ScimDirectory } from './scim-harness.ts';

const publicBaseUrl = 'http://localhost:9082';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
let platform: TestPlatform;
let tenantId: string;
let dir: ScimDirectory;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory, { 'platform.gateway.public-base-url': publicBaseUrl });
  tenantId = platform.hub.tenant('acme').id;
  dir = await newDirectory(platform, { tenantId });
});
afterAll(() => platform.stop());

const name = (): string => `person${++n}`;
const ok = (answer: TestAnswer, status = 200) => {
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  return answer.body;
};
const create = async (body: object = {}, at = dir) =>
  ok(await at.call('post', '/Users', { body: { userName: name(), ...body } }), 201);
const search = (filter: string, at = dir, kind = 'Users') =>
  at.call('get', `/${kind}?filter=${encodeURIComponent(filter)}`);
const found = async (filter: string, at = dir, kind = 'Users'): Promise<string[]> =>
  ok(await search(filter, at, kind)).Resources.map((r: { id: string }) => r.id);
const refusal = (answer: TestAnswer) => [answer.status, answer.body.scimType];

describe('bearers', () => {
  test('give access only to their own directory', async () => {
    const other = await newDirectory(platform, { tenantId });
    const foreign = await newDirectory(platform, { tenantId: platform.hub.tenant('globex').id });
    const statusWith = async (base: string, token: string) =>
      (await (await scimClient(platform, base, token))('get', '/Users')).status;
    expect(await statusWith(dir.base, dir.token)).toBe(200);
    for (const token of [other.token, foreign.token, `${dir.token.slice(0, -1)}_`, 'x'])
      expect(await statusWith(dir.base, token)).toBe(401);
    for (const base of [`/scim/v2/${newId('directory')}`, '/scim/v2/nothing'])
      expect(await statusWith(base, dir.token)).toBe(401);
  });

  test('are rejected after they have expired or were revoked', async () => {
    for (const more of [{ expires: '-1 second' }, { state: 'revoked' }]) {
      const token = await newBearer(platform, { tenantId, directoryId: dir.id }, more);
      const answer = await (await scimClient(platform, dir.base, token))('get', '/Users');
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="scim", error="invalid_token"',
      ]);
      expect(answer.body).toMatchObject({ schemas: [errorSchema], status: '401' });
    }
  });

  test('that are read-only cannot write, but can search', async () => {
    const reader = await newDirectory(platform, { tenantId, readOnly: true });
    const write = await reader.call('post', '/Users', { body: { userName: name() } });
    const read = await reader.call('post', '/Users/.search', { body: {} });
    expect([write.status, read.status]).toEqual([403, 200]);
  });

  test('are not accepted without the gateway', async () => {
    const answer = await dir.call('get', '/Users', {
      headers: { 'x-platform-service-authorization': '' },
    });
    expect(answer.status).toBe(401);
  });

  test('mark the directory as connected, and are rejected while it is suspended', async () => {
    const fresh = await newDirectory(platform, { tenantId });
    const stateOf = async () =>
      (await sql(platform, 'SELECT state FROM directories WHERE id = $1', [fresh.id]))[0]?.[
        'state'
      ];
    expect(await stateOf()).toBe('pending');
    ok(await fresh.call('get', '/Users'));
    expect(await stateOf()).toBe('active');
    await sql(platform, `UPDATE directories SET state = 'suspended' WHERE id = $1`, [fresh.id]);
    expect((await fresh.call('get', '/Users')).status).toBe(403);
  });
});

describe('users', () => {
  test('are created, read, replaced, changed and deleted', async () => {
    const made = await dir.call('post', '/Users', {
      body: { userName: 'Ada', active: 'True', password: 'secret', unknown: 1 },
    });
    const { id } = ok(made, 201);
    const location = `${publicBaseUrl}${dir.base}/Users/${id}`;
    expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([location, 'W/"1"']);
    expect(made.body).toMatchObject({ active: true, meta: { location, version: 'W/"1"' } });
    expect(made.body).not.toHaveProperty('password');

    const replaced = await dir.call('put', `/Users/${id}`, {
      body: { id: 'other', userName: 'ada', displayName: 'Ada L' },
    });
    expect(ok(replaced)).toMatchObject({ id, userName: 'ada', displayName: 'Ada L', active: true });
    const changed = await dir.call('patch', `/Users/${id}`, {
      body: { Operations: [{ op: 'remove', path: 'displayName' }] },
    });
    expect(ok(changed)).not.toHaveProperty('displayName');
    expect((await dir.call('delete', `/Users/${id}`)).status).toBe(204);
    expect((await dir.call('get', `/Users/${id}`)).status).toBe(404);
    expect((await dir.call('delete', `/Users/${id}`)).status).toBe(404);
  });

  test('keep their version if a write changes nothing', async () => {
    const { id } = await create({ title: 'x' });
    const body = { Operations: [{ op: 'replace', path: 'title', value: 'x' }] };
    expect((await dir.call('patch', `/Users/${id}`, { body })).headers.get('etag')).toBe('W/"1"');
  });

  test('are changed in place, without a new entry in any index', async () => {
    const { id } = await create();
    const inPlace = await withClient(platform.database.url, async (client) => {
      await client.query('SET search_path = directory; BEGIN');
      await client.query(
        `UPDATE directory_users SET resource = resource || '{"title": "Boss"}', version = version + 1, updated_at = now() WHERE id = $1`,
        [id],
      );
      const { rows } = await client.query(
        `SELECT pg_stat_get_xact_tuples_hot_updated('directory_users'::regclass)::int AS count`,
      );
      return rows[0].count;
    });
    expect(inPlace).toBe(1);
  });

  test('support If-Match and If-None-Match', async () => {
    const { id } = await create();
    const put = (tag: string) =>
      dir.call('put', `/Users/${id}`, {
        body: { userName: name() },
        headers: { 'if-match': tag },
      });
    expect((await put('W/"7"')).status).toBe(412);
    expect((await put('W/"1"')).status).toBe(200);
    expect((await put('"2"')).status).toBe(200);
    const read = await dir.call('get', `/Users/${id}`, { headers: { 'if-none-match': 'W/"3"' } });
    expect(read.status).toBe(304);
  });

  test('have unique names and external ids', async () => {
    const { userName } = await create({ externalId: 'Same' });
    const twice = await dir.call('post', '/Users', { body: { userName: userName.toUpperCase() } });
    expect(refusal(twice)).toEqual([409, 'uniqueness']);
    const clash = await dir.call('post', '/Users', {
      body: { userName: name(), externalId: 'Same' },
    });
    expect(refusal(clash)).toEqual([409, 'uniqueness']);
    const { id } = await create({ externalId: 'same' });
    const renamed = await dir.call('patch', `/Users/${id}`, {
      body: { Operations: [{ op: 'replace', path: 'userName', value: userName }] },
    });
    expect(refusal(renamed)).toEqual([409, 'uniqueness']);
    const elsewhere = await newDirectory(platform, { tenantId });
    const emails = [{ value: `${name()}@example.com` }];
    await create({ userName, emails }, elsewhere);
  });

  test('are created once for concurrent requests', async () => {
    const userName = name();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => dir.call('post', '/Users', { body: { userName } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('are hidden from other directories', async () => {
    const other = await newDirectory(platform, { tenantId });
    const { id } = await create();
    for (const method of ['get', 'delete'])
      expect((await other.call(method, `/Users/${id}`)).status).toBe(404);
    expect(await found(`id eq "${id}"`, other)).toEqual([]);
  });

  test.each([
    ['no name', {}],
    ['an empty name', { userName: ' ' }],
    ['a name of the wrong type', { userName: { a: 1 } }],
    ['an active of the wrong type', { userName: 'x', active: 'maybe' }],
    ['a name that is too long', { userName: 'x'.repeat(257) }],
    ['more than is kept', { userName: 'x', addresses: [{ formatted: 'x'.repeat(70_000) }] }],
  ])('are rejected with %s', async (_what, body) =>
    expect(refusal(await dir.call('post', '/Users', { body }))).toEqual([400, 'invalidValue']),
  );

  test("include the tenant's attributes", async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('initech') });
    const definition = { entityKind: 'user', key: 'badge', type: 'integer' };
    expect((await api.post('/api/v1/attribute-schema', { body: definition })).status).toBe(200);
    const initech = await newDirectory(platform, { tenantId: platform.hub.tenant('initech').id });
    const urn = 'urn:platform:params:scim:schemas:extension:tenant:2.0:User';
    const made = await create({ [urn]: { Badge: '7' } }, initech);
    expect(made).toMatchObject({ schemas: expect.arrayContaining([urn]), [urn]: { badge: 7 } });
    expect(await found(`${urn}:badge gt 6`, initech)).toEqual([made.id]);
    expect((await initech.call('get', `/Schemas/${urn}`)).body.attributes[0].name).toBe('badge');
    const [{ metadata }] = (await api.get('/api/v1/directory/users')).body.data;
    expect(metadata).toEqual({ badge: 7 });
  });

  test('lose the values of an attribute that is deleted with its values', async () => {
    const tenant = platform.hub.tenant('hooli');
    const api = await platform.as({ tenant });
    const define = async (key: string, body: object = {}) =>
      api.post('/api/v1/attribute-schema', {
        body: { entityKind: 'user', key, type: 'string', ...body },
      });
    const [level] = [ok(await define('level')), ok(await define('other'))];
    const hooli = await newDirectory(platform, { tenantId: tenant.id });
    const urn = 'urn:platform:params:scim:schemas:extension:tenant:2.0:User';
    const { id } = await create({ [urn]: { level: 'high', other: 'kept' } }, hooli);
    const gone = await api.delete(`/api/v1/attribute-schema/${level.id}?purgeValues=true`);
    expect(gone.status).toBe(200);
    const shown = async () => ok(await hooli.call('get', `/Users/${id}`))[urn];
    expect(await shown()).toEqual({ other: 'kept' });
    await eventually(async () => {
      const again = await define('level', { type: 'integer', multiValued: true });
      return again.status === 200 ? true : undefined;
    });
    expect(await shown()).toEqual({ other: 'kept' });
    const [row] = await sql(platform, 'SELECT resource FROM directory_users WHERE id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain('high');
  });
});

describe('filters', () => {
  test('find users', async () => {
    const at = await newDirectory(platform, { tenantId });
    const a = await create(
      {
        userName: 'Filter.One',
        externalId: 'F1',
        name: { givenName: 'Ada', familyName: 'Byron' },
        emails: [
          { type: 'work', value: 'One@Example.com', primary: true },
          { type: 'home', value: 'home@example.org' },
        ],
      },
      at,
    );
    const b = await create({ userName: 'filter.two', active: false, title: 'Boss' }, at);
    const vectors: [string, string[]][] = [
      ['userName eq "FILTER.ONE"', [a.id]],
      ['USERNAME Eq "filter.one"', [a.id]],
      ['userName sw "filter." and active eq "True"', [a.id]],
      ['externalId eq "F1"', [a.id]],
      ['externalId eq "f1"', []],
      ['externalId eq null', [b.id]],
      [`id eq "${b.id}"`, [b.id]],
      ['active eq false', [b.id]],
      ['active ne true', [b.id]],
      ['emails.value eq "one@example.com"', [a.id]],
      ['emails eq "one@example.com"', [a.id]],
      ['emails[type eq "work"].value eq "one@example.com"', [a.id]],
      ['emails[type eq "work" and value co "@example.com"]', [a.id]],
      ['emails[type eq "home" and value eq "one@example.com"]', []],
      ['emails[primary eq "True" and type eq "work"]', [a.id]],
      ['not (emails pr)', [b.id]],
      ['not (externalId eq "F1")', [b.id]],
      ['not (externalId eq "F1" or title eq "x")', [b.id]],
      ['meta.resourceType eq "user" and active eq true', [a.id]],
      ['meta.resourceType ne "User"', []],
      ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', [a.id, b.id]],
      ['name.familyName sw "by"', [a.id]],
      ['name.familyName ew "on" and name.givenName eq "ada"', [a.id]],
      ['title eq "boss" or name.givenName eq "ADA"', [a.id, b.id]],
      ['title ne "boss"', [a.id]],
      ['title gt "a" and title lt "c"', [b.id]],
      ['meta.created gt "2020-01-01T00:00:00Z"', [a.id, b.id]],
      ['meta.created gt "2020-02-31T00:00:00Z"', [a.id, b.id]],
      ['meta.lastModified lt "2020-01-01T00:00:00+02:00"', []],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "filter.two"', [b.id]],
    ];
    for (const [filter, ids] of vectors) {
      expect([filter, await found(filter, at)]).toEqual([filter, ids.toSorted()]);
    }
  });

  test.each([
    'nothing eq "x"',
    'userName eq',
    'active gt true',
    'active co "x"',
    'meta.created gt "yesterday"',
    'emails[nothing eq "x"]',
    '__proto__ eq "x"',
    'constructor.name pr',
    'name eq "x"',
    'groups.display eq "x"',
    `${'('.repeat(900)}userName pr${')'.repeat(900)}`,
    Array.from({ length: 31 }, () => 'userName pr').join(' or '),
    "userName eq 'x' OR 1=1 --",
    String.raw`userName eq "a\u0000b"`,
    String.raw`userName eq "\ud800"`,
    'meta.created gt "+012026-01-01T00:00:00Z"',
  ])('reject %s', async (filter) =>
    expect(refusal(await search(filter))).toEqual([400, 'invalidFilter']),
  );

  test('treat SQL quotes and wildcards as text', async () => {
    const { id } = await create({ title: `100% o'clock_\\` });
    expect(await found(`title co "% o'clock_\\\\"`)).toEqual([id]);
    expect(await found('title eq "1__% o\'clock_"')).toEqual([]);
  });
});

describe('paging', () => {
  test('returns every user once by index and by cursor', async () => {
    const at = await newDirectory(platform, { tenantId });
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.push((await create({}, at)).id);
    const page = async (query: string) => ok(await at.call('get', `/Users?${query}`));
    const byIndex: string[] = [];
    for (let start = 1; start <= 7; start += 3) {
      const { totalResults, startIndex, Resources } = await page(`startIndex=${start}&count=3`);
      expect([totalResults, startIndex]).toEqual([7, start]);
      byIndex.push(...Resources.map((r: { id: string }) => r.id));
    }
    const byCursor: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { nextCursor, Resources } = await page(`cursor=${cursor}&count=3`);
      byCursor.push(...Resources.map((r: { id: string }) => r.id));
      cursor = nextCursor;
    }
    expect([byIndex, byCursor]).toEqual([made, made]);
  });

  test('accepts attributes as one list or several', async () => {
    const { id } = await create({ displayName: 'Lists', title: 'Clerk' });
    const shown = async (names: string) =>
      Object.keys(ok(await dir.call('get', `/Users/${id}?${names}`))).toSorted();
    const expected = ['displayName', 'id', 'schemas', 'userName'];
    expect(await shown('attributes=userName,displayName')).toEqual(expected);
    expect(await shown('attributes=userName&attributes=displayName')).toEqual(expected);
    expect((await dir.call('get', '/Users?count=1&count=2')).status).toBe(400);
  });

  test('searches by POST, with null equal to an absent member', async () => {
    const title = `Search ${++n}`;
    const { id } = await create({ title });
    const body = {
      filter: `title eq "${title}"`,
      attributes: ['id'],
      excludedAttributes: null,
      startIndex: 1,
      count: null,
      sortBy: null,
    };
    const answer = ok(await dir.call('post', '/Users/.search', { body }));
    expect(answer).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  });

  test('tolerates invalid bounds', async () => {
    const list = async (query: string) => {
      const { itemsPerPage, startIndex } = ok(await dir.call('get', `/Users?${query}`));
      return [itemsPerPage, startIndex];
    };
    expect(await list('startIndex=-3&count=1')).toEqual([1, 1]);
    expect(await list('count=-1')).toEqual([0, 1]);
    expect(await list('startIndex=100000')).toEqual([0, 100_000]);
    expect(await list('aadOptscim062020=&count=1')).toEqual([1, 1]);
  });

  test('rejects a cursor of another list', async () => {
    await create();
    const { nextCursor } = ok(await dir.call('get', '/Users?cursor=&count=1'));
    const filter = encodeURIComponent('active eq true');
    const answer = await dir.call('get', `/Users?cursor=${nextCursor}&count=1&filter=${filter}`);
    expect(refusal(answer)).toEqual([400, 'invalidCursor']);
  });
});

describe('groups', () => {
  test('change their members without reading all of them', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    const made = await dir.call('post', '/Groups', {
      body: { displayName: 'Ops', members: [{ value: a.id }, { value: a.id }] },
    });
    const { id, members } = ok(made, 201);
    expect(members.map((m: { value: string }) => m.value)).toEqual([a.id]);
    const patch = (...Operations: object[]) =>
      dir.call('patch', `/Groups/${id}`, { body: { Operations } });
    const membersNow = async () =>
      (ok(await dir.call('get', `/Groups/${id}`)).members ?? []).map(
        (m: { value: string }) => m.value,
      );
    const add = await patch({
      op: 'Add',
      path: 'members',
      value: [{ value: b.id }, { value: c.id }],
    });
    expect([add.status, await membersNow()]).toEqual([204, [a.id, b.id, c.id]]);
    await patch({ op: 'Remove', path: 'members', value: [{ value: a.id }] });
    await patch({ op: 'remove', path: `members[value eq "${b.id}"]` });
    expect(await membersNow()).toEqual([c.id]);
    expect(await found(`members eq "${c.id}"`, dir, 'Groups')).toEqual([id]);
    expect(await found(`groups.value eq "${id}"`)).toEqual([c.id]);
    expect(await found(`groups[value eq "${id}"]`)).toEqual([c.id]);
    expect(await found(`id eq "${id}" and members[value eq "${a.id}"]`, dir, 'Groups')).toEqual([]);
    const renamed = await dir.call('patch', `/Groups/${id}?attributes=displayName`, {
      body: { Operations: [{ op: 'replace', value: { displayName: 'Dev' } }] },
    });
    expect(ok(renamed)).toMatchObject({ id, displayName: 'Dev' });
    expect(await membersNow()).toEqual([c.id]);
    await dir.call('put', `/Groups/${id}`, { body: { displayName: 'Dev', members: [] } });
    expect(await membersNow()).toEqual([]);
    const { headers } = await dir.call('get', `/Groups/${id}`);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await dir.call('get', `/Groups/${id}`, { headers: known })).status).toBe(304);
  });

  test('omit members on request', async () => {
    const { id: value } = await create();
    const body = { displayName: `Group ${++n}`, members: [{ value }] };
    const { id } = ok(await dir.call('post', '/Groups', { body }), 201);
    const filter = `filter=${encodeURIComponent(`displayName eq "${body.displayName.toUpperCase()}"`)}`;
    const list = ok(await dir.call('get', `/Groups?${filter}&excludedAttributes=members`));
    expect(list.Resources).toMatchObject([{ id }]);
    expect(list.Resources[0]).not.toHaveProperty('members');
    const own = ok(await dir.call('get', `/Users/${value}?attributes=groups`));
    expect(own.groups).toMatchObject([{ value: id, display: body.displayName }]);
  });

  test('accept only users of their own directory', async () => {
    const other = await newDirectory(platform, { tenantId });
    const { id: stranger } = await create({}, other);
    for (const value of [stranger, newId('directoryGroup'), 'x']) {
      const body = { displayName: `Group ${++n}`, members: [{ value }] };
      expect(refusal(await dir.call('post', '/Groups', { body }))).toEqual([400, 'invalidValue']);
    }
  });

  test('lose a member that is deleted', async () => {
    const { id: value } = await create();
    const body = { displayName: `Group ${++n}`, members: [{ value }] };
    const { id } = ok(await dir.call('post', '/Groups', { body }), 201);
    await dir.call('delete', `/Users/${value}`);
    expect(ok(await dir.call('get', `/Groups/${id}`))).not.toHaveProperty('members');
  });

  test('have unique names, and correct counts under races', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => create()));
    const displayName = `Group ${++n}`;
    const { id } = ok(await dir.call('post', '/Groups', { body: { displayName } }), 201);
    const twin = await dir.call('post', '/Groups', {
      body: { displayName: displayName.toUpperCase() },
    });
    expect(refusal(twin)).toEqual([409, 'uniqueness']);
    await Promise.all(
      users.map(({ id: value }) =>
        dir.call('patch', `/Groups/${id}`, {
          body: { Operations: [{ op: 'add', path: 'members', value: [{ value }] }] },
        }),
      ),
    );
    const [row] = await sql(platform, 'SELECT member_count FROM directory_groups WHERE id = $1', [
      id,
    ]);
    expect(row?.['member_count']).toBe(8);
  });

  test('stream a hundred thousand members, and remove one without reading them', async () => {
    const at = await newDirectory(platform, { tenantId });
    const { id } = ok(await at.call('post', '/Groups', { body: { displayName: 'All' } }), 201);
    const { id: member } = await create({}, at);
    await sql(
      platform,
      `INSERT INTO directory_group_members (tenant_id, directory_id, group_id, directory_user_id)
       SELECT $1, $2, $3, 'dusr_' || lpad(i::text, 26, '0') FROM generate_series(1, 99999) AS i UNION ALL SELECT $1, $2, $3, $4`,
      [tenantId, at.id, id, member],
    );
    await sql(platform, 'UPDATE directory_groups SET member_count = 100000 WHERE id = $1', [id]);
    expect(ok(await at.call('get', `/Groups/${id}`)).members).toHaveLength(100_000);
    const patch = (op: string, value: string) =>
      at.call('patch', `/Groups/${id}`, {
        body: { Operations: [{ op, path: 'members', value: [{ value }] }] },
      });
    expect((await patch('add', (await create({}, at)).id)).status).toBe(400);
    expect((await patch('remove', member)).status).toBe(204);
    const [row] = await sql(platform, 'SELECT member_count FROM directory_groups WHERE id = $1', [
      id,
    ]);
    expect(row?.['member_count']).toBe(99_999);
  });
});

describe('the protocol', () => {
  test('is described by the discovery endpoints', async () => {
    const config = ok(await dir.call('get', '/ServiceProviderConfig'));
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect(JSON.stringify(config)).not.toContain('null');
    const types = ok(await dir.call('get', '/ResourceTypes')).Resources;
    expect(types.map((t: { id: string }) => t.id)).toEqual(['User', 'Group']);
    for (const { schema } of types)
      expect(ok(await dir.call('get', `/Schemas/${schema}`)).id).toBe(schema);
    expect((await dir.call('get', '/Schemas?filter=id%20pr')).status).toBe(403);
    expect((await dir.call('get', '/Schemas/urn:none')).status).toBe(404);
  });

  test.each([
    ['get', '/Me'],
    ['post', '/Bulk'],
    ['post', '/.search'],
  ])('responds to %s %s with 501', async (method, path) => {
    const answer = await dir.call(method, path, method === 'post' ? { body: {} } : {});
    expect([answer.status, answer.body.status]).toEqual([501, '501']);
  });

  test.each([
    ['no JSON', { rawBody: '{' }, 400],
    ['another media type', { rawBody: 'x=1', headers: { 'content-type': 'text/plain' } }, 415],
    [
      'plain JSON',
      { body: { userName: 'plain' }, headers: { 'content-type': 'application/json' } },
      201,
    ],
    ['a name that reaches the prototype', { rawBody: '{"userName":"x","__proto__":{"a":1}}' }, 400],
    ['deep nesting', { rawBody: `${'{"a":'.repeat(11)}1${'}'.repeat(11)}` }, 400],
    ['a megabyte', { body: { userName: 'x', title: 'x'.repeat(1024 * 1024) } }, 413],
  ])('handles %s correctly', async (_what, call, status) => {
    const answer = await dir.call('post', '/Users', call);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/scim+json',
    ]);
  });

  test('records who made a change', async () => {
    const { id } = await create();
    const rows = await sql<{ envelope: { data: { actor?: unknown } } }>(
      platform,
      `SELECT envelope FROM outbox WHERE envelope->>'type' = 'audit.recorded' AND envelope::text LIKE $1`,
      [`%${id}%`],
    );
    const text = JSON.stringify(rows);
    expect(text).toContain('scimUsersCreate');
    expect(text).toContain(dir.id);
    expect(text).toMatch(/sbr_/);
  });
});
