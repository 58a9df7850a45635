import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { uuidOf } from '@platform/kit/ids';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/fga';
const dsl = `model
  schema 1.1

type user

type group
  relations
    define member: [user]

type doc
  relations
    define viewer: [user, user with $expression, user with office, group#member with $expression]
    define plain: [user]

condition office(site: string) {
  site == '[user with $expression]'
}
`;

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await accessPlatform();
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`inline${++n}`);
  api = await platform.api(tenant);
  expect((await api.post(`${path}/models`, { body: { dsl } })).status).toBe(200);
});
afterAll(() => platform?.stop());

const carried = (
  subject: string,
  context: object | undefined,
  object = 'doc:1',
  relation = 'viewer',
) => ({
  subject,
  relation,
  object,
  condition: { name: '$expression', ...(context ? { context } : {}) },
});
const inChannel = { expression: "channel == 'X'", parameters: { channel: 'string' } };
const write = (...writes: object[]) => api.post(`${path}/tuples`, { body: { writes } });
const check = (more: object = {}, subject = 'user:a') =>
  api.post(`${path}/check`, { body: { subject, relation: 'viewer', object: 'doc:1', ...more } });
const codes = (answer: { body: any }) =>
  (answer.body.errors ?? []).map((e: { code: string; pointer?: string }) =>
    `${e.code} ${e.pointer ?? ''}`.trim(),
  );

describe('a model with $expression', () => {
  test('is unchanged after a round trip', async () => {
    const { body } = await api.get(`${path}/models/active`);
    expect(body.dsl).toContain(
      'define viewer: [user, user with $expression, user with office, group#member with $expression]',
    );
    expect(body.model.conditions.office.expression).toContain("'[user with $expression]'");
    for (const again of [{ dsl: body.dsl }, { model: body.model }])
      expect((await api.post(`${path}/models`, { body: again })).body).toMatchObject({
        id: body.id,
        created: false,
      });
  });

  test('is tested before it is stored', async () => {
    const tests = (expected: boolean) => [
      {
        name: 't',
        tuples: [carried('user:a', inChannel)],
        checks: [
          {
            subject: 'user:a',
            relation: 'viewer',
            object: 'doc:1',
            context: { channel: 'X' },
            expect: expected,
          },
        ],
      },
    ];
    expect(
      (
        await api.post(`${path}/models`, {
          body: { dsl: `${dsl}\n`, tests: tests(true), dryRun: true },
        })
      ).status,
    ).toBe(200);
    expect(
      codes(await api.post(`${path}/models`, { body: { dsl, tests: tests(false), dryRun: true } })),
    ).toEqual(['precondition /tests/0/checks/0/expect']);
  });
});

describe('tuples that carry their condition', () => {
  test('decide by the context of the request', async () => {
    expect((await write(carried('user:a', inChannel))).status).toBe(200);
    expect((await api.get(`${path}/tuples`)).body.data[0].condition).toEqual({
      name: '$expression',
      context: inChannel,
    });
    expect((await check({ context: { channel: 'X' } })).body.allowed).toBe(true);
    expect((await check({ context: { channel: 'Y' } })).body.allowed).toBe(false);
    const missing = await check();
    expect([missing.status, missing.body.code, ...codes(missing)]).toEqual([
      422,
      'validation_failed',
      'condition_context_missing',
    ]);
    expect(codes(await check({ context: { channel: 1 } }))).toEqual(['condition_failed']);
  });

  test('are equal if their expressions are, and replaced otherwise', async () => {
    await write(carried('user:a', inChannel));
    const again = (context: object, onDuplicate: string) =>
      api.post(`${path}/tuples`, { body: { writes: [carried('user:a', context)], onDuplicate } });
    expect(
      (await again({ parameters: { channel: 'string' }, expression: "channel == 'X'" }, 'ignore'))
        .body,
    ).toMatchObject({ written: 0, skipped: 1 });
    expect((await again({ expression: "channel == 'Y'" }, 'ignore')).status).toBe(409);
    expect((await again({ expression: "channel == 'Y'" }, 'replace')).status).toBe(200);
    expect((await check({ context: { channel: 'X' } })).body.allowed).toBe(false);
  });

  test('are listed, expanded and imported', async () => {
    const tuples = [
      ...Array.from({ length: 150 }, (_, i) =>
        carried(`user:u${i}`, { expression: `channel == '${i}'` }),
      ),
      carried('user:u7', { expression: "channel == '7'" }, 'doc:2'),
    ];
    expect((await api.post(`${path}/tuples:import`, { body: { tuples } })).body).toMatchObject({
      imported: 151,
    });
    expect(
      (
        await api.post(`${path}/list-objects`, {
          body: { subject: 'user:u7', relation: 'viewer', type: 'doc', context: { channel: '7' } },
        })
      ).body,
    ).toMatchObject({ objects: ['doc:1', 'doc:2'], truncated: false });
    expect(
      (
        await api.post(`${path}/list-objects`, {
          body: { subject: 'user:u7', relation: 'viewer', type: 'doc' },
        })
      ).body,
    ).toMatchObject({ objects: [], truncatedBy: ['confirmation'] });
    expect(
      (
        await api.post(`${path}/list-subjects`, {
          body: {
            object: 'doc:2',
            relation: 'viewer',
            subjectFilters: [{ type: 'user' }],
            context: { channel: '7' },
          },
        })
      ).body,
    ).toMatchObject({ subjects: ['user:u7'] });
    expect(
      (await api.post(`${path}/expand`, { body: { object: 'doc:2', relation: 'viewer' } })).body
        .tree.subjects,
    ).toEqual(['user:u7']);
  });

  test.each<[string, object, string]>([
    [
      'without a context',
      carried('user:a', undefined),
      'condition_context_invalid /writes/0/condition/context/expression',
    ],
    [
      'that cannot be read',
      carried('user:a', { expression: 'channel ==' }),
      'condition_context_invalid /writes/0/condition/context/expression',
    ],
    [
      'of a type that is none',
      carried('user:a', { expression: 'true', parameters: { 'a/b': 'money' } }),
      'condition_context_invalid /writes/0/condition/context/parameters/a~1b',
    ],
    [
      'with a value',
      carried('user:a', { ...inChannel, channel: 'X' }),
      'condition_context_invalid /writes/0/condition/context/channel',
    ],
    [
      'with NUL',
      carried('user:a', { expression: "channel == '\0'" }),
      'invalid_format /writes/0/condition/context/expression',
    ],
    [
      'where the relation takes none',
      carried('user:a', inChannel, 'doc:1', 'plain'),
      'condition_not_allowed /writes/0/condition',
    ],
    [
      'where the subject takes none',
      carried('group:g', inChannel),
      'not_assignable /writes/0/subject',
    ],
    [
      'where the subject needs one',
      { subject: 'group:g#member', relation: 'viewer', object: 'doc:1' },
      'condition_not_allowed /writes/0/condition',
    ],
  ])('are refused %s', async (_, tuple, fault) => {
    const answer = await write(tuple);
    expect([answer.status, ...codes(answer)]).toEqual([422, fault]);
    expect(codes(await check({ contextualTuples: [tuple] }))).toEqual([
      fault.replace('/writes/', '/contextualTuples/'),
    ]);
    expect(codes(await api.post(`${path}/tuples:import`, { body: { tuples: [tuple] } }))).toEqual([
      fault.replace('/writes/', '/tuples/'),
    ]);
  });

  test('a cached decision is not used for another expression', async () => {
    const asked = (expression: string) =>
      check(
        { contextualTuples: [carried('user:c', { expression })], context: { channel: 'X' } },
        'user:c',
      );
    for (const turn of [1, 2]) {
      expect([turn, (await asked("channel == 'X'")).body.allowed]).toEqual([turn, true]);
      expect([turn, (await asked("channel == 'Y'")).body.allowed]).toEqual([turn, false]);
    }
  });

  test('a hundred long ones are evaluated in one check', async () => {
    const long = (i: number) =>
      `channel == 'g${i}' && (${Array.from({ length: 60 }, (_, k) => `channel != '${'x'.repeat(10)}${k}'`).join(' && ')})`;
    const tuples = Array.from({ length: 100 }, (_, i) =>
      carried(`group:g${i}#member`, { expression: long(i) }),
    );
    expect(long(99).length).toBeGreaterThan(1_700);
    expect(
      (
        await api.post(`${path}/tuples:import`, {
          body: {
            tuples: [...tuples, { subject: 'user:a', relation: 'member', object: 'group:g42' }],
          },
        })
      ).status,
    ).toBe(200);
    // No process has compiled these: they are written directly to the database.
    await platform.sql(
      `UPDATE relation_tuples SET condition_context = replace(condition_context::text, 'channel', 'canal')::jsonb WHERE tenant_id = $1`,
      [uuidOf('tenant', tenant.id)],
    );
    expect(await check({ context: { canal: 'g42' } })).toMatchObject({
      status: 200,
      body: { allowed: true },
    });
    expect(await check({ context: { canal: 'g43' } })).toMatchObject({
      status: 200,
      body: { allowed: false },
    });
  });
});
