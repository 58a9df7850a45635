import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import { uuidOf } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/fga';
/** Every relation accepts its subjects without a condition; with `also`, also under one. */
const dsl = (also: (form: string) => string): string => `model
  schema 1.1
type user
type group
  relations
    define member: [${also('user')}, group#member]
type team
  relations
    define away: [${also('user')}]
    define member: [${also('user')}] but not away
type folder
  relations
    define viewer: [${also('user')}]
type document
  relations
    define parent: [${also('folder')}]
    define blocked: [${also('team#member')}]
    define shared: [${also('team#member')}]
    define open: [${also('group#member')}]
    define owner: [${also('user')}]
    define viewer: owner or shared or open or viewer from parent
    define editor: owner but not blocked
${also('').includes('with') ? 'condition inside(x: int) {\n  x == 1\n}\n' : ''}`;
const both = dsl((form) => `${form}, ${form} with inside`);
const bare = dsl((form) => form);
const many = 150;

interface Written {
  subject: string;
  relation: string;
  object: string;
  condition?: { name: string; context: { x: number } };
}
const tuple = (text: string): Written => {
  const [subject, relation, object] = text.split(' ') as [string, string, string];
  return { subject, relation, object };
};
/** Filler tuples before the ones that count, with `#` replaced by a number. */
const crowd = (text: string): Written[] =>
  Array.from({ length: many }, (_, i) => ({
    ...tuple(text.replace('%', `a${String(i).padStart(3, '0')}`)),
    condition: { name: 'inside', context: { x: 1 } },
  }));

const left = [
  'folder:% parent document:1',
  'team:%#member shared document:1',
  'team:%#member blocked document:1',
  'group:%#member open document:1',
  'user:% owner document:1',
  'user:anne owner document:%',
  'user:anne member group:%',
  'user:anne member team:%',
  'folder:1 parent document:%',
];
const counting = [
  'folder:z parent document:1',
  'team:z#member shared document:1',
  'team:z#member blocked document:1',
  'group:z#member open document:1',
  'user:zoe owner document:1',
  'user:anne owner document:z',
  'user:anne member group:z',
  'user:fay viewer folder:z',
  'user:tom member team:z',
  'user:tom owner document:1',
  'user:eve owner document:1',
  'user:gil member group:z',
  'folder:1 parent document:z',
  'user:lea viewer folder:1',
];

const checkOf = (text: string) => ['check', tuple(text)] as const;
const allowed = (is: boolean) => expect.objectContaining({ allowed: is });
const listed = (name: string, found: string[]) =>
  expect.objectContaining({ [name]: found, truncated: false, truncatedBy: [] });
const table: [string, readonly [string, object], unknown][] = [
  ['a folder behind them', checkOf('user:fay viewer document:1'), allowed(true)],
  ['nobody behind them', checkOf('user:nobody viewer document:1'), allowed(false)],
  ['a userset that is followed', checkOf('user:tom viewer document:1'), allowed(true)],
  ['what is taken away', checkOf('user:tom editor document:1'), allowed(false)],
  ['what is not taken away', checkOf('user:eve editor document:1'), allowed(true)],
  ['a group from the closure', checkOf('user:anne viewer document:1'), allowed(true)],
  ['another from the closure', checkOf('user:gil viewer document:1'), allowed(true)],
  [
    'a listing over reverse look-ups',
    ['list-objects', { subject: 'user:anne', relation: 'viewer', type: 'document' }],
    listed('objects', ['document:1', 'document:z']),
  ],
  [
    'a listing of groups',
    ['list-objects', { subject: 'user:anne', relation: 'member', type: 'group' }],
    listed('objects', ['group:z']),
  ],
  [
    'a listing through folders',
    ['list-objects', { subject: 'user:lea', relation: 'viewer', type: 'document' }],
    listed('objects', ['document:z']),
  ],
  [
    'a listing of subjects',
    [
      'list-subjects',
      { object: 'document:1', relation: 'viewer', subjectFilters: [{ type: 'user' }] },
    ],
    listed('subjects', ['user:anne', 'user:eve', 'user:fay', 'user:gil', 'user:tom', 'user:zoe']),
  ],
  [
    'a listing of subjects with some taken away',
    [
      'list-subjects',
      { object: 'document:1', relation: 'editor', subjectFilters: [{ type: 'user' }] },
    ],
    listed('subjects', ['user:eve', 'user:zoe']),
  ],
  [
    'an expansion',
    ['expand', { object: 'document:1', relation: 'shared' }],
    expect.objectContaining({
      tree: expect.objectContaining({ subjects: ['team:z#member'], truncated: false }),
    }),
  ],
];

let platform: AccessPlatform;
beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.check.max-fanout': '10',
    'platform.fga.check.max-nodes': '20',
    'platform.fga.list-objects.max-fanout': '10',
    'platform.fga.list-objects.max-nodes': '20',
    'platform.fga.list-objects.max-candidates': '20',
    'platform.fga.list-objects-export.max-objects': '2',
  });
});
afterAll(() => platform?.stop());

describe.each(['that the model takes no more', 'that have expired'])('many tuples %s', (why) => {
  let api: TestApi;
  let before: string;
  beforeAll(async () => {
    const tenant = platform.hub.tenant(`left${why.length}`);
    api = await platform.api(tenant);
    before = (await api.post(`${path}/models`, { body: { dsl: both } })).body.id;
    expect(
      (
        await api.post(`${path}/tuples:import`, {
          body: { tuples: [...left.flatMap(crowd), ...counting.map(tuple)] },
        })
      ).status,
    ).toBe(200);
    if (why === 'that have expired')
      await platform.sql(
        `UPDATE relation_tuples SET condition_name = NULL, condition_context = NULL, expires_at = now() - interval '1 second' WHERE tenant_id = $1 AND condition_name IS NOT NULL`,
        [uuidOf('tenant', tenant.id)],
      );
    expect((await api.post(`${path}/models`, { body: { dsl: bare } })).status).toBe(200);
  });

  test.each(table)('do not hide %s', async (_, [operation, body], expected) => {
    // Read, from the cache, and read again.
    for (const more of [{}, {}, { consistency: { fullyConsistent: true } }])
      expect((await api.post(`${path}/${operation}`, { body: { ...body, ...more } })).body).toEqual(
        expected,
      );
  });

  test('are not included in an export', async () => {
    const { body } = await api.post(`${path}/list-objects-exports`, {
      body: { subject: 'user:anne', relation: 'viewer', type: 'document' },
    });
    const done = await eventually(async () => {
      const answer = await api.get(`${path}/list-objects-exports/${body.id}`);
      return answer.body.state === 'COMPLETED' ? answer.body : undefined;
    });
    expect(done).toMatchObject({ scanned: 2, matched: 2, truncated: false });
  });

  if (why !== 'that have expired')
    test('apply again with a model that accepts them', async () => {
      const asked = { ...tuple('user:nobody viewer document:1'), modelId: before };
      expect((await api.post(`${path}/check`, { body: asked })).body.errors).toContainEqual(
        expect.objectContaining({ code: 'check_fanout_exceeded' }),
      );
    });
});
