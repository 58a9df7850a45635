import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { uuidOf } from '@platform/kit/ids';
import type { RunningService } from '@platform/kit/service';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import fc from 'fast-check';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/fga';
const dsl = `model
  schema 1.1
type user
type group
  relations
    define member: [user, user:*, group#member]
type folder
  relations
    define parent: [folder]
    define viewer: [user, group#member] or viewer from parent
type document
  relations
    define parent: [folder]
    define blocked: [user]
    define owner: [user with in_office]
    define viewer: ([user, user:*, group#member] or owner or viewer from parent) but not blocked
condition in_office(address: ipaddress) {
  address.in_cidr("192.0.2.0/24")
}
`;

let platform: AccessPlatform;
let second: RunningService;
let tenant: TestTenant;
let api: TestApi;
let modelId: string;
let n = 0;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.check.max-batch-size': '3',
    'platform.fga.check.max-depth': '4',
    'platform.fga.list-objects.max-results': '3',
    'platform.fga.limits.max-contextual-tuples': '2',
  });
  second = await platform.startPod('second');
  await eventually(() => second.platform.bus.isConnected() || undefined);
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`acme${++n}`);
  api = await platform.api(tenant);
  modelId = (await api.post(`${path}/models`, { body: { dsl } })).body.id;
});
afterAll(async () => {
  await second?.close();
  await platform?.stop();
});

const tuple = (text: string) => {
  const [, object, relation, subject] = /^(.+?)#(\w+)@(.+)$/.exec(text) as string[];
  return { object, relation, subject };
};
async function write(...texts: string[]): Promise<any> {
  const answer = await api.post(`${path}/tuples`, { body: { writes: texts.map(tuple) } });
  expect(answer.status).toBe(200);
  return answer.body;
}
const remove = async (...texts: string[]): Promise<any> =>
  (await api.post(`${path}/tuples`, { body: { deletes: texts.map(tuple) } })).body;
const check = (text: string, more: object = {}) =>
  api.post(`${path}/check`, { body: { ...tuple(text), ...more } });
const allowed = async (text: string, more: object = {}): Promise<unknown> => {
  const { status, body } = await check(text, more);
  return status === 200
    ? body.allowed
    : `${status} ${body.code} ${(body.errors ?? []).map((e: { code: string; pointer?: string }) => [e.code, e.pointer].filter(Boolean).join(' ')).join()}`;
};
/** The same tenant through the other pod. */
async function onSecond(text: string, more: object = {}, pod = second): Promise<any> {
  const headers = {
    authorization: `Bearer ${await platform.hub.token({ tenant })}`,
    'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    'x-platform-client-ip': '203.0.113.7',
    'content-type': 'application/json',
  };
  const answer = await fetch(`http://127.0.0.1:${pod.httpPort}${path}/check`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...tuple(text), ...more }),
  });
  return answer.json();
}

describe('fgaCheck', () => {
  test('decides through groups, folders, wildcards and exclusions', async () => {
    await write(
      'document:1#viewer@group:a#member',
      'group:a#member@group:b#member',
      'group:b#member@user:anne',
      'document:1#parent@folder:1',
      'folder:1#viewer@user:bob',
      'document:2#viewer@user:*',
      'document:2#blocked@user:bob',
    );
    const table: [string, boolean][] = [
      ['document:1#viewer@user:anne', true],
      ['document:1#viewer@user:bob', true],
      ['document:1#viewer@user:carl', false],
      ['document:2#viewer@user:anne', true],
      ['document:2#viewer@user:bob', false],
      ['document:1#viewer@group:b#member', true],
    ];
    for (const [text, expected] of table)
      expect([text, await allowed(text)]).toEqual([text, expected]);
    expect((await check('document:1#viewer@user:anne')).body).toEqual({
      allowed: true,
      modelId,
      consistencyToken: expect.any(String),
    });
  });

  test('evaluates conditions with the context of the request', async () => {
    await api.post(`${path}/tuples`, {
      body: {
        writes: [{ ...tuple('document:1#owner@user:anne'), condition: { name: 'in_office' } }],
      },
    });
    expect(
      await allowed('document:1#viewer@user:anne', { context: { address: '192.0.2.9' } }),
    ).toBe(true);
    expect(
      await allowed('document:1#viewer@user:anne', { context: { address: '198.51.100.1' } }),
    ).toBe(false);
    expect(await allowed('document:1#viewer@user:anne')).toBe(
      '422 validation_failed condition_context_missing',
    );
    expect(await allowed('document:1#viewer@user:anne', { context: { address: 'x' } })).toBe(
      '422 validation_failed condition_failed',
    );
  });

  test('contextual tuples apply to one request', async () => {
    const contextualTuples = [
      tuple('document:1#viewer@group:a#member'),
      tuple('group:a#member@user:anne'),
    ];
    expect(await allowed('document:1#viewer@user:anne', { contextualTuples })).toBe(true);
    expect(await allowed('document:1#viewer@user:anne')).toBe(false);
  });

  test.each<[string, string, object, string]>([
    [
      'an unknown type',
      'paper:1#viewer@user:anne',
      {},
      '422 validation_failed type_not_found /object',
    ],
    [
      'an unknown relation',
      'document:1#reader@user:anne',
      {},
      '422 validation_failed relation_not_found /relation',
    ],
    [
      'an unknown type of subject',
      'document:1#viewer@robot:1',
      {},
      '422 validation_failed type_not_found /subject',
    ],
    [
      'a malformed subject',
      'document:1#viewer@anne',
      {},
      '422 validation_failed invalid_format /subject',
    ],
    [
      'an unknown model',
      'document:1#viewer@user:anne',
      { modelId: 'fgm_01h455vb4pex5vsknk084sn02q' },
      '422 validation_failed model_not_found /modelId',
    ],
    [
      'an unknown member',
      'document:1#viewer@user:anne',
      { extra: 1 },
      '422 validation_failed unknown_member /extra',
    ],
    [
      'two kinds of consistency',
      'document:1#viewer@user:anne',
      { consistency: { fullyConsistent: true, atLeastAsFresh: 'x' } },
      '422 validation_failed unknown_member /consistency/fullyConsistent',
    ],
    [
      'a broken token',
      'document:1#viewer@user:anne',
      { consistency: { atLeastAsFresh: 'x' } },
      '422 validation_failed consistency_token_invalid /consistency/atLeastAsFresh',
    ],
    [
      'contextual tuples that the model refuses',
      'document:1#viewer@user:anne',
      { contextualTuples: [tuple('document:1#owner@user:*')] },
      '422 validation_failed not_assignable /contextualTuples/0/subject',
    ],
    [
      'too many contextual tuples',
      'document:1#viewer@user:anne',
      { contextualTuples: ['a', 'b', 'c'].map((u) => tuple(`document:1#viewer@user:${u}`)) },
      '422 limit_exceeded max_contextual_tuples /contextualTuples',
    ],
  ])('refuses %s', async (_, text, more, expected) => {
    expect(await allowed(text, more)).toBe(expected);
  });

  test('exceeding a limit is an error, not a denial', async () => {
    await write(
      ...Array.from({ length: 6 }, (_, i) => `folder:${i}#parent@folder:${i + 1}`),
      'folder:6#viewer@user:far',
      'folder:4#viewer@user:near',
    );
    expect(await allowed('folder:0#viewer@user:near')).toBe(true);
    expect(await allowed('folder:0#viewer@user:far')).toBe(
      '422 limit_exceeded check_depth_exceeded',
    );
  });

  test('requires a scope and a model; hides other tenants', async () => {
    await write('document:1#viewer@user:anne');
    const stranger = platform.hub.tenant(`stranger${++n}`);
    const strange = await platform.api(stranger);
    expect(
      await strange.post(`${path}/check`, { body: tuple('document:1#viewer@user:anne') }),
    ).toMatchObject({ status: 409, body: { code: 'no_active_model' } });
    await strange.post(`${path}/models`, { body: { dsl } });
    expect(
      (await strange.post(`${path}/check`, { body: tuple('document:1#viewer@user:anne') })).body
        .allowed,
    ).toBe(false);
    const { consistencyToken } = (await check('document:1#viewer@user:anne')).body;
    expect(
      await strange.post(`${path}/check`, {
        body: {
          ...tuple('document:1#viewer@user:anne'),
          consistency: { atLeastAsFresh: consistencyToken },
        },
      }),
    ).toMatchObject({ status: 422, body: { errors: [{ code: 'consistency_token_invalid' }] } });
    const checker = await platform.api(tenant, ['tenant:fga.check']);
    expect(
      (await checker.post(`${path}/check`, { body: tuple('document:1#viewer@user:anne') })).body
        .allowed,
    ).toBe(true);
    const other = await platform.api(tenant, ['tenant:users.read']);
    expect(
      await other.post(`${path}/check`, { body: tuple('document:1#viewer@user:anne') }),
    ).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('checks ignore idempotency keys and create no audit records', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const ask = () =>
      api.post(`${path}/check`, { body: tuple('document:1#viewer@user:anne'), headers });
    const before = (await platform.sql('SELECT 1 FROM outbox WHERE tenant_id = $1', [tenant.id]))
      .length;
    expect((await ask()).body.allowed).toBe(false);
    await check('document:1#viewer@nobody');
    expect(
      (await platform.sql('SELECT 1 FROM outbox WHERE tenant_id = $1', [tenant.id])).length,
    ).toBe(before);
    await write('document:1#viewer@user:anne');
    expect((await ask()).body.allowed).toBe(true);
  });
});

describe('fgaCheck with many checks', () => {
  test('returns independent results, in order', async () => {
    await write('document:1#viewer@user:anne');
    const answer = await api.post(`${path}/check`, {
      body: {
        checks: [
          { correlationId: 'b', ...tuple('document:1#viewer@user:bob') },
          { correlationId: 'x', ...tuple('paper:1#viewer@user:bob') },
          { correlationId: 'a', ...tuple('document:1#viewer@user:anne') },
        ],
      },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        modelId,
        results: [
          { correlationId: 'b', allowed: false },
          {
            correlationId: 'x',
            error: {
              status: 422,
              code: 'validation_failed',
              errors: [{ code: 'type_not_found', pointer: '/checks/1/object' }],
            },
          },
          { correlationId: 'a', allowed: true },
        ],
      },
    });
  });

  test('rejects too many checks, none, duplicate ids, and both forms at once', async () => {
    const item = (correlationId: string) => ({
      correlationId,
      ...tuple('document:1#viewer@user:bob'),
    });
    const codes = async (body: object) =>
      (await api.post(`${path}/check`, { body })).body.errors?.map(
        (e: { code: string; pointer?: string }) => `${e.code} ${e.pointer}`,
      );
    expect(await codes({ checks: ['a', 'b', 'c', 'd'].map(item) })).toEqual([
      'max_batch_size /checks',
    ]);
    expect(await codes({ checks: [] })).toEqual(['invalid_format /checks']);
    expect(await codes({ checks: [item('a'), item('a')] })).toEqual([
      'invalid_format /checks/1/correlationId',
    ]);
    expect(await codes({ checks: [item('a')], subject: 'user:anne' })).toEqual([
      'unknown_member /subject',
    ]);
  });
});

describe('a number that a double cannot represent', () => {
  const question = '"subject":"user:anne","relation":"viewer","object":"document:1"';
  const evaluation =
    '"subject":{"type":"user","id":"anne"},"action":{"name":"viewer"},"resource":{"type":"document","id":"1"}';
  test.each([
    ['/check', `{${question},"context":{"n":1e400}}`, '/context/n'],
    [
      '/check',
      `{"checks":[{"correlationId":"a",${question}},{"correlationId":"b",${question},"context":{"n":[0.5,-1e400]}}]}`,
      '/checks/1/context/n/1',
    ],
    ['/access/v1/evaluation', `{${evaluation},"context":{"n":90071992547409930}}`, '/context/n'],
    [
      '/access/v1/evaluations',
      `{${evaluation},"evaluations":[{"context":{"n":1e-400}}]}`,
      '/evaluations/0/context/n',
    ],
    [
      '/tuples',
      `{"writes":[{${question},"condition":{"name":"in_office","context":{"n":1e400}}}]}`,
      '/writes/0/condition/context/n',
    ],
    [
      '/tuples:import',
      `{"tuples":[{${question},"condition":{"name":"in_office","context":{"n":1e400}}}]}`,
      '/tuples/0/condition/context/n',
    ],
  ])('%s: 422 that points at it', async (at, rawBody, pointer) => {
    expect(await api.post(`${path}${at}`, { rawBody })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code: 'invalid_format' }] },
    });
  });
});

describe('freshness', () => {
  test('a pod sees its own writes immediately, and other pods after a hint or within a second', async () => {
    expect(await allowed('document:1#viewer@user:anne')).toBe(false);
    expect((await onSecond('document:1#viewer@user:anne')).allowed).toBe(false);
    await write('document:1#viewer@user:anne');
    expect(await allowed('document:1#viewer@user:anne')).toBe(true);
    await eventually(
      async () => (await onSecond('document:1#viewer@user:anne')).allowed || undefined,
      { withinMs: 1_500 },
    );
    await remove('document:1#viewer@user:anne');
    expect(await allowed('document:1#viewer@user:anne')).toBe(false);
  });

  test('any pod reads at least the state of a consistency token', async () => {
    for (let i = 0; i < 10; i++) {
      const { consistencyToken } =
        i % 2 === 0
          ? await write('document:1#viewer@user:anne')
          : await remove('document:1#viewer@user:anne');
      expect(
        (
          await onSecond('document:1#viewer@user:anne', {
            consistency: { atLeastAsFresh: consistencyToken },
          })
        ).allowed,
      ).toBe(i % 2 === 0);
    }
  });

  test('a write without a hint is seen within the allowed staleness, or immediately with full consistency', async () => {
    const content = await platform.startPod('content', {
      'platform.fga.check.cache.max-staleness': '1h',
    });
    const onContent = async (more = {}) =>
      (await onSecond('document:1#viewer@user:anne', more, content)).allowed;
    await write('document:2#viewer@user:bob');
    expect(await allowed('document:1#viewer@user:anne')).toBe(false);
    expect(await onContent()).toBe(false);
    await platform.sql(
      `INSERT INTO relation_tuples (tenant_id, object_type, object_id, relation, subject_type, subject_id, revision) VALUES ($1, 'document', '1', 'viewer', 'user', 'anne', 99)`,
      [uuidOf('tenant', tenant.id)],
    );
    await platform.sql(
      `INSERT INTO fga_changes (tenant_id, revision, sequence, at, operation, object_type, object_ids, relations, subject_types, subject_ids, subject_relations, actor)
      SELECT $1, revision + 1, 1, now(), 'write', 'document', '{1}', '{viewer}', '{user}', '{anne}', '{""}', '{}' FROM fga_stores WHERE tenant_id = $1`,
      [tenant.id],
    );
    await platform.sql('UPDATE fga_stores SET revision = revision + 1 WHERE tenant_id = $1', [
      tenant.id,
    ]);
    expect(await onContent()).toBe(false);
    expect(await onContent({ consistency: { fullyConsistent: true } })).toBe(true);
    await eventuallyPasses(
      async () => expect(await allowed('document:1#viewer@user:anne')).toBe(true),
      { withinMs: 2_000 },
    );
    await content.close();
  });

  test('a newly activated model is used from the next request', async () => {
    await write('document:1#viewer@user:anne');
    expect(await allowed('document:1#viewer@user:anne')).toBe(true);
    await api.post(`${path}/models`, {
      body: {
        dsl: 'model\n  schema 1.1\ntype user\ntype document\n  relations\n    define viewer: [user:*]\n',
      },
    });
    expect(await allowed('document:1#viewer@user:anne')).toBe(false);
    expect(await allowed('document:1#viewer@user:anne', { modelId })).toBe(true);
  });

  test('a cached decision does not outlive the tuple that it is based on', async () => {
    // Repeats until the lifetime suffices for a decision on this machine.
    for (let lifeMs = 500, isAllowed = false; !isAllowed; lifeMs *= 2) {
      const key = `document:${lifeMs}#viewer@user:anne`;
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      await api.post(`${path}/tuples`, { body: { writes: [{ ...tuple(key), expiresAt }] } });
      isAllowed = (await allowed(key)) === true;
      await eventuallyPasses(async () => expect(await allowed(key)).toBe(false), {
        withinMs: 20_000,
      });
    }
  });

  test('cached results are correct for all sequences of writes', async () => {
    const keys = [
      'document:1#viewer@user:a',
      'document:1#blocked@user:a',
      'document:1#viewer@group:g#member',
      'group:g#member@user:a',
      'document:1#parent@folder:f',
      'folder:f#viewer@user:a',
    ];
    const asked = ['document:1#viewer@user:a', 'group:g#member@user:a', 'folder:f#viewer@user:a'];
    const held = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), async (key) => {
        if (held.delete(key)) await remove(key);
        else {
          held.add(key);
          await write(key);
        }
        for (const text of asked)
          expect([text, await allowed(text)]).toEqual([
            text,
            await allowed(text, { consistency: { fullyConsistent: true } }),
          ]);
        const truth =
          !held.has(keys[1] as string) &&
          (held.has(keys[0] as string) ||
            (held.has(keys[2] as string) && held.has(keys[3] as string)) ||
            (held.has(keys[4] as string) && held.has(keys[5] as string)));
        expect(await allowed(asked[0] as string)).toBe(truth);
      }),
      { numRuns: 40 },
    );
  });
});

describe('metrics', () => {
  test('count check outcomes, reads and cache hits', async () => {
    const before = await platform.service.platform.metrics.registry.metrics();
    const count = (text: string, name: string, labels: readonly string[]): number =>
      Number(
        text
          .split('\n')
          .find((l) => l.startsWith(name) && labels.every((label) => l.includes(label)))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    await api.post(`${path}/tuples`, {
      body: { writes: [{ subject: 'user:a', relation: 'viewer', object: 'document:m' }] },
    });
    const ask = { subject: 'user:a', relation: 'viewer', object: 'document:m' };
    await api.post(`${path}/check`, { body: ask });
    await api.post(`${path}/check`, { body: ask });
    await api.post(`${path}/check`, { body: { ...ask, subject: 'user:b' } });
    const after = await platform.service.platform.metrics.registry.metrics();
    const grown = (name: string, ...labels: string[]): number =>
      count(after, name, labels) - count(before, name, labels);
    expect(grown('fga_check_seconds_count', 'outcome="allowed"', 'round_trips="0"')).toBe(1);
    expect(grown('fga_check_seconds_count', 'outcome="allowed"', 'round_trips="1"')).toBe(1);
    expect(grown('fga_check_seconds_count', 'outcome="denied"', 'round_trips="1"')).toBe(1);
    expect(grown('fga_cache_lookups_total', 'cache="decision"', 'result="hit"')).toBe(1);
    expect(grown('fga_cache_lookups_total', 'cache="decision"', 'result="miss"')).toBe(2);
    expect(grown('fga_known_revision_age_seconds_count')).toBe(1);
    expect(grown('fga_check_goals_count')).toBe(2);
    expect(after).not.toContain(tenant.id);
  });
});

describe('fgaExpand', () => {
  test('shows one level', async () => {
    await write(
      'document:1#viewer@group:a#member',
      'document:1#viewer@user:*',
      'document:1#parent@folder:1',
    );
    const name = 'document:1#viewer';
    expect(
      await api.post(`${path}/expand`, { body: { object: 'document:1', relation: 'viewer' } }),
    ).toMatchObject({
      status: 200,
      body: {
        modelId,
        tree: {
          type: 'exclusion',
          name,
          truncated: false,
          children: [
            {
              type: 'union',
              name,
              children: [
                { type: 'direct', name, subjects: ['group:a#member', 'user:*'] },
                { type: 'computed', name, usersets: ['document:1#owner'] },
                {
                  type: 'tuple_to_userset',
                  name: 'document:1#parent',
                  usersets: ['folder:1#viewer'],
                },
              ],
            },
            { type: 'computed', name, usersets: ['document:1#blocked'] },
          ],
        },
      },
    });
  });
});

describe('fgaListObjects', () => {
  const list = async (body: object) => (await api.post(`${path}/list-objects`, { body })).body;
  test('lists in the order of ids, and reports omissions', async () => {
    await write(
      'document:3#viewer@user:anne',
      'document:1#viewer@user:anne',
      'document:2#parent@folder:1',
      'folder:1#viewer@user:anne',
      'document:4#viewer@user:anne',
      'document:4#blocked@user:anne',
    );
    const ask = { subject: 'user:anne', relation: 'viewer', type: 'document' };
    expect(await list(ask)).toMatchObject({
      objects: ['document:1', 'document:2', 'document:3'],
      truncated: false,
      truncatedBy: [],
      modelId,
    });
    await write('document:5#viewer@user:*');
    expect(await list(ask)).toMatchObject({
      objects: ['document:1', 'document:2', 'document:3'],
      truncated: true,
      truncatedBy: ['results'],
    });
    expect(await list({ ...ask, limit: 1 })).toMatchObject({
      objects: ['document:1'],
      truncatedBy: ['results'],
    });
    expect(await list({ ...ask, limit: 4 })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/limit' }],
    });
    expect(await list({ ...ask, type: 'paper' })).toMatchObject({
      errors: [{ pointer: '/type', code: 'type_not_found' }],
    });
  });
});

describe('time', () => {
  beforeAll(() => platform.restart({ 'platform.fga.check.timeout': '3s' }));
  afterAll(() => platform.restart({}));

  test('a listing that runs out of time reports it, and a check fails', async () => {
    await write('document:1#viewer@user:anne');
    await withClient(platform.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE access.relation_tuples IN ACCESS EXCLUSIVE MODE');
      const [listed, subjects, checked] = await Promise.all([
        api.post(`${path}/list-objects`, {
          body: { subject: 'user:anne', relation: 'viewer', type: 'document' },
        }),
        api.post(`${path}/list-subjects`, {
          body: { object: 'document:1', relation: 'viewer', subjectFilters: [{ type: 'user' }] },
        }),
        check('document:1#viewer@user:anne'),
      ]);
      await client.query('ROLLBACK');
      expect(listed).toMatchObject({
        status: 200,
        body: {
          objects: [],
          truncated: true,
          truncatedBy: ['deadline'],
          modelId,
          consistencyToken: expect.any(String),
        },
      });
      expect(subjects).toMatchObject({
        status: 200,
        body: { subjects: [], truncated: true, truncatedBy: ['deadline'] },
      });
      expect(checked).toMatchObject({ status: 504, body: { code: 'upstream_timeout' } });
    });
    expect(
      (
        await api.post(`${path}/list-objects`, {
          body: { subject: 'user:anne', relation: 'viewer', type: 'document' },
        })
      ).body,
    ).toMatchObject({ objects: ['document:1'], truncated: false });
  });
});

describe('fgaListSubjects', () => {
  test('lists by form of subject', async () => {
    await write(
      'document:1#viewer@group:a#member',
      'group:a#member@user:anne',
      'document:1#viewer@user:*',
      'document:1#blocked@user:anne',
      'document:1#viewer@user:bob',
    );
    const list = async (...subjectFilters: object[]) =>
      (
        await api.post(`${path}/list-subjects`, {
          body: { object: 'document:1', relation: 'viewer', subjectFilters },
        })
      ).body;
    expect(await list({ type: 'user' })).toMatchObject({
      subjects: ['user:*', 'user:bob'],
      truncated: false,
      modelId,
    });
    expect(await list({ type: 'group', relation: 'member' })).toMatchObject({
      subjects: ['group:a#member'],
    });
    expect(await list({ type: 'group', relation: 'boss' })).toMatchObject({
      errors: [{ code: 'relation_not_found', pointer: '/subjectFilters/0/relation' }],
    });
  });
});

describe('AuthZEN', () => {
  const anne = { type: 'user', id: 'anne' };
  const view = { name: 'viewer' };
  const document = (id: string) => ({ type: 'document', id });
  test('evaluates', async () => {
    await api.post(`${path}/tuples`, {
      body: {
        writes: [{ ...tuple('document:1#owner@user:anne'), condition: { name: 'in_office' } }],
      },
    });
    const evaluate = (context?: object) =>
      api.post(`${path}/access/v1/evaluation`, {
        body: {
          subject: anne,
          action: view,
          resource: document('1'),
          ...(context ? { context } : {}),
        },
      });
    expect(await evaluate({ address: '192.0.2.1' })).toMatchObject({
      status: 200,
      body: { decision: true },
    });
    expect(await evaluate({ address: '198.51.100.1' })).toMatchObject({
      status: 200,
      body: { decision: false },
    });
    expect(await evaluate()).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'condition_context_missing' }] },
    });
  });

  test('evaluates batches with each of the three semantics', async () => {
    await write('document:1#viewer@user:anne', 'document:3#viewer@user:anne');
    const evaluate = async (
      semantic?: string,
      evaluations: object[] = ['1', '2', '3'].map((id) => ({ resource: document(id) })),
    ) =>
      (
        await api.post(`${path}/access/v1/evaluations`, {
          body: {
            subject: anne,
            action: view,
            evaluations,
            ...(semantic ? { options: { evaluations_semantic: semantic } } : {}),
          },
        })
      ).body.evaluations?.map((e: { decision: boolean }) => e.decision);
    expect(await evaluate()).toEqual([true, false, true]);
    expect(await evaluate('deny_on_first_deny')).toEqual([true, false]);
    expect(await evaluate('permit_on_first_permit')).toEqual([true]);
    const answer = await api.post(`${path}/access/v1/evaluations`, {
      body: {
        subject: anne,
        action: view,
        evaluations: [{ resource: { type: 'paper', id: '1' } }, {}],
      },
    });
    expect(answer.body.evaluations).toMatchObject([
      { decision: false, context: { error: { status: 422, code: 'validation_failed' } } },
      { decision: false, context: { error: { status: 422 } } },
    ]);
    expect(
      (
        await api.post(`${path}/access/v1/evaluations`, {
          body: { subject: anne, action: view, resource: document('1') },
        })
      ).body,
    ).toEqual({ decision: true });
    expect(
      (
        await api.post(`${path}/access/v1/evaluations`, {
          body: { subject: anne, action: view, evaluations: [{}, {}, {}, {}] },
        })
      ).body.errors,
    ).toMatchObject([{ code: 'max_batch_size' }]);
  });
});
