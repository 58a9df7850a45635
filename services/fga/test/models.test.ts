import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.limits.max-models-per-tenant': '3',
    'platform.fga.model.max-object-types': '4',
  });
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`acme${++n}`);
  api = await platform.api(tenant);
});
afterAll(() => platform?.stop());

const path = '/api/v1/fga/models';
const dsl = (relation = 'viewer', types = '[user]') =>
  `model\n  schema 1.1\ntype user\ntype group\n  relations\n    define member: [user]\ntype document\n  relations\n    define ${relation}: ${types}\n`;
const write = (body: object) => api.post(path, { body });
const codes = (answer: { body: any }) =>
  (answer.body.errors ?? []).map(
    (e: { code: string; pointer: string }) => `${e.code} ${e.pointer}`,
  );

describe('fgaModelWrite', () => {
  test('writes, renders and activates a model', async () => {
    const answer = await write({ dsl: dsl(), description: 'first' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^fgm_/),
        schemaVersion: '1.1',
        active: true,
        created: true,
        description: 'first',
        warnings: [],
        activatedAt: expect.any(String),
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        model: { schema_version: '1.1' },
        dsl: expect.stringContaining('define viewer: [user]'),
      },
    });
    expect((await api.get('/api/v1/fga/store')).body).toMatchObject({
      activeModelId: answer.body.id,
      revision: 1,
      tupleCount: 0,
      maxTuples: 1_000_000,
      modelCount: 1,
      consistencyToken: expect.any(String),
    });
    expect((await platform.events(tenant)).filter((e) => e.type.startsWith('fga.'))).toMatchObject([
      {
        type: 'fga.model_written',
        subject: { type: 'fga_model', id: answer.body.id },
        data: { id: answer.body.id, previousActiveModelId: null },
      },
      {
        type: 'fga.model_activated',
        data: { id: answer.body.id, checksum: answer.body.checksum, previousActiveModelId: null },
      },
    ]);
  });

  test('returns an identical active model unchanged, in either format, without an event', async () => {
    const first = await write({ dsl: dsl() });
    const events = (await platform.events(tenant)).length;
    for (const body of [{ dsl: `${dsl()}\n` }, { model: first.body.model }]) {
      const again = await write(body);
      expect(again).toMatchObject({
        status: 200,
        body: { id: first.body.id, created: false, active: true },
      });
    }
    expect((await platform.events(tenant)).filter((e) => e.type.startsWith('fga.'))).toHaveLength(
      2,
    );
    expect(events).toBeGreaterThanOrEqual(2);
    expect((await api.get('/api/v1/fga/store')).body).toMatchObject({ revision: 1, modelCount: 1 });
  });

  test("accepts OpenFGA's JSON syntax", async () => {
    const answer = await write({
      model: {
        schema_version: '1.1',
        type_definitions: [
          { type: 'user', relations: {}, metadata: null },
          {
            type: 'document',
            relations: { viewer: { this: {} } },
            metadata: {
              relations: {
                viewer: {
                  directly_related_user_types: [{ type: 'user', relation: '', condition: '' }],
                },
              },
            },
          },
        ],
        conditions: {},
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.dsl).toContain('define viewer: [user]');
  });

  test('a dry run checks and writes nothing', async () => {
    expect(await write({ dsl: dsl(), dryRun: true })).toMatchObject({
      status: 200,
      body: { created: false, active: false },
    });
    expect((await api.get(path)).body.data).toEqual([]);
    expect(await write({ dsl: dsl('viewer', '[robot]'), dryRun: true })).toMatchObject({
      status: 422,
    });
  });

  test('tests run before anything is written', async () => {
    const test = (expected: boolean) => [
      {
        name: 'viewers view',
        tuples: [{ subject: 'user:a', relation: 'viewer', object: 'document:1' }],
        checks: [{ subject: 'user:a', relation: 'viewer', object: 'document:1', expect: expected }],
      },
    ];
    const refused = await write({ dsl: dsl(), tests: test(false) });
    expect(refused.status).toBe(422);
    expect(codes(refused)).toEqual(['precondition /tests/0/checks/0/expect']);
    expect((await api.get(path)).body.data).toEqual([]);
    expect((await write({ dsl: dsl(), tests: test(true) })).status).toBe(200);
  });

  test('warns about tuples that the active model accepts and the new one does not', async () => {
    await write({ dsl: dsl('viewer', '[user, group#member]') });
    expect((await write({ dsl: dsl('viewer', '[user]') })).body.warnings).toEqual([
      {
        code: 'subject_no_longer_allowed',
        path: 'document#viewer',
        detail: expect.stringContaining('group#member'),
      },
    ]);
  });

  test.each<[string, string, string[]]>([
    ['[user]', '[user with late]', ['user']],
    ['[user, user with late]', '[user with late]', ['user']],
    ['[user with late]', '[user, user with late]', []],
    ['[user with late]', '[user with soon]', ['user with late']],
    ['[user, user:*]', '[user, user:* with late]', ['user:*']],
    ['[group#member with late]', '[group#member]', ['group#member with late']],
  ])('warns where %s becomes %s', async (before, after, lost) => {
    const conditions =
      'condition late(x: int) {\n  x > 1\n}\ncondition soon(x: int) {\n  x < 1\n}\n';
    const both = (types: string) => `${dsl('viewer', types)}${conditions}`;
    await write({ dsl: both(before) });
    const { warnings } = (await write({ dsl: both(after) })).body;
    expect(
      warnings
        .filter((w: { code: string }) => w.code === 'subject_no_longer_allowed')
        .map((w: { detail: string }) => / accepts (.+) here/.exec(w.detail)?.[1]),
    ).toEqual(lost);
  });

  test.each<[string, object, number, string[]]>([
    ['neither form', {}, 422, ['invalid_format ']],
    ['both forms', { dsl: dsl(), model: {} }, 422, ['invalid_format ']],
    ['an unknown member', { dsl: dsl(), x: 1 }, 422, ['unknown_member /x']],
    ['a model that breaks a rule', { dsl: dsl('viewer', '[robot]') }, 422, ['type_not_found /dsl']],
    ['one type too many', { dsl: `${dsl()}type a\ntype b\n` }, 422, ['max_object_types /dsl']],
  ])('refuses %s', async (_, body, status, found) => {
    const answer = await write(body);
    expect(answer.status).toBe(status);
    expect(codes(answer)).toEqual(found);
  });

  test('refuses what is nested deeper than 64, and longer than 256 KiB', async () => {
    expect(
      await api.post(path, { rawBody: `{"model":${'['.repeat(70)}${']'.repeat(70)}}` }),
    ).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect(await write({ dsl: 'a'.repeat(262_144) })).toMatchObject({ status: 413 });
  });

  test('supports compare-and-set', async () => {
    const first = await write({ dsl: dsl(), expectedActiveModelId: null });
    expect(first.status).toBe(200);
    expect(await write({ dsl: dsl('editor'), expectedActiveModelId: null })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await write({ dsl: dsl('editor'), expectedActiveModelId: first.body.id })).toMatchObject(
      { status: 200 },
    );
  });

  test('only one of several concurrent writes that expect the same model succeeds', async () => {
    const { id } = (await write({ dsl: dsl() })).body;
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => write({ dsl: dsl(`r${i}`), expectedActiveModelId: id })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('at the limit, the oldest model that was never active is deleted; models that were active are kept', async () => {
    const active = (await write({ dsl: dsl('a') })).body.id;
    const idle = (await write({ dsl: dsl('b'), activate: false })).body.id;
    await write({ dsl: dsl('c') });
    await write({ dsl: dsl('d') });
    const kept = (await api.get(path)).body.data.map((m: { id: string }) => m.id);
    expect(kept).toHaveLength(3);
    expect(kept).toContain(active);
    expect(kept).not.toContain(idle);
    const refused = await write({ dsl: dsl('e') });
    expect(refused).toMatchObject({ status: 422, body: { code: 'limit_exceeded' } });
    expect(codes(refused)).toEqual(['max_models_per_tenant ']);
  });

  test('refuses a caller without the scope', async () => {
    expect(
      await (await platform.api(tenant, ['tenant:fga.read'])).post(path, { body: { dsl: dsl() } }),
    ).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});

describe('fgaModelActivate', () => {
  test('activates a model once', async () => {
    const first = (await write({ dsl: dsl() })).body.id;
    const second = (await write({ dsl: dsl('editor'), activate: false })).body;
    expect(second).toMatchObject({ active: false, activatedAt: null });
    expect(await api.post(`${path}/${second.id}/activate`)).toMatchObject({
      status: 200,
      body: { id: second.id, active: true, activatedAt: expect.any(String) },
    });
    const { revision } = (await api.get('/api/v1/fga/store')).body;
    await api.post(`${path}/${second.id}/activate`);
    expect((await api.get('/api/v1/fga/store')).body).toMatchObject({
      revision,
      activeModelId: second.id,
    });
    expect((await api.get(`${path}/active`)).body.id).toBe(second.id);
    expect((await api.get(`${path}/${first}`)).body.active).toBe(false);
    expect(
      (await platform.events(tenant)).filter((e) => e.type === 'fga.model_activated'),
    ).toHaveLength(2);
  });

  test("other tenants' models are hidden", async () => {
    const { id } = (await write({ dsl: dsl() })).body;
    const others = await platform.api(platform.hub.tenant(`acme${++n}`));
    expect((await others.get(`${path}/${id}`)).status).toBe(404);
    expect((await others.post(`${path}/${id}/activate`)).status).toBe(404);
    expect((await others.get(path)).body.data).toEqual([]);
    expect(await others.get(`${path}/active`)).toMatchObject({
      status: 409,
      body: { code: 'no_active_model' },
    });
    expect((await others.get('/api/v1/fga/store')).body).toMatchObject({
      activeModelId: null,
      revision: 0,
    });
  });
});

describe('fgaModelList', () => {
  test('pages newest first', async () => {
    const ids: string[] = [];
    for (const relation of ['a', 'b', 'c'])
      ids.unshift((await write({ dsl: dsl(relation) })).body.id);
    const first = (await api.get(`${path}?limit=2`)).body;
    const second = (await api.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map((m: { id: string }) => m.id)).toEqual(ids);
    expect(first.data[0]).not.toHaveProperty('model');
    expect(first.data.map((m: { active: boolean }) => m.active)).toEqual([true, false]);
  });
});
