import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { uuidOf } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.limits.max-tuples-per-tenant': '5005',
    'platform.fga.limits.max-writes-per-request': '5',
    'platform.fga.expiry-sweep-interval': '300ms',
  });
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`acme${++n}`);
  api = await platform.api(tenant);
  expect((await api.post('/api/v1/fga/models', { body: { dsl } })).status).toBe(200);
});
afterAll(() => platform?.stop());

const dsl = `model
  schema 1.1
type user
type group
  relations
    define member: [user, group#member]
type doc
  relations
    define viewer: [user, user:*, group#member, user with office]
    define editor: [user]
    define reader: viewer or editor
condition office(n: int) {
  n < 3
}
`;
const path = '/api/v1/fga/tuples';
const t = (text: string, more: object = {}) => {
  const [subject, relation, object] = text.split(' ');
  return { subject, relation, object, ...more };
};
const write = (body: object) => api.post(path, { body });
const codes = (answer: { body: any }) =>
  (answer.body.errors ?? []).map(
    (e: { code: string; pointer: string }) => `${e.code} ${e.pointer}`,
  );
const store = async () => (await api.get('/api/v1/fga/store')).body;
const read = async (query = '') =>
  (await api.get(`${path}${query}`)).body.data.map(
    (r: { subject: string; relation: string; object: string }) =>
      `${r.subject} ${r.relation} ${r.object}`,
  );
const written = async () =>
  (await platform.events(tenant)).filter((e) => e.type === 'fga.tuples_written').map((e) => e.data);
const one = t('user:a viewer doc:1');
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('fgaTuplesWrite', () => {
  test('writes and deletes together, and emits an event', async () => {
    await write({ writes: [one, t('user:b viewer doc:1')] });
    const answer = await write({ writes: [t('group:g#member viewer doc:2')], deletes: [one] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        written: 1,
        deleted: 1,
        skipped: 0,
        revision: 3,
        consistencyToken: expect.any(String),
      },
    });
    expect(await read()).toEqual(['user:b viewer doc:1', 'group:g#member viewer doc:2']);
    expect(await store()).toMatchObject({ revision: 3, tupleCount: 2 });
    expect(await written()).toEqual([
      { written: 2, deleted: 0, revision: 2, objectTypes: ['doc'], source: 'api' },
      { written: 1, deleted: 1, revision: 3, objectTypes: ['doc'], source: 'api' },
    ]);
    const changes = (await api.get('/api/v1/fga/changes')).body.data;
    expect(changes.map((c: any) => [c.revision, c.sequence, c.operation, c.tuple.subject])).toEqual(
      [
        [2, 1, 'write', 'user:a'],
        [2, 2, 'write', 'user:b'],
        [3, 1, 'delete', 'user:a'],
        [3, 2, 'write', 'group:g#member'],
      ],
    );
  });

  test('keeps condition and expiry', async () => {
    const expiresAt = later(3_600_000);
    await write({
      writes: [
        t('user:a viewer doc:1', { condition: { name: 'office', context: { n: 1 } }, expiresAt }),
      ],
    });
    expect((await api.get(path)).body.data).toEqual([
      {
        subject: 'user:a',
        relation: 'viewer',
        object: 'doc:1',
        condition: { name: 'office', context: { n: 1 } },
        expiresAt,
        createdAt: expect.any(String),
      },
    ]);
  });

  test('a duplicate is an error, skipped when equal, or replaced', async () => {
    await write({ writes: [one] });
    const other = { ...one, expiresAt: later(60_000) };
    const conflict = await write({ writes: [t('user:new viewer doc:1'), one] });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    expect(codes(conflict)).toEqual(['already_exists /writes/1']);
    expect(await write({ writes: [one], onDuplicate: 'ignore' })).toMatchObject({
      status: 200,
      body: { written: 0, skipped: 1, revision: 2 },
    });
    expect(await write({ writes: [other], onDuplicate: 'ignore' })).toMatchObject({ status: 409 });
    expect(await write({ writes: [other], onDuplicate: 'replace' })).toMatchObject({
      status: 200,
      body: { written: 1, revision: 3 },
    });
    expect(await store()).toMatchObject({ revision: 3, tupleCount: 1 });
    expect(await written()).toHaveLength(2);
  });

  test('deleting a missing tuple fails unless it is ignored', async () => {
    const refused = await write({ writes: [t('user:b viewer doc:1')], deletes: [one] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(codes(refused)).toEqual(['not_present /deletes/0']);
    expect(await read()).toEqual([]);
    expect(await write({ deletes: [one], onMissing: 'ignore' })).toMatchObject({
      status: 200,
      body: { deleted: 0, skipped: 1, revision: 1 },
    });
  });

  test('deletes are not validated against the model', async () => {
    await write({ writes: [t('user:a editor doc:1')] });
    await api.post('/api/v1/fga/models', { body: { dsl: 'model\n  schema 1.1\ntype user\n' } });
    expect(await write({ deletes: [t('user:a editor doc:1')] })).toMatchObject({
      status: 200,
      body: { deleted: 1 },
    });
  });

  test('nothing is written if a precondition fails', async () => {
    await write({ writes: [one] });
    const guard = (text: string, exists: boolean) => ({ preconditions: [{ ...t(text), exists }] });
    const refused = await write({
      writes: [t('user:b viewer doc:1')],
      ...guard('user:a viewer doc:1', false),
    });
    expect([refused.status, ...codes(refused)]).toEqual([409, 'precondition /preconditions/0']);
    expect(
      (await write({ writes: [t('user:b viewer doc:1')], ...guard('user:z viewer doc:1', true) }))
        .status,
    ).toBe(409);
    expect(
      (await write({ writes: [t('user:b viewer doc:1')], ...guard('user:z viewer doc:1', false) }))
        .status,
    ).toBe(200);
    expect((await write({ deletes: [one], ...guard('user:a viewer doc:1', true) })).status).toBe(
      200,
    );
  });

  const tuple = 'user:a viewer doc:1';
  test.each<[string, object, string[]]>([
    ['nothing', {}, ['required /writes']],
    [
      'a type that does not exist',
      { writes: [t('user:a viewer sheet:1')] },
      ['type_not_found /writes/0/object'],
    ],
    [
      'a computed relation',
      { writes: [t('user:a reader doc:1')] },
      ['not_assignable /writes/0/relation'],
    ],
    [
      'a bad form in each list',
      { writes: [t('user viewer doc:1')], deletes: [t('user:a viewer doc')] },
      ['invalid_format /writes/0/subject', 'invalid_format /deletes/0/object'],
    ],
    ['a key twice', { writes: [t(tuple), t(tuple)] }, ['duplicate_in_request /writes/1']],
    [
      'a key written and deleted',
      { writes: [t(tuple)], deletes: [t(tuple)] },
      ['duplicate_in_request /deletes/0'],
    ],
    [
      'an expiry in the past',
      { writes: [t(tuple, { expiresAt: '2020-01-01T00:00:00Z' })] },
      ['expired /writes/0/expiresAt'],
    ],
    [
      'NUL in a context',
      { writes: [t(tuple, { condition: { name: 'office', context: { n: '\0' } } })] },
      ['invalid_format /writes/0/condition/context/n'],
    ],
    [
      'an unknown model',
      { writes: [t(tuple)], modelId: 'fgm_01m7vqhvjpfrhtg5g075cmmcw9' },
      ['model_not_found /modelId'],
    ],
    [
      'a delete with a condition',
      { deletes: [t(tuple, { condition: { name: 'office' } })] },
      ['unknown_member /deletes/0/condition'],
    ],
  ])('refuses %s', async (_, body, found) => {
    const answer = await write(body);
    expect(answer.status).toBe(422);
    expect(codes(answer)).toEqual(found);
  });

  test('the number of writes and deletes is limited', async () => {
    const five = [1, 2, 3, 4, 5].map((i) => t(`user:u${i} viewer doc:1`));
    expect((await write({ writes: five })).status).toBe(200);
    const refused = await write({ writes: [t('user:u6 viewer doc:1')], deletes: five });
    expect([refused.status, refused.body.code, ...codes(refused)]).toEqual([
      422,
      'limit_exceeded',
      'max_writes_per_request /writes',
    ]);
  });

  test('requires a model unless it only deletes', async () => {
    const fresh = await platform.api(platform.hub.tenant('fresh'));
    expect(await fresh.post(path, { body: { writes: [one] } })).toMatchObject({
      status: 409,
      body: { code: 'no_active_model' },
    });
    expect(await fresh.post(path, { body: { deletes: [one], onMissing: 'ignore' } })).toMatchObject(
      { status: 200, body: { revision: 0 } },
    );
  });

  test('replays under an idempotency key', async () => {
    const call = () =>
      api.post(path, { body: { writes: [one] }, headers: { 'idempotency-key': 'k1' } });
    expect((await call()).status).toBe(200);
    const again = await call();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  test('keys are bytes', async () => {
    await write({
      writes: [
        t('user:\u00e9 viewer doc:1'),
        t('user:e\u0301 viewer doc:1'),
        t('user:E viewer doc:1'),
        t('user:e viewer doc:1'),
      ],
    });
    expect(await store()).toMatchObject({ tupleCount: 4 });
    expect(await read('?subject=user%3A%C3%A9')).toHaveLength(1);
  });
});

describe('parallel writes', () => {
  test('of one new key: one succeeds, and the others fail because it exists', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => write({ writes: [one] })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await store()).toMatchObject({ tupleCount: 1, revision: 2 });
  });

  test('that ignore duplicates all succeed, and one has an effect', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => write({ writes: [one], onDuplicate: 'ignore' })),
    );
    expect(answers.every((a) => a.status === 200)).toBe(true);
    expect(answers.reduce((sum, a) => sum + a.body.written, 0)).toBe(1);
  });

  test('of overlapping keys in opposite orders do not deadlock; revisions have no gap', async () => {
    const keys = [1, 2, 3].map((i) => t(`user:u${i} viewer doc:1`));
    await write({ writes: keys });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        write({ writes: i % 2 ? keys : [...keys].reverse(), onDuplicate: 'replace' }),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers.map((a) => a.body.revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, i) => 3 + i),
    );
  });

  test('with mutually exclusive preconditions: only one succeeds', async () => {
    const claim = (who: string, other: string) =>
      write({
        writes: [t(`user:${who} editor doc:1`)],
        preconditions: [{ ...t(`user:${other} editor doc:1`), exists: false }],
      });
    for (let i = 0; i < 5; i++) {
      const answers = await Promise.all([claim(`a${i}`, `b${i}`), claim(`b${i}`, `a${i}`)]);
      expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    }
  });
});

describe('fgaTuplesImport', () => {
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => t(`user:u${from + i} viewer doc:${(from + i) % 100}`));
  const bring = (tuples: object[], more: object = {}): Promise<TestAnswer> =>
    api.post(`${path}:import`, { body: { tuples, ...more } });

  test('5,000 at once, and the same again changes nothing', async () => {
    expect(await bring(many(5_000))).toMatchObject({
      status: 200,
      body: { imported: 5_000, skipped: 0, revision: 2 },
    });
    expect(await bring(many(5_000))).toMatchObject({
      status: 200,
      body: { imported: 0, skipped: 5_000, revision: 2 },
    });
    expect(await store()).toMatchObject({ tupleCount: 5_000, revision: 2 });
    expect(await written()).toEqual([
      { written: 5_000, deleted: 0, revision: 2, objectTypes: ['doc'], source: 'import' },
    ]);
  });

  test('concurrent imports with existing tuples write each tuple once', async () => {
    expect((await bring(many(150))).body).toMatchObject({ imported: 150, skipped: 0 });
    const answers = await Promise.all([
      bring(many(250, 100)),
      bring(many(250, 200)),
      bring(many(150, 300)),
    ]);
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, a) => sum + a.body.imported, 0)).toBe(300);
    expect(await store()).toMatchObject({ tupleCount: 450 });
    const [changes] = await platform.sql<{ n: number; keys: number }>(
      `SELECT sum(cardinality(object_ids))::int AS n, count(DISTINCT (object_type, o, s))::int AS keys
      FROM fga_changes, unnest(object_ids, subject_ids) AS k(o, s) WHERE tenant_id = $1 AND operation = 'write'`,
      [tenant.id],
    );
    expect(changes?.keys).toEqual(450);
  });

  test('ids are stored unchanged, regardless of database collation', async () => {
    const odd = [
      'NULL',
      'null',
      '"',
      '\\',
      '\\"',
      '{}',
      ',',
      '","',
      "'",
      '$1',
      'é',
      '😀',
      '--',
      '\\n',
    ];
    const tuples = odd.flatMap((id) => [
      t(`user:${id} viewer doc:${id}`),
      t(`group:${id}#member viewer doc:${id}`),
    ]);
    const filled = [...tuples, ...many(100)];
    expect((await bring(filled)).body).toMatchObject({ imported: filled.length });
    expect((await bring(filled)).body).toMatchObject({ imported: 0, skipped: filled.length });
    const stored = new Set(await read('?limit=200'));
    for (const tuple of tuples) expect(stored).toContain(`${tuple.subject} viewer ${tuple.object}`);
    const changed = new Set(
      (await api.get('/api/v1/fga/changes?limit=200')).body.data.map(
        (c: any) => `${c.tuple.subject} viewer ${c.tuple.object}`,
      ),
    );
    expect(changed).toEqual(stored);
    for (const tuple of tuples)
      expect((await write({ deletes: [tuple] })).body).toMatchObject({ deleted: 1 });
    expect(await store()).toMatchObject({ tupleCount: 100 });
  });

  test('5,001 are too many', async () => {
    const answer = await bring(many(5_001));
    expect([answer.status, answer.body.code, ...codes(answer)]).toEqual([
      422,
      'limit_exceeded',
      'max_import_tuples_per_request /tuples',
    ]);
  });

  test('all or nothing; at most 100 errors', async () => {
    const answer = await bring([
      ...many(10),
      ...Array.from({ length: 150 }, (_, i) => t(`user:u viewer sheet:${i}`)),
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(100);
    expect(answer.body.errors[0]).toMatchObject({
      pointer: '/tuples/10/object',
      code: 'type_not_found',
    });
    expect(await read()).toEqual([]);
  });

  test("the tenant's limit is exact, even for concurrent writes", async () => {
    await bring(many(5_000));
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) => write({ writes: [t(`user:x${i} viewer doc:x`)] })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(5);
    for (const refused of answers.filter((a) => a.status !== 200))
      expect([refused.status, refused.body.code, ...codes(refused)]).toEqual([
        422,
        'limit_exceeded',
        'max_tuples_per_tenant ',
      ]);
    expect(await store()).toMatchObject({ tupleCount: 5_005 });
    expect(await read('?object=doc:x')).toHaveLength(5);
    expect(
      await write({ writes: [t('user:y viewer doc:y')], deletes: [t('user:u0 viewer doc:0')] }),
    ).toMatchObject({ status: 200 });
  });
});

describe('fgaTuplesRead', () => {
  beforeEach(async () => {
    await write({
      writes: [
        t('user:a viewer doc:1'),
        t('user:a editor doc:1'),
        t('user:b viewer doc:2'),
        t('user:a member group:g'),
        t('group:g#member viewer doc:2'),
      ],
    });
  });
  test.each([
    [
      '',
      [
        'user:a editor doc:1',
        'user:a viewer doc:1',
        'group:g#member viewer doc:2',
        'user:b viewer doc:2',
        'user:a member group:g',
      ],
    ],
    [
      '?object=doc:',
      [
        'user:a editor doc:1',
        'user:a viewer doc:1',
        'group:g#member viewer doc:2',
        'user:b viewer doc:2',
      ],
    ],
    ['?object=doc:1', ['user:a editor doc:1', 'user:a viewer doc:1']],
    [
      '?object=doc:&relation=viewer',
      ['user:a viewer doc:1', 'group:g#member viewer doc:2', 'user:b viewer doc:2'],
    ],
    ['?object=doc:1&relation=editor', ['user:a editor doc:1']],
    ['?subject=user:a', ['user:a editor doc:1', 'user:a member group:g', 'user:a viewer doc:1']],
    ['?subject=user:a&object=doc:', ['user:a editor doc:1', 'user:a viewer doc:1']],
    ['?subject=user:a&object=doc:&relation=viewer', ['user:a viewer doc:1']],
    ['?subject=group:g%23member', ['group:g#member viewer doc:2']],
    ['?subject=group:g', []],
    ['?subject=group:', ['group:g#member viewer doc:2']],
    [
      '?subject=user:',
      [
        'user:a editor doc:1',
        'user:a member group:g',
        'user:a viewer doc:1',
        'user:b viewer doc:2',
      ],
    ],
    [
      '?subject=user:&object=doc:',
      ['user:a editor doc:1', 'user:a viewer doc:1', 'user:b viewer doc:2'],
    ],
    ['?subject=user:&object=doc:2&relation=viewer', ['user:b viewer doc:2']],
    ['?subject=doc:', []],
  ])('%s', async (query, rows) => {
    expect(await read(query)).toEqual(rows);
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = (await api.get(`${path}${query}${query ? '&' : '?'}limit=1${cursor}`)).body;
      paged.push(...page.data.map((r: any) => `${r.subject} ${r.relation} ${r.object}`));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(paged).toEqual(rows);
  });
  test.each([
    ['?relation=viewer', 'invalid_parameter'],
    ['?object=doc', 'invalid_parameter'],
    ['?subject=user', 'invalid_parameter'],
    ['?subject=us*er:', 'invalid_parameter'],
    ['?object=doc:1&relation=a%23b', 'invalid_parameter'],
    ['?cursor=x', 'invalid_cursor'],
  ])('refuses %s', async (query, code) => {
    expect(await api.get(`${path}${query}`)).toMatchObject({ status: 400, body: { code } });
  });
  test("other tenants' tuples, changes and cursors are hidden", async () => {
    const others = await platform.api(platform.hub.tenant('globex'));
    expect((await others.get(path)).body.data).toEqual([]);
    expect((await others.get('/api/v1/fga/changes')).body.data).toEqual([]);
    const { nextCursor } = (await api.get(`${path}?limit=1`)).body;
    expect(await others.get(`${path}?limit=1&cursor=${nextCursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
    expect(
      await others.post(`${path}:delete`, { body: { filter: { objectType: 'doc' } } }),
    ).toMatchObject({ status: 200, body: { deleted: 0 } });
  });
});

describe('fgaTuplesDeleteByFilter', () => {
  beforeEach(async () => {
    await write({
      writes: [
        t('user:a viewer doc:1'),
        t('user:a editor doc:1'),
        t('user:b viewer doc:2'),
        t('user:a member group:g'),
      ],
    });
  });
  const remove = (filter: object, more: object = {}) =>
    api.post(`${path}:delete`, { body: { filter, ...more } });
  test.each<[object, number, string[]]>([
    [{ subject: 'user:a' }, 3, ['user:b viewer doc:2']],
    [{ objectType: 'doc' }, 3, ['user:a member group:g']],
    [
      { object: 'doc:1', relation: 'editor' },
      1,
      ['user:a viewer doc:1', 'user:b viewer doc:2', 'user:a member group:g'],
    ],
    [
      { subject: 'user:z' },
      0,
      [
        'user:a editor doc:1',
        'user:a viewer doc:1',
        'user:b viewer doc:2',
        'user:a member group:g',
      ],
    ],
  ])('%j', async (filter, deleted, rest) => {
    expect(await remove(filter, { dryRun: true })).toMatchObject({
      status: 200,
      body: { deleted, more: false, revision: 2 },
    });
    expect(await remove(filter)).toMatchObject({
      status: 200,
      body: { deleted, more: false, revision: deleted > 0 ? 3 : 2 },
    });
    expect(await read()).toEqual(rest);
    expect(await store()).toMatchObject({ tupleCount: rest.length });
  });
  test('reports whether more tuples match', async () => {
    expect(await remove({ subject: 'user:a' }, { limit: 2 })).toMatchObject({
      body: { deleted: 2, more: true },
    });
    expect(await remove({ subject: 'user:a' }, { limit: 2 })).toMatchObject({
      body: { deleted: 1, more: false },
    });
  });
  test.each([
    [{}],
    [{ relation: 'viewer' }],
    [{ object: 'doc:1', objectType: 'doc' }],
    [{ object: 'doc' }],
  ])('refuses %j', async (filter) => expect((await remove(filter)).status).toBe(422));
});

describe('expiring tuples', () => {
  test('are invisible immediately, then deleted, and can be written again', async () => {
    await write({ writes: [{ ...one, expiresAt: later(700) }] });
    expect(await read()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 750));
    expect(await read()).toEqual([]);
    await eventually(async () => ((await store()).tupleCount === 0 ? true : undefined));
    expect(
      (await api.get('/api/v1/fga/changes')).body.data.map((c: any) => [c.operation, c.actor.type]),
    ).toEqual([
      ['write', 'client'],
      ['expire', 'system'],
    ]);
    expect((await store()).revision).toBe(3);
    expect((await write({ writes: [one] })).status).toBe(200);
  });

  test('a write ignores an expired row', async () => {
    await write({ writes: [{ ...one, expiresAt: later(3_600_000) }] });
    await platform.sql(
      `UPDATE relation_tuples SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`,
      [uuidOf('tenant', tenant.id)],
    );
    const answer = await write({ writes: [one] });
    expect(answer).toMatchObject({ status: 200, body: { written: 1 } });
    expect(await store()).toMatchObject({ tupleCount: 1 });
    expect(await read()).toHaveLength(1);
  });
});

describe('fgaChangesList', () => {
  test.each(['', 'a:b', 'doc%23', '%2A', 'this'])(
    'rejects %j as a type, which could never match',
    async (type) => {
      expect(await api.get(`/api/v1/fga/changes?objectType=${type}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_parameter' },
      });
    },
  );

  test('a page can end within a bulk write, and the next one continues there', async () => {
    const expiresAt = later(3_600_000);
    const many = Array.from({ length: 130 }, (_, i) =>
      t(`user:u${i} ${i % 3 ? 'viewer doc:1' : 'member group:g'}`, {
        ...(i % 10 === 1 ? { condition: { name: 'office', context: { n: i } } } : {}),
        ...(i % 10 === 2 && i % 3 ? { expiresAt } : {}),
      }),
    );
    expect(
      (
        await api.post(`${path}:import`, {
          body: { tuples: many.filter((x) => !('condition' in x) || x.relation === 'viewer') },
        })
      ).status,
    ).toBe(200);
    await write({
      writes: [t('user:z viewer doc:9'), t('user:z member group:g')],
      deletes: [t('user:u2 viewer doc:1')],
    });
    const paged = async (limit: number, of = '') => {
      const found: any[] = [];
      for (let cursor = ''; ;) {
        const { data, nextCursor, hasMore } = (
          await api.get(`/api/v1/fga/changes?limit=${limit}${of}${cursor}`)
        ).body;
        expect(data.length === limit || !hasMore).toBe(true);
        found.push(...data);
        if (!hasMore) return found;
        cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
      }
    };
    const all = await paged(200);
    const [imported, after] = [
      all.filter((c) => c.revision === 2),
      all.filter((c) => c.revision === 3),
    ];
    expect(imported.map((c) => c.sequence)).toEqual(imported.map((_, i) => i + 1));
    expect(after.map((c) => [c.sequence, c.operation, c.tuple.object])).toEqual([
      [1, 'delete', 'doc:1'],
      [2, 'write', 'doc:9'],
      [3, 'write', 'group:g'],
    ]);
    const stored = (await api.get(`${path}?limit=200`)).body.data.map(
      ({ createdAt, ...tuple }: any) => (expect(createdAt).toBeDefined(), tuple),
    );
    expect([
      ...imported.map((c) => c.tuple).filter((tuple) => tuple.subject !== 'user:u2'),
      after[1].tuple,
      after[2].tuple,
    ]).toEqual(expect.arrayContaining(stored));
    for (const limit of [1, 7, 20, 21, 40]) expect(await paged(limit)).toEqual(all);
    for (const limit of [3, 50])
      expect(await paged(limit, '&objectType=group')).toEqual(
        all.filter((c) => c.tuple.object === 'group:g'),
      );
  });

  test('supports polling with a cursor that is never null, optionally by type', async () => {
    const feed = async (query: string) => (await api.get(`/api/v1/fga/changes?${query}`)).body;
    const empty = await feed('');
    expect(empty).toMatchObject({ data: [], hasMore: false, nextCursor: expect.any(String) });
    await write({ writes: [t('user:a viewer doc:1'), t('user:a member group:g')] });
    const next = await feed(`cursor=${empty.nextCursor}&limit=1`);
    expect(next).toMatchObject({ data: [{ tuple: { object: 'doc:1' } }], hasMore: true });
    const last = await feed(`cursor=${next.nextCursor}&limit=1`);
    expect(last).toMatchObject({
      data: [{ tuple: { object: 'group:g' } }],
      hasMore: false,
      nextCursor: expect.any(String),
    });
    expect(await feed(`cursor=${last.nextCursor}`)).toMatchObject({ data: [] });
    expect((await feed('objectType=group')).data).toHaveLength(1);
    expect(
      await api.get(`/api/v1/fga/changes?objectType=group&cursor=${last.nextCursor}`),
    ).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  test('a cursor older than what is kept is 410', async () => {
    const { cursors } = platform.service.platform;
    const cursor = (daysAgo: number) =>
      cursors.encode(
        { tenantId: tenant.id, list: 'tuple changes', filters: { objectType: null } },
        [1, 0, Date.now() - daysAgo * 86_400_000],
      );
    expect(await api.get(`/api/v1/fga/changes?cursor=${cursor(31)}`)).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired' },
    });
    expect((await api.get(`/api/v1/fga/changes?cursor=${cursor(29)}`)).status).toBe(200);
  });

  test('months that ended before the retention are dropped', async () => {
    await platform.sql(
      `CREATE TABLE IF NOT EXISTS fga_changes_202001 PARTITION OF fga_changes FOR VALUES FROM ('2020-01-01Z') TO ('2020-02-01Z')`,
    );
    await platform.sql(`SELECT partitions_maintain('fga_changes', 'month', interval '30 days')`);
    const left = await platform.sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'fga_changes'::regclass ORDER BY 1`,
    );
    expect(left.map((row) => row.name)).not.toContain('fga_changes_202001');
    expect(left).toHaveLength(4);
  });
});

describe('hints', () => {
  test('contain the relations that a committed write touched', async () => {
    const heard: unknown[] = [];
    platform.service.platform.bus.onHint(`revision.${tenant.id}`, (step) => void heard.push(step));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await write({
      writes: [t('user:a viewer doc:1'), t('user:b viewer doc:1'), t('user:a member group:g')],
    });
    await eventually(() => heard[0] as object | undefined);
    expect(heard).toEqual([{ from: 1, to: 2, touched: ['doc#viewer', 'group#member'] }]);
  });
});
