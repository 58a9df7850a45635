import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { documentModel, storeApi, tupleKey } from './openfga-api.ts';
import type { StoreApi } from './openfga-api.ts';

// The wire format of OpenFGA: bodies, codes, sentences, headers.
let platform: AccessPlatform;
beforeAll(async () => {
  platform = await accessPlatform();
});
afterAll(() => platform?.stop());

const tenants = new Map<string, TestTenant>();

async function opened(name: string, ...tuples: string[]): Promise<StoreApi> {
  const tenant = platform.hub.tenant(name);
  const store = await storeApi(platform, tenant);
  tenants.set(store.storeId, tenant);
  await store.model(documentModel);
  if (tuples.length > 0) expect((await store.write(...tuples)).body).toEqual({});
  return store;
}

const inOffice = { name: 'in_office', context: { place: 'office' } };

describe('authorization models', () => {
  it('are shown with the fields that are not set', async () => {
    const store = await storeApi(platform, platform.hub.tenant('of-models'));
    const written = await store.post('/authorization-models', documentModel);
    expect(written.status).toBe(201);
    const id = written.body.authorization_model_id;
    const { authorization_model: model } = (await store.get(`/authorization-models/${id}`)).body;
    expect([model.id, model.schema_version]).toEqual([id, '1.1']);
    expect(model.type_definitions[0]).toEqual({ type: 'user', relations: {}, metadata: null });
    expect(model.type_definitions[1]).toEqual({
      type: 'group',
      relations: { member: { this: {} } },
      metadata: {
        relations: {
          member: {
            directly_related_user_types: [{ type: 'user', condition: '' }],
            module: '',
            source_info: null,
          },
        },
        module: '',
        source_info: null,
      },
    });
    expect(model.type_definitions[2].relations.viewer.union.child[2].tupleToUserset).toEqual({
      tupleset: { object: '', relation: 'parent' },
      computedUserset: { object: '', relation: 'viewer' },
    });
    expect(model.conditions.in_office).toEqual({
      name: 'in_office',
      expression: 'place == "office"',
      parameters: { place: { type_name: 'TYPE_NAME_STRING', generic_types: [] } },
      metadata: null,
    });
    // What is shown is the same model.
    expect((await store.post('/authorization-models', model)).body.authorization_model_id).toBe(id);
  });

  it('are listed with the active one first, page by page', async () => {
    const store = await storeApi(platform, platform.hub.tenant('of-model-list'));
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      ids.push(
        await store.model({
          schema_version: '1.1',
          type_definitions: [{ type: 'user' }, { type: name }],
        }),
      );
    await store.api.post(`/api/v1/fga/models/fgm_${ids[1]?.toLowerCase()}/activate`);
    for (const size of [1, 2, 3, 100]) {
      const listed: string[] = [];
      for (let token = '', more = true; more; more = token !== '') {
        const { body } = await store.get('/authorization-models', {
          page_size: String(size),
          continuation_token: token,
        });
        listed.push(...body.authorization_models.map((m: { id: string }) => m.id));
        token = body.continuation_token;
      }
      expect(listed).toEqual([ids[1], ids[3], ids[2], ids[0]]);
    }
  });

  const typed = (more: object) => ({ schema_version: '1.1', type_definitions: [], ...more });
  it.each([
    ['no types', typed({}), 'validation_error'],
    ['version 1.2', { ...documentModel, schema_version: '1.2' }, 'unsupported_schema_version'],
    ['version 1.0', { ...documentModel, schema_version: '1.0' }, 'unsupported_schema_version'],
    ['another version', { ...documentModel, schema_version: '2.0' }, 'validation_error'],
    [
      'a relation that does not exist',
      typed({
        type_definitions: [{ type: 'a', relations: { b: { computedUserset: { relation: 'c' } } } }],
      }),
      'invalid_authorization_model',
    ],
    [
      'too many types',
      typed({ type_definitions: Array.from({ length: 101 }, (_, i) => ({ type: `t${i}` })) }),
      'exceeded_entity_limit',
    ],
    [
      'too many conditions',
      {
        ...documentModel,
        conditions: Object.fromEntries(
          Array.from({ length: 26 }, (_, i) => [`c${i}`, { name: `c${i}`, expression: 'true' }]),
        ),
      },
      'validation_error',
    ],
  ])('are refused with %s', async (_, model, code) => {
    const store = await storeApi(platform, platform.hub.tenant('of-bad-models'));
    expect(await store.post('/authorization-models', model)).toMatchObject({
      status: 400,
      body: { code, message: expect.any(String) },
    });
  });

  it('keep their id when they are written again', async () => {
    const store = await opened('of-same-model');
    const [first, second] = [await store.model(documentModel), await store.model(documentModel)];
    expect(first).toBe(second);
  });
});

describe('write', () => {
  it('writes and deletes together', async () => {
    const store = await opened('of-write', 'user:anne viewer document:1');
    const answer = await store.post('/write', {
      writes: {
        tuple_keys: [{ ...tupleKey('user:bob viewer document:1'), condition: inOffice }],
      },
      deletes: { tuple_keys: [tupleKey('user:anne viewer document:1')] },
      unknown: 'ignored',
    });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await store.post('/read', {})).body).toEqual({
      tuples: [
        {
          key: { ...tupleKey('user:bob viewer document:1'), condition: inOffice },
          timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      continuation_token: '',
    });
  });

  const anne = tupleKey('user:anne viewer document:1');
  const writes = (...tuple_keys: object[]) => ({ writes: { tuple_keys } });
  const deletes = (...tuple_keys: object[]) => ({ deletes: { tuple_keys } });
  const already = 'tuple to be written already existed or the tuple to be deleted did not exist';
  const invalid = (tuple: string, reason: string) => `Invalid tuple '${tuple}'. Reason: ${reason}`;
  it.each([
    [
      'nothing to do',
      {},
      'invalid_write_input',
      'Invalid input. Make sure you provide at least one write, or at least one delete',
    ],
    [
      'an existing tuple',
      writes(anne),
      'write_failed_due_to_invalid_input',
      `cannot write a tuple which already exists: user: 'user:anne', relation: 'viewer', object: 'document:1': ${already}`,
    ],
    [
      'a missing tuple',
      deletes(tupleKey('user:eve viewer document:1')),
      'write_failed_due_to_invalid_input',
      `cannot delete a tuple which does not exist: user: 'user:eve', relation: 'viewer', object: 'document:1': ${already}`,
    ],
    [
      'the same tuple twice',
      { ...writes(anne), ...deletes(anne) },
      'cannot_allow_duplicate_tuples_in_one_request',
      "duplicate tuple in write: user: 'user:anne', relation: 'viewer', object: 'document:1'",
    ],
    [
      'a type that does not exist',
      writes(tupleKey('user:anne viewer folder:1')),
      'validation_error',
      invalid('folder:1#viewer@user:anne', "type 'folder' not found"),
    ],
    [
      'a type of user that does not exist',
      writes(tupleKey('robot:1 viewer document:1')),
      'validation_error',
      invalid('document:1#viewer@robot:1', "type 'robot' not found"),
    ],
    [
      'a relation that does not exist',
      writes(tupleKey('user:anne owner document:1')),
      'validation_error',
      invalid('document:1#owner@user:anne', "relation 'document#owner' not found"),
    ],
    [
      'a relation of a userset that does not exist',
      writes(tupleKey('group:1#owner viewer document:1')),
      'validation_error',
      invalid('document:1#viewer@group:1#owner', "relation 'group#owner' not found"),
    ],
    [
      'a user of another type',
      writes(tupleKey('group:1 editor document:1')),
      'validation_error',
      invalid(
        'document:1#editor@group:1',
        "type 'group' is not an allowed type restriction for 'document#editor'",
      ),
    ],
    [
      'a userset of another type',
      writes(tupleKey('group:1#member editor document:1')),
      'validation_error',
      invalid(
        'document:1#editor@group:1#member',
        "'group#member' is not an allowed type restriction for 'document#editor'",
      ),
    ],
    [
      'a wildcard of another type',
      writes(tupleKey('user:* editor document:1')),
      'validation_error',
      invalid(
        'document:1#editor@user:*',
        "the typed wildcard 'user:*' is not an allowed type restriction for 'document#editor'",
      ),
    ],
    [
      'a condition that the model does not accept',
      writes({ ...tupleKey('user:anne editor document:1'), condition: inOffice }),
      'validation_error',
      invalid(
        'document:1#editor@user:anne (condition in_office)',
        'invalid condition for type restriction',
      ),
    ],
    [
      'a malformed user',
      writes(tupleKey('anne viewer document:1')),
      'validation_error',
      invalid('document:1#viewer@anne', "the 'user' field is malformed"),
    ],
    [
      'a malformed object',
      writes(tupleKey('user:anne viewer document')),
      'validation_error',
      invalid('document#viewer@user:anne', "invalid 'object' field format"),
    ],
    [
      'too many tuples',
      writes(...Array.from({ length: 101 }, (_, i) => tupleKey(`user:anne viewer document:${i}`))),
      'exceeded_entity_limit',
      'The number of write operations exceeds the allowed limit of 100',
    ],
    [
      'an unknown model',
      { ...writes(anne), authorization_model_id: '01H0H015178Y2V4CX10C2KGHF4' },
      'authorization_model_not_found',
      "Authorization Model '01H0H015178Y2V4CX10C2KGHF4' not found",
    ],
    ['an empty list', writes(), 'validation_error', expect.any(String)],
    [
      'an unknown option',
      { writes: { tuple_keys: [anne], on_duplicate: 'replace' } },
      'validation_error',
      expect.any(String),
    ],
  ])('refuses %s', async (_, body, code, message) => {
    const store = await storeApi(platform, platform.hub.tenant('of-bad-writes'));
    await store.model(documentModel);
    await store.post('/write', {
      writes: { tuple_keys: [anne], on_duplicate: 'ignore' },
    });
    const answer = await store.post('/write', body);
    expect([answer.status, answer.body]).toEqual([400, { code, message }]);
  });

  it('ignores what is done already, but not another condition', async () => {
    const store = await opened('of-ignore', 'user:anne viewer document:1');
    const again = (more: object) =>
      store.post('/write', {
        writes: { tuple_keys: [{ ...anne, ...more }], on_duplicate: 'ignore' },
      });
    expect((await again({})).status).toBe(200);
    expect(
      (
        await store.post('/write', {
          deletes: {
            tuple_keys: [tupleKey('user:eve viewer document:1')],
            on_missing: 'ignore',
          },
        })
      ).status,
    ).toBe(200);
    const other = await again({ condition: inOffice });
    expect([other.status, other.body]).toEqual([
      409,
      {
        code: 'Aborted',
        message:
          "transactional write failed due to conflict: attempted to write a tuple which already exists with a different condition: user: 'user:anne', relation: 'viewer', object: 'document:1'",
      },
    ]);
  });

  it('never writes a tuple twice', async () => {
    const store = await opened('of-race');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => store.write('user:anne viewer document:1')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });
});

describe('read', () => {
  const tuples = [
    'user:anne viewer document:1',
    'user:bob viewer document:1',
    'user:anne editor document:2',
  ];
  it.each([
    ['everything', undefined, 3],
    ['an object', { object: 'document:1' }, 2],
    ['an object and a relation', { object: 'document:1', relation: 'editor' }, 0],
    ['a type and a user', { object: 'document:', user: 'user:anne' }, 2],
    ['a whole tuple', tupleKey('user:bob viewer document:1'), 1],
  ])('finds %s', async (_, tuple_key, count) => {
    const store = await storeApi(platform, platform.hub.tenant('of-read'));
    await store.model(documentModel);
    await store.post('/write', {
      writes: { tuple_keys: tuples.map(tupleKey), on_duplicate: 'ignore' },
    });
    const { status, body } = await store.post('/read', { tuple_key });
    expect([status, body.tuples?.length]).toEqual([200, count]);
  });

  it.each([
    ['no type', { object: '', user: 'user:anne' }],
    ['a type alone', { object: 'document:' }],
    ['no object', { user: 'user:anne' }],
    ['an object without a type', { object: 'document' }],
  ])('refuses %s', async (_, tuple_key) => {
    const store = await opened('of-bad-reads');
    const { status, body } = await store.post('/read', { tuple_key });
    expect([status, body.code]).toEqual([400, 'validation_error']);
  });

  it('answers in pages, whose tokens are of this query', async () => {
    const store = await opened('of-pages', ...tuples);
    const page = async (token: string, more: object = {}) =>
      (await store.post('/read', { page_size: 2, continuation_token: token, ...more })).body;
    const first = await page('');
    expect(first.tuples).toHaveLength(2);
    const second = await page(first.continuation_token);
    expect([second.tuples.length, second.continuation_token]).toEqual([1, '']);
    const invalid = {
      code: 'invalid_continuation_token',
      message: 'Invalid continuation token',
    };
    expect(await page(first.continuation_token, { tuple_key: { object: 'document:1' } })).toEqual(
      invalid,
    );
    expect(await page('AAAA')).toEqual(invalid);
    for (const page_size of [0, 101, 1.5])
      expect((await store.post('/read', { page_size })).body.code).toBe('validation_error');
  });
});

describe('changes', () => {
  it('are read to the end, where the token stays', async () => {
    const store = await opened('of-changes', 'user:anne viewer document:1');
    await store.post('/write', {
      deletes: { tuple_keys: [tupleKey('user:anne viewer document:1')] },
    });
    const first = (await store.get('/changes', { page_size: '1' })).body;
    expect(first.changes).toEqual([
      {
        tuple_key: { ...tupleKey('user:anne viewer document:1'), condition: null },
        operation: 'TUPLE_OPERATION_WRITE',
        timestamp: expect.any(String),
      },
    ]);
    const rest = (await store.get('/changes', { continuation_token: first.continuation_token }))
      .body;
    expect(rest.changes.map((c: { operation: string }) => c.operation)).toEqual([
      'TUPLE_OPERATION_DELETE',
    ]);
    const end = await store.get('/changes', { continuation_token: rest.continuation_token });
    expect(end.body).toEqual({ changes: [], continuation_token: rest.continuation_token });
    await store.write('user:bob viewer document:1');
    const more = await store.get('/changes', { continuation_token: rest.continuation_token });
    expect(more.body.changes).toHaveLength(1);
  });

  it('are of a type, and begin at a time', async () => {
    const store = await opened('of-changes-since', 'user:anne viewer document:1');
    const count = async (query: Record<string, string>) => {
      const { status, body } = await store.get('/changes', query);
      return status === 200 ? body.changes.length : body.code;
    };
    expect(await count({ type: 'group' })).toBe(0);
    expect(await count({ type: 'document' })).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.write('user:bob viewer document:1');
    expect(await count({ start_time: now })).toBe(1);
    expect(await count({ start_time: '2020-01-01T00:00:00Z' })).toBe(2);
    expect(await count({ start_time: '2999-01-01T00:00:00Z' })).toBe('validation_error');
    expect(await count({ start_time: 'yesterday' })).toBe('validation_error');
  });

  it('without any have no token', async () => {
    expect((await (await opened('of-no-changes')).get('/changes')).body).toEqual({
      changes: [],
      continuation_token: '',
    });
  });
});

describe('check', () => {
  it('decides, and names the model and the revision', async () => {
    const store = await opened('of-check', 'user:anne editor document:1');
    const { status, body, headers } = await store.post('/check', {
      tuple_key: tupleKey('user:anne viewer document:1'),
      trace: false,
    });
    expect([status, body]).toEqual([200, { allowed: true, resolution: '' }]);
    expect(headers.get('openfga-authorization-model-id')).toBe(await store.model(documentModel));
    expect(headers.get('fga-query-duration-ms')).toMatch(/^\d+$/);
    expect(headers.get('fga-request-id')).toMatch(/^req_/);
    expect(headers.get('x-consistency-token')).toBeTruthy();
  });

  it('uses contextual tuples, context and the wanted consistency', async () => {
    const store = await opened('of-context');
    const ask = async (place: string, consistency?: string) =>
      (
        await store.post('/check', {
          tuple_key: tupleKey('user:anne viewer document:1'),
          contextual_tuples: {
            tuple_keys: [
              {
                ...tupleKey('user:anne viewer document:1'),
                condition: { name: 'in_office' },
              },
            ],
          },
          context: { place },
          consistency,
        })
      ).body.allowed;
    expect(await ask('office')).toBe(true);
    expect(await ask('home', 'HIGHER_CONSISTENCY')).toBe(false);
    expect(await ask('home', 'MINIMIZE_LATENCY')).toBe(false);
  });

  const ask = (tuple: string, more: object = {}) => ({ tuple_key: tupleKey(tuple), ...more });
  const contextual = (tuple: string) => ({ contextual_tuples: { tuple_keys: [tupleKey(tuple)] } });
  it.each([
    [
      'a type that does not exist',
      ask('user:anne viewer folder:1'),
      'validation_error',
      "type 'folder' not found",
    ],
    [
      'a relation that does not exist',
      ask('user:anne owner document:1'),
      'validation_error',
      "relation 'document#owner' not found",
    ],
    [
      'a malformed user',
      ask('anne viewer document:1'),
      'validation_error',
      "the 'user' field is malformed",
    ],
    [
      'a contextual tuple that the model does not accept',
      ask('user:anne viewer document:1', contextual('group:1 editor document:1')),
      'invalid_tuple',
      "Invalid tuple 'document:1#editor@group:1'. Reason: type 'group' is not an allowed type restriction for 'document#editor'",
    ],
    [
      'a contextual tuple with a condition that the model does not accept there',
      ask('user:anne viewer document:1', {
        contextual_tuples: {
          tuple_keys: [{ ...tupleKey('user:anne editor document:1'), condition: inOffice }],
        },
      }),
      'invalid_tuple',
      "Invalid tuple 'document:1#editor@user:anne (condition in_office)'. Reason: invalid condition for type restriction",
    ],
    [
      'too many contextual tuples',
      ask('user:anne viewer document:1', {
        contextual_tuples: {
          tuple_keys: Array.from({ length: 101 }, (_, i) =>
            tupleKey(`user:anne viewer document:${i}`),
          ),
        },
      }),
      'validation_error',
      expect.any(String),
    ],
    ['no question', {}, 'validation_error', expect.any(String)],
    [
      'another consistency',
      ask('user:anne viewer document:1', { consistency: 'STRICT' }),
      'validation_error',
      expect.any(String),
    ],
    [
      'a malformed model id',
      ask('user:anne viewer document:1', { authorization_model_id: 'latest' }),
      'validation_error',
      expect.any(String),
    ],
  ])('refuses %s', async (_, body, code, message) => {
    const store = await storeApi(platform, platform.hub.tenant('of-bad-checks'));
    await store.model(documentModel);
    const answer = await store.post('/check', body);
    expect([answer.status, answer.body]).toEqual([400, { code, message }]);
  });

  it('that meets a limit is an error', async () => {
    const chain = Array.from({ length: 12 }, (_, i) => `document:${i} parent document:${i + 1}`);
    const store = await opened('of-deep', 'user:anne viewer document:0', ...chain);
    expect((await store.post('/check', ask('user:anne viewer document:12'))).body).toEqual({
      code: 'authorization_model_resolution_too_complex',
      message: expect.stringContaining('too much nesting'),
    });
  });

  it('that lacks context is an error', async () => {
    const store = await opened('of-no-context');
    await store.post('/write', {
      writes: {
        tuple_keys: [
          { ...tupleKey('user:anne viewer document:1'), condition: { name: 'in_office' } },
        ],
      },
    });
    expect((await store.post('/check', ask('user:anne viewer document:1'))).body).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('place'),
    });
  });
});

describe('batch check', () => {
  const item = (tuple: string, correlation_id: string) => ({
    tuple_key: tupleKey(tuple),
    correlation_id,
  });
  it('answers each check on its own', async () => {
    const store = await opened('of-batch', 'user:anne viewer document:1');
    const { status, body } = await store.post('/batch-check', {
      checks: [
        item('user:anne viewer document:1', 'yes'),
        item('user:bob viewer document:1', 'no'),
        item('user:bob owner document:1', 'wrong'),
        {
          ...item('user:bob viewer document:1', 'context'),
          contextual_tuples: { tuple_keys: [tupleKey('robot:1 viewer document:1')] },
        },
      ],
    });
    expect([status, body]).toEqual([
      200,
      {
        result: {
          yes: { allowed: true },
          no: { allowed: false },
          wrong: {
            error: {
              input_error: 'validation_error',
              message: "relation 'document#owner' not found",
            },
          },
          context: {
            error: {
              input_error: 'invalid_tuple',
              message: "Invalid tuple 'document:1#viewer@robot:1'. Reason: type 'robot' not found",
            },
          },
        },
      },
    ]);
  });

  it.each([
    ['no checks', [], expect.any(String)],
    [
      'too many checks',
      Array.from({ length: 51 }, (_, i) => item('user:anne viewer document:1', `c${i}`)),
      'batchCheck received 51 checks, the maximum allowed is 50',
    ],
    [
      'the same id twice',
      [item('user:anne viewer document:1', 'a'), item('user:bob viewer document:1', 'a')],
      'received duplicate correlation id: a',
    ],
    ['no id', [{ tuple_key: tupleKey('user:anne viewer document:1') }], expect.any(String)],
    ['a malformed id', [item('user:anne viewer document:1', 'a b')], expect.any(String)],
  ])('refuses %s', async (_, checks, message) => {
    const store = await opened('of-bad-batches');
    const answer = await store.post('/batch-check', { checks });
    expect([answer.status, answer.body]).toEqual([400, { code: 'validation_error', message }]);
  });
});

describe('listings', () => {
  const objects = (user: string, more: object = {}) => ({
    user,
    relation: 'viewer',
    type: 'document',
    ...more,
  });
  const users = (more: object = {}) => ({
    object: { type: 'document', id: '1' },
    relation: 'viewer',
    user_filters: [{ type: 'user' }],
    ...more,
  });

  /** The lines of a stream. */
  async function streamed({ storeId }: StoreApi, body: object): Promise<string[]> {
    const tenant = tenants.get(storeId)!;
    const answer = await fetch(
      `${platform.baseUrl}/openfga/stores/${storeId}/streamed-list-objects`,
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${await platform.hub.token({ tenant })}`,
          'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
          'content-type': 'application/json',
        },
      },
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    return (await answer.text()).trim().split('\n');
  }

  it('list objects and users', async () => {
    const store = await opened(
      'of-list',
      'user:anne viewer document:2',
      'user:anne editor document:1',
      'user:* viewer document:1',
      'group:eng#member viewer document:1',
      'user:bob member group:eng',
    );
    expect((await store.post('/list-objects', objects('user:anne'))).body).toEqual({
      objects: ['document:1', 'document:2'],
    });
    const listed = await store.post('/list-users', users());
    expect(listed.body.users).toEqual(
      expect.arrayContaining([
        { wildcard: { type: 'user' } },
        { object: { type: 'user', id: 'anne' } },
        { object: { type: 'user', id: 'bob' } },
      ]),
    );
    const sets = { user_filters: [{ type: 'group', relation: 'member' }] };
    expect((await store.post('/list-users', users(sets))).body).toEqual({
      users: [{ userset: { type: 'group', id: 'eng', relation: 'member' } }],
    });
  });

  it('say that they are not complete', async () => {
    const store = await opened('of-truncated');
    for (let i = 0; i < 150; i += 50)
      await store.write(
        ...Array.from({ length: 50 }, (_, n) => `user:anne viewer document:${i + n}`),
      );
    const answer = await store.post('/list-objects', objects('user:anne'));
    expect(answer.body.objects).toHaveLength(100);
    expect(answer.headers.get('x-truncated')).toMatch(/results|fanout/);
    const lines = await streamed(store, objects('user:anne'));
    expect(lines).toHaveLength(150);
    expect(new Set(lines.map((one) => JSON.parse(one).result.object)).size).toBe(150);
  });

  it('leave out what a condition without its context leaves open', async () => {
    const store = await opened('of-conditions');
    const condition = { name: 'in_office', context: {} };
    const written = await store.post('/write', {
      writes: { tuple_keys: [{ ...tupleKey('user:anne viewer document:1'), condition }] },
    });
    expect(written.status).toBe(200);
    for (const [path, body, none] of [
      ['/list-objects', objects('user:anne'), { objects: [] }],
      ['/list-users', users(), { users: [] }],
    ] as const) {
      const open = await store.post(path, body);
      expect([open.status, open.body, open.headers.get('x-truncated')]).toEqual([
        200,
        none,
        'confirmation',
      ]);
      const known = await store.post(path, { ...body, context: { place: 'office' } });
      expect(Object.values(known.body)[0]).toHaveLength(1);
      expect(known.headers.get('x-truncated')).toBeNull();
    }
  });

  it('stream what only contextual tuples name, once', async () => {
    const store = await opened('of-stream-context', 'user:anne viewer document:1');
    const contextual_tuples = {
      tuple_keys: ['user:anne viewer document:1', 'user:anne viewer document:9'].map(tupleKey),
    };
    const lines = await streamed(store, objects('user:anne', { contextual_tuples }));
    expect(lines.sort()).toEqual([
      '{"result":{"object":"document:1"}}',
      '{"result":{"object":"document:9"}}',
    ]);
  });

  it.each(['/list-objects', '/streamed-list-objects'])('refuse at %s', async (path) => {
    const store = await storeApi(platform, platform.hub.tenant('of-bad-lists'));
    await store.model(documentModel);
    const refused = async (body: object) => (await store.post(path, body)).body;
    expect(await refused(objects('user:anne', { type: 'folder' }))).toEqual({
      code: 'type_not_found',
      message: "type 'folder' not found",
    });
    expect(await refused(objects('user:anne', { relation: 'owner' }))).toEqual({
      code: 'relation_not_found',
      message: "relation 'document#owner' not found",
    });
    expect(await refused(objects('anne'))).toMatchObject({ code: 'validation_error' });
  });

  it('refuse users of types that do not exist, and several filters', async () => {
    const store = await opened('of-bad-users');
    const refused = async (more: object) => (await store.post('/list-users', users(more))).body;
    expect(await refused({ user_filters: [{ type: 'robot' }] })).toEqual({
      code: 'type_not_found',
      message: "type 'robot' not found",
    });
    expect(await refused({ user_filters: [{ type: 'group', relation: 'owner' }] })).toEqual({
      code: 'relation_not_found',
      message: "relation 'group#owner' not found",
    });
    expect(await refused({ relation: 'owner' })).toEqual({
      code: 'relation_not_found',
      message: "relation 'document#owner' not found",
    });
    expect(await refused({ user_filters: [{ type: 'user' }, { type: 'group' }] })).toMatchObject({
      code: 'validation_error',
    });
    expect(await refused({ user_filters: [] })).toMatchObject({ code: 'validation_error' });
  });
});

describe('expand', () => {
  it('shows one level, each node under the name of the relation', async () => {
    const store = await opened(
      'of-expand',
      'user:anne viewer document:1',
      'document:2 parent document:1',
    );
    const name = 'document:1#viewer';
    expect(
      (await store.post('/expand', { tuple_key: { relation: 'viewer', object: 'document:1' } }))
        .body,
    ).toEqual({
      tree: {
        root: {
          name,
          union: {
            nodes: [
              { name, leaf: { users: { users: ['user:anne'] } } },
              { name, leaf: { computed: { userset: 'document:1#editor' } } },
              {
                name,
                leaf: {
                  tupleToUserset: {
                    tupleset: 'document:1#parent',
                    computed: [{ userset: 'document:2#viewer' }],
                  },
                },
              },
            ],
          },
        },
      },
    });
  });

  it('refuses half a question', async () => {
    const store = await opened('of-bad-expand');
    expect((await store.post('/expand', { tuple_key: { relation: 'viewer' } })).body).toEqual({
      code: 'invalid_expand_input',
      message: 'Invalid input. Make sure you provide an object and a relation',
    });
  });
});

describe('assertions', () => {
  it('are kept for a model', async () => {
    const store = await opened('of-assertions');
    const id = await store.model(documentModel);
    expect((await store.get(`/assertions/${id}`)).body).toEqual({
      authorization_model_id: id,
      assertions: [],
    });
    const assertion = {
      tuple_key: tupleKey('user:anne viewer document:1'),
      expectation: true,
      contextual_tuples: [{ ...tupleKey('user:anne viewer document:1'), condition: inOffice }],
      context: { place: 'office' },
    };
    const written = await store.put(`/assertions/${id}`, { assertions: [assertion] });
    expect([written.status, written.text]).toEqual([204, '']);
    expect((await store.get(`/assertions/${id}`)).body.assertions).toEqual([assertion]);
    expect((await store.put(`/assertions/${id}`, { assertions: [] })).status).toBe(204);
    expect((await store.get(`/assertions/${id}`)).body.assertions).toEqual([]);
  });

  it.each([
    ['a relation that does not exist', [{ tuple_key: tupleKey('user:anne owner document:1') }]],
    [
      'too many contextual tuples',
      [
        {
          tuple_key: tupleKey('user:anne viewer document:1'),
          contextual_tuples: Array.from({ length: 21 }, (_, i) =>
            tupleKey(`user:anne viewer document:${i}`),
          ),
        },
      ],
    ],
    [
      'too many assertions',
      Array.from({ length: 101 }, () => ({ tuple_key: tupleKey('user:anne viewer document:1') })),
    ],
  ])('are refused with %s', async (_, assertions) => {
    const store = await opened('of-bad-assertions');
    const id = await store.model(documentModel);
    expect(await store.put(`/assertions/${id}`, { assertions })).toMatchObject({
      status: 400,
      body: { code: 'validation_error' },
    });
  });

  it('are refused for a model that does not exist', async () => {
    const store = await opened('of-no-assertions');
    expect(
      (await store.put('/assertions/01H0H015178Y2V4CX10C2KGHF4', { assertions: [] })).body.code,
    ).toBe('authorization_model_not_found');
  });
});

describe('the surface', () => {
  test.each([
    ['GET', '/openfga', 'undefined_endpoint'],
    ['GET', '/openfga/healthz', 'undefined_endpoint'],
    ['PUT', '/openfga/stores/01H0H015178Y2V4CX10C2KGHF4', 'unimplemented'],
    ['POST', '/openfga/stores/01H0H015178Y2V4CX10C2KGHF4/access/v1/evaluation', 'unimplemented'],
  ])('%s %s is %s', async (method, path, code) => {
    const api = await platform.api(platform.hub.tenant('of-paths'));
    const call = method.toLowerCase() as 'get';
    const answer = await api[call](path, method === 'GET' ? {} : { body: {} });
    expect([answer.status, answer.body]).toEqual([404, { code, message: expect.any(String) }]);
  });

  test.each([
    ['{"tuple_key":', 'validation_error'],
    ['[]', 'validation_error'],
    ['', 'validation_error'],
  ])('the body %j is a %s', async (rawBody, code) => {
    const store = await opened('of-bodies');
    const answer = await store.api.post(`/openfga/stores/${store.storeId}/check`, {
      rawBody,
      headers: { 'content-type': 'application/json' },
    } as never);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  test('a token without the scope is forbidden', async () => {
    const tenant = platform.hub.tenant('of-scopes');
    const store = await storeApi(platform, tenant);
    const { storeId } = store;
    await store.model(documentModel);
    const at = (path: string) => `/openfga/stores/${storeId}${path}`;
    const decide = await platform.api(tenant, ['tenant:fga.check']);
    const body = { tuple_key: tupleKey('user:anne viewer document:1') };
    expect((await decide.post(at('/check'), { body })).status).toBe(200);
    for (const answer of [
      await decide.post(at('/read'), { body: {} }),
      await decide.post(at('/write'), { body: {} }),
      await decide.get('/openfga/stores'),
      await decide.get(at('/authorization-models')),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  test('a request without a token is refused in the form of OpenFGA', async () => {
    const gateway = {
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    };
    const ask = (authorization: Record<string, string>) =>
      platform.call('get', '/openfga/stores', { headers: { ...gateway, ...authorization } });
    expect(await ask({})).toMatchObject({ status: 401, body: { code: 'bearer_token_missing' } });
    expect(await ask({ authorization: 'Bearer x.y.z' })).toMatchObject({
      status: 401,
      body: { code: 'auth_failed_invalid_bearer_token' },
    });
  });

  test('requests are counted by operation and code', async () => {
    const store = await opened('of-metrics');
    await store.write('anne viewer document:1');
    const metrics = await (
      await fetch(`http://127.0.0.1:${platform.service.adminPort}/metrics`)
    ).text();
    expect(metrics).toMatch(
      /fga_openfga_requests_total\{[^}]*operation="openfgaWrite"[^}]*code="validation_error"/,
    );
    expect(metrics).toMatch(
      /fga_openfga_requests_total\{[^}]*operation="openfgaWriteAuthorizationModel"[^}]*code="ok"/,
    );
  });
});
