import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { newId, uuidOf } from '@platform/kit/ids';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { defaultStoreOf, documentModel, newStore, storeApi, tupleKey } from './openfga-api.ts';

let platform: AccessPlatform;
beforeAll(async () => {
  platform = await accessPlatform({ 'platform.fga.stores.max-per-tenant': '3' });
});
afterAll(() => platform?.stop());

const notFound = { code: 'store_id_not_found', message: 'Store ID not found' };
const check = (tuple: string) => ({ tuple_key: tupleKey(tuple) });

describe('stores', () => {
  it('are created, listed, read and deleted, the default one first', async () => {
    const tenant = platform.hub.tenant('stores-crud');
    const api = await platform.api(tenant);
    const created = await api.post('/openfga/stores', { body: { name: 'staging' } });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      name: 'staging',
      created_at: expect.any(String),
      updated_at: created.body.created_at,
    });
    const { id } = created.body;
    const shown = { ...created.body, deleted_at: null };
    expect((await api.get(`/openfga/stores/${id}`)).body).toEqual(shown);
    const own = {
      id: defaultStoreOf(tenant),
      name: 'default',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    };
    expect((await api.get('/openfga/stores')).body).toEqual({
      stores: [own, shown],
      continuation_token: '',
    });
    expect((await api.get(`/openfga/stores/${own.id}`)).body).toEqual(own);
    expect((await api.delete(`/openfga/stores/${id}`)).status).toBe(204);
    expect((await api.get('/openfga/stores')).body.stores).toEqual([own]);
    for (const again of [
      await api.get(`/openfga/stores/${id}`),
      await api.delete(`/openfga/stores/${id}`),
    ])
      expect([again.status, again.body]).toEqual([404, notFound]);
    expect(
      (await platform.events(tenant)).filter(({ type }) => type.startsWith('fga.store_')),
    ).toMatchObject([
      { type: 'fga.store_created', data: { name: 'staging' } },
      { type: 'fga.store_deleted', data: { name: 'staging' } },
    ]);
  });

  it('may share a name, by which they are found, page by page', async () => {
    const tenant = platform.hub.tenant('stores-names');
    const api = await platform.api(tenant);
    for (const name of ['twin', 'other', 'twin'])
      await api.post('/openfga/stores', { body: { name } });
    const page = (query: string) => api.get(`/openfga/stores?name=twin&page_size=1${query}`);
    const first = (await page('')).body;
    const second = (await page(`&continuation_token=${first.continuation_token}`)).body;
    expect(first.stores).toHaveLength(1);
    expect(second.stores).toHaveLength(1);
    expect(first.stores[0].id).not.toBe(second.stores[0].id);
    expect(second.continuation_token).toBe('');
    const foreign = await api.get(
      `/openfga/stores?name=other&continuation_token=${first.continuation_token}`,
    );
    expect([foreign.status, foreign.body]).toEqual([
      400,
      { code: 'invalid_continuation_token', message: 'Invalid continuation token' },
    ]);
  });

  it('are limited in number, also when they are created at the same time', async () => {
    const api = await platform.api(platform.hub.tenant('stores-limit'));
    const created = await Promise.all(
      Array.from({ length: 5 }, () => api.post('/openfga/stores', { body: { name: 'many' } })),
    );
    expect(created.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400]);
    expect(created.find(({ status }) => status === 400)?.body).toEqual({
      code: 'exceeded_entity_limit',
      message: 'A tenant can have at most 3 named stores',
    });
  });

  it('are refused without a name, and the default one is not deleted', async () => {
    const tenant = platform.hub.tenant('stores-bad');
    const api = await platform.api(tenant);
    for (const body of [{}, { name: 'ab' }, { name: 'x'.repeat(65) }, { name: 'no;marks' }])
      expect(await api.post('/openfga/stores', { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_error' },
      });
    expect(await api.delete(`/openfga/stores/${defaultStoreOf(tenant)}`)).toMatchObject({
      status: 400,
      body: {
        code: 'validation_error',
        message: 'The default store of a tenant cannot be deleted',
      },
    });
  });
});

describe('the contents of a store', () => {
  it('are its own: models, tuples, decisions, changes and tokens', async () => {
    const tenant = platform.hub.tenant('stores-apart');
    const [own, staging] = [await storeApi(platform, tenant), await newStore(platform, tenant)];
    const anne = check('user:anne viewer document:1');
    expect((await staging.post('/check', anne)).body).toEqual({
      code: 'latest_authorization_model_not_found',
      message: `No authorization models found for store '${staging.storeId}'`,
    });
    const modelId = await staging.model(documentModel);
    expect(await staging.write('user:anne viewer document:1')).toMatchObject({ status: 200 });
    expect((await staging.post('/check', anne)).body.allowed).toBe(true);
    await own.model(documentModel);
    expect((await own.post('/check', anne)).body.allowed).toBe(false);
    // Cached on both sides by now.
    expect((await staging.post('/check', anne)).body.allowed).toBe(true);
    expect((await own.post('/check', anne)).body.allowed).toBe(false);
    expect((await own.post('/read', {})).body.tuples).toEqual([]);
    expect((await own.get('/changes')).body.changes).toEqual([]);
    expect((await staging.get('/changes')).body.changes).toHaveLength(1);
    expect((await own.get(`/authorization-models/${modelId}`)).body).toEqual({
      code: 'authorization_model_not_found',
      message: `Authorization Model '${modelId}' not found`,
    });
    expect((await own.post('/check', { ...anne, authorization_model_id: modelId })).body.code).toBe(
      'authorization_model_not_found',
    );
    const { headers } = await staging.post('/check', anne);
    const token = String(headers.get('x-consistency-token'));
    expect((await staging.post('/check', anne, { 'x-consistency-token': token })).status).toBe(200);
    expect((await own.post('/check', anne, { 'x-consistency-token': token })).body.code).toBe(
      'validation_error',
    );
    const { continuation_token: cursor } = (await staging.get('/changes')).body;
    expect((await own.get('/changes', { continuation_token: cursor })).body.code).toBe(
      'invalid_continuation_token',
    );
  });

  it('of the default one are those of the API', async () => {
    const tenant = platform.hub.tenant('stores-default');
    const store = await storeApi(platform, tenant);
    await store.model(documentModel);
    await store.write('user:anne viewer document:1');
    expect(
      (
        await store.api.post('/api/v1/fga/check', {
          body: { subject: 'user:anne', relation: 'viewer', object: 'document:1' },
        })
      ).body.allowed,
    ).toBe(true);
  });

  it('are limited for the tenant as a whole', async () => {
    const small = await platform.startPod('small', {
      'platform.fga.limits.max-tuples-per-tenant': '3',
      'platform.fga.limits.max-models-per-tenant': '2',
    });
    try {
      const tenant = platform.hub.tenant('stores-full');
      const own = await storeApi(platform, tenant);
      const other = await newStore(platform, tenant);
      await own.model(documentModel);
      await other.model(documentModel);
      await own.write('user:anne viewer document:1', 'user:bob viewer document:1');
      const token = await platform.hub.token({ tenant });
      const send = async (storeId: string, path: string, body: object) => {
        const answer = await fetch(
          `http://127.0.0.1:${small.httpPort}/openfga/stores/${storeId}${path}`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify(body),
          },
        );
        return [answer.status, ((await answer.json()) as { code?: string }).code];
      };
      const writes = (...tuples: string[]) => ({ writes: { tuple_keys: tuples.map(tupleKey) } });
      const two = writes('user:anne viewer document:1', 'user:bob viewer document:1');
      expect(await send(other.storeId, '/write', two)).toEqual([400, 'exceeded_entity_limit']);
      expect(await send(other.storeId, '/write', writes('user:anne viewer document:1'))).toEqual([
        200,
        undefined,
      ]);
      const another = { ...documentModel, conditions: undefined };
      expect((await send(own.storeId, '/authorization-models', another))[0]).toBe(400);
    } finally {
      await small.close();
    }
  });
});

describe('another tenant', () => {
  it('has no way into a store', async () => {
    const [tenant, stranger] = [platform.hub.tenant('stores-a'), platform.hub.tenant('stores-b')];
    const staging = await newStore(platform, tenant);
    const modelId = await staging.model(documentModel);
    await staging.write('user:anne viewer document:1');
    // Cached for the tenant itself.
    await staging.post('/check', check('user:anne viewer document:1'));
    for (const storeId of [staging.storeId, defaultStoreOf(tenant)]) {
      const theirs = await storeApi(platform, stranger, storeId);
      const question = check('user:anne viewer document:1');
      const answers = [
        await theirs.get(''),
        await theirs.api.delete(`/openfga/stores/${storeId}`),
        await theirs.get('/authorization-models'),
        await theirs.get(`/authorization-models/${modelId}`),
        await theirs.post('/authorization-models', documentModel),
        await theirs.write('user:eve viewer document:1'),
        await theirs.post('/read', {}),
        await theirs.get('/changes'),
        await theirs.post('/check', question),
        await theirs.post('/batch-check', { checks: [{ ...question, correlation_id: 'a' }] }),
        await theirs.post('/list-objects', {
          user: 'user:anne',
          relation: 'viewer',
          type: 'document',
        }),
        await theirs.post('/streamed-list-objects', {
          user: 'user:anne',
          relation: 'viewer',
          type: 'document',
        }),
        await theirs.post('/list-users', {
          object: { type: 'document', id: '1' },
          relation: 'viewer',
          user_filters: [{ type: 'user' }],
        }),
        await theirs.post('/expand', { tuple_key: { relation: 'viewer', object: 'document:1' } }),
        await theirs.get(`/assertions/${modelId}`),
        await theirs.put(`/assertions/${modelId}`, { assertions: [] }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      for (const { body } of answers) expect(body).toEqual(notFound);
    }
  });

  it('and the database keep the rows of a store apart', async () => {
    const tenant = platform.hub.tenant('stores-rows');
    const staging = await newStore(platform, tenant);
    await staging.model(documentModel);
    await staging.write('user:anne viewer document:1');
    const context = { tenantId: tenant.id, actor: { type: 'system', id: 'test' } } as const;
    const counts = (stranger = context) =>
      platform.service.platform.db.read(stranger, async (tx) => {
        const rows = [];
        for (const table of ['relation_tuples', 'fga_models', 'fga_changes'])
          rows.push((await tx.rows(`SELECT FROM ${table}`)).length);
        return rows;
      });
    // A transaction that has not entered the store does not see them.
    expect(await counts()).toEqual([0, 0, 0]);
    expect(
      await platform.sql('SELECT count(*)::int AS n FROM relation_tuples WHERE tenant_id = $1', [
        uuidOf('fgaStore', `fgs_${staging.storeId.toLowerCase()}`),
      ]),
    ).toEqual([{ n: 1 }]);
  });
});

describe('ids of stores', () => {
  it.each([
    ['lower case', (id: string) => id.toLowerCase(), 400, 'validation_error'],
    ['another length', (id: string) => id.slice(1), 400, 'validation_error'],
    ['our own form', (id: string) => `fgs_${id.toLowerCase()}`, 400, 'validation_error'],
    ['more than 128 bits', (id: string) => `8${id.slice(1)}`, 404, 'store_id_not_found'],
    ['no store', () => newId('fgaStore').slice(4).toUpperCase(), 404, 'store_id_not_found'],
  ])('in %s are refused', async (_, change, status, code) => {
    const tenant = platform.hub.tenant('stores-ids');
    const api = await platform.api(tenant);
    const id = change(defaultStoreOf(tenant));
    for (const answer of [
      await api.get(`/openfga/stores/${id}`),
      await api.post(`/openfga/stores/${id}/check`, {
        body: check('user:anne viewer document:1'),
      }),
      await api.post(`/openfga/stores/${id}/read`, { body: {} }),
    ])
      expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('a deleted store', () => {
  const rowsOf = async (storeId: string): Promise<number> => {
    const uuid = uuidOf('fgaStore', `fgs_${storeId.toLowerCase()}`);
    const [row] = await platform.sql<{ n: number }>(
      `SELECT (SELECT count(*) FROM relation_tuples WHERE tenant_id = $1) + (SELECT count(*) FROM fga_models WHERE store_id = $1)
         + (SELECT count(*) FROM fga_changes WHERE store_id = $1) + (SELECT count(*) FROM fga_stores WHERE id = $1) AS n`,
      [uuid],
    );
    return Number(row?.n);
  };

  it('answers nothing at once, even from the cache, and leaves no rows', async () => {
    const tenant = platform.hub.tenant('stores-gone');
    const staging = await newStore(platform, tenant);
    const modelId = await staging.model(documentModel);
    await staging.put(`/assertions/${modelId}`, {
      assertions: [{ ...check('user:anne viewer document:1'), expectation: true }],
    });
    await staging.write('user:anne viewer document:1');
    const question = check('user:anne viewer document:1');
    expect((await staging.post('/check', question)).body.allowed).toBe(true);
    expect(await rowsOf(staging.storeId)).toBe(4);
    await staging.api.delete(`/openfga/stores/${staging.storeId}`);
    expect((await staging.post('/check', question)).body).toEqual(notFound);
    await eventually(async () => ((await rowsOf(staging.storeId)) === 0 ? true : undefined));
    expect(
      await platform.sql('SELECT count(*)::int AS n FROM fga_assertions WHERE tenant_id = $1', [
        tenant.id,
      ]),
    ).toEqual([{ n: 0 }]);
  });

  it('goes with its tenant', async () => {
    const tenant = platform.hub.tenant('stores-purged');
    const staging = await newStore(platform, tenant);
    await staging.model(documentModel);
    await staging.write('user:anne viewer document:1');
    const event = {
      id: newId('event'),
      type: 'tenant.deleted',
      occurredAt: new Date().toISOString(),
      actor: { type: 'system', id: 'hub' },
      organizationId: null,
      subject: { type: 'tenant', id: tenant.id },
      data: {},
      schemaVersion: 1,
    };
    await platform.service.platform.bus
      .jetstream()
      ?.publish(
        'platform.tenant.deleted',
        JSON.stringify({ id: event.id, type: event.type, tenantid: tenant.id, data: event }),
      );
    await eventually(async () => ((await rowsOf(staging.storeId)) === 0 ? true : undefined));
  });
});

it('erases a person in every store', async () => {
  const tenant = platform.hub.tenant('stores-erased');
  const [own, staging] = [await storeApi(platform, tenant), await newStore(platform, tenant)];
  const userId = newId('user');
  for (const store of [own, staging]) {
    await store.model(documentModel);
    await store.write(`user:${userId} viewer document:1`, 'user:bob viewer document:1');
  }
  const erased = await platform
    .peer('compliance')
    .service('platform.datasubject.v1.DataSubject')
    .Erase({
      tenantId: tenant.id,
      userId,
      requestId: newId('request'),
      phase: 'HARD',
      dryRun: false,
    } as never);
  expect(erased).toMatchObject({ items: [{ category: 'relation_tuples', count: 2 }] });
  for (const store of [own, staging])
    expect((await store.post('/read', {})).body.tuples).toHaveLength(1);
});

it('deletes expired tuples of every store', async () => {
  const tenant = platform.hub.tenant('stores-expired');
  const staging = await newStore(platform, tenant);
  await staging.model(documentModel);
  await staging.write('user:anne viewer document:1', 'user:bob viewer document:1');
  const uuid = uuidOf('fgaStore', `fgs_${staging.storeId.toLowerCase()}`);
  await platform.sql(
    "UPDATE relation_tuples SET expires_at = now() - interval '1 s' WHERE tenant_id = $1 AND subject_id = 'anne'",
    [uuid],
  );
  const pod = await platform.startPod('sweeper', { 'platform.fga.expiry-sweep-interval': '100ms' });
  try {
    await eventually(async () =>
      (await staging.get('/changes')).body.changes.length === 3 ? true : undefined,
    );
    expect((await staging.get('/changes')).body.changes[2]).toMatchObject({
      operation: 'TUPLE_OPERATION_DELETE',
      tuple_key: { user: 'user:anne' },
    });
  } finally {
    await pod.close();
  }
});
