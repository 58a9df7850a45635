import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const path = '/api/v1/fga/list-objects-exports';
const dsl =
  'model\n  schema 1.1\ntype user\ntype document\n  relations\n    define blocked: [user]\n    define office: [user with at]\n    define viewer: ([user] or office) but not blocked\ncondition at(address: ipaddress) {\n  address.in_cidr("192.0.2.0/24")\n}\n';
const ask = { subject: 'user:anne', relation: 'viewer', type: 'document' };

let platform: AccessPlatform;
let tenant: TestTenant;
let api: TestApi;
let n = 0;
/**
 * An export as a pod might have left it. `job` sets the columns of its job; without it, there is
 * none.
 */
async function left(id: string, set: string, job?: string): Promise<void> {
  await platform.sql(
    `INSERT INTO fga_exports (tenant_id, id, request, model_id) SELECT $1, $2, $3, active_model_id FROM fga_stores WHERE tenant_id = $1`,
    [tenant.id, id, JSON.stringify(ask)],
  );
  await platform.sql(`UPDATE fga_exports SET ${set} WHERE id = $1`, [id]);
  if (job === undefined) return;
  const values = { attempts: 1, checkpoint: null, lease: '0 s', ...JSON.parse(job) };
  await platform.sql(
    `INSERT INTO job (tenant_id, id, kind, payload, dedupe_key, max_attempts, created_by, state, attempts, checkpoint, leased_until)
     VALUES ($1, replace($2, 'fgx', 'job'), 'fga_export', $3, $2, 3, '{"type": "system", "id": "test"}', 'RUNNING', $4, $5, now() + $6::interval)`,
    [
      tenant.id,
      id,
      JSON.stringify({ exportId: id }),
      values.attempts,
      values.checkpoint === null ? null : JSON.stringify(values.checkpoint),
      values.lease,
    ],
  );
}
/** Runs the next sweep immediately. */
const sweep = async (): Promise<void> => {
  const kind = 'singleton: stale exports';
  const runs = async () =>
    Number(
      (
        await platform.sql<{ epoch: string }>(
          'SELECT epoch FROM job WHERE kind = $1 AND state = $2',
          [kind, 'PENDING'],
        )
      )[0]?.epoch,
    );
  const before = await eventually(async () => (await runs()) || undefined);
  await platform.sql(`UPDATE job SET run_at = now(), is_due = true WHERE kind = $1`, [kind]);
  await eventually(async () => (await runs()) > before || undefined);
};
const anId = (): string => `fgx_01h455vb4pex5vsknk084s${String(++n).padStart(4, '0')}`;
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await api.get(`${path}/${id}`);
    return ['PENDING', 'RUNNING'].includes(body.state) ? undefined : body;
  });

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.list-objects-export.scan-batch-size': '2',
    'platform.fga.list-objects-export.max-objects': '5',
  });
});
beforeEach(async () => {
  tenant = platform.hub.tenant(`acme${++n}`);
  api = await platform.api(tenant);
  // The parser has a deadline, which a busy machine may not meet.
  await eventually(async () => {
    const { status } = await api.post('/api/v1/fga/models', { body: { dsl } });
    return status === 200 || undefined;
  });
});
afterAll(() => platform?.stop());
const write = (...tuples: object[]) => api.post('/api/v1/fga/tuples', { body: { writes: tuples } });
const view = (id: number | string, relation = 'viewer') => ({
  subject: 'user:anne',
  relation,
  object: `document:${id}`,
});

describe('fgaExport', () => {
  test('finds everything, page by page, and reports what it could not decide', async () => {
    await write(view(1), view(2), view(3), view(2, 'blocked'), {
      ...view(4, 'office'),
      condition: { name: 'at' },
    });
    const created = await api.post(path, { body: ask });
    expect(created).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^fgx_/),
        state: 'PENDING',
        ...ask,
        context: null,
        contextualTuples: [],
        scanned: 0,
        completedAt: null,
      },
    });
    const done = await ended(created.body.id);
    expect(done).toMatchObject({
      state: 'COMPLETED',
      scanned: 4,
      matched: 2,
      unresolved: 1,
      truncated: false,
      truncatedBy: [],
      attempts: 1,
      error: null,
      expiresAt: expect.any(String),
    });
    expect(done.startRevision).toBe(done.endRevision);
    const first = await api.get(`${path}/${done.id}/result?limit=1`);
    expect(first.body).toMatchObject({ data: ['document:1'], hasMore: true });
    expect(
      (await api.get(`${path}/${done.id}/result?limit=1&cursor=${first.body.nextCursor}`)).body,
    ).toEqual({ data: ['document:3'], hasMore: false, nextCursor: null });
    expect(
      (await platform.events(tenant)).map((e) => e.type).filter((t) => t.startsWith('fga.export')),
    ).toEqual(['fga.export_created', 'fga.export_completed']);
    expect((await api.get(path)).body.data.map((e: { id: string }) => e.id)).toEqual([done.id]);
  });

  test('uses the given context and contextual tuples', async () => {
    await write({ ...view(4, 'office'), condition: { name: 'at' } }, view(5, 'blocked'));
    const { body } = await api.post(path, {
      body: { ...ask, context: { address: '192.0.2.1' }, contextualTuples: [view(5)] },
    });
    expect(await ended(body.id)).toMatchObject({ scanned: 2, matched: 1, unresolved: 0 });
    expect((await api.get(`${path}/${body.id}/result`)).body.data).toEqual(['document:4']);
  });

  test('stops at the maximum number of objects, and reports it', async () => {
    await write(...Array.from({ length: 6 }, (_, i) => view(i)));
    const { body } = await api.post(path, { body: ask });
    expect(await ended(body.id)).toMatchObject({
      state: 'COMPLETED',
      scanned: 5,
      matched: 5,
      truncated: true,
      truncatedBy: ['max_objects'],
    });
    await api.post('/api/v1/fga/tuples', { body: { deletes: [view(0)] } });
    const again = await api.post(path, { body: ask });
    expect(await ended(again.body.id)).toMatchObject({ scanned: 5, truncated: false });
  });

  test('rejects unknown types and callers without the scope, and is hidden from other tenants', async () => {
    expect(await api.post(path, { body: { ...ask, type: 'paper' } })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'type_not_found', pointer: '/type' }] },
    });
    const checker = await platform.api(tenant, ['tenant:fga.check']);
    expect((await checker.post(path, { body: ask })).status).toBe(403);
    const { body } = await api.post(path, { body: ask });
    const stranger = await platform.api(platform.hub.tenant(`stranger${n}`));
    for (const suffix of ['', '/result'])
      expect((await stranger.get(`${path}/${body.id}${suffix}`)).status).toBe(404);
    expect((await stranger.delete(`${path}/${body.id}`)).status).toBe(404);
  });

  test('runs one at a time; an abandoned export makes room', async () => {
    const id = anId();
    await left(id, `state = 'RUNNING', attempts = 1`, '{ "lease": "1 hour" }');
    expect(await api.post(path, { body: ask })).toMatchObject({
      status: 409,
      body: { code: 'conflict', activeExportId: id, errors: [{ code: 'export_in_progress' }] },
    });
    expect(await api.get(`${path}/${id}/result`)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    await platform.sql(
      `UPDATE fga_exports SET updated_at = now() - interval '61 minutes' WHERE id = $1`,
      [id],
    );
    expect((await api.post(path, { body: ask })).status).toBe(200);
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({
      state: 'FAILED',
      error: { code: 'abandoned' },
    });
  });

  test('is taken over where its worker stopped, a limited number of times', async () => {
    await write(view(1), view(2), view(3));
    const resumed = anId();
    await left(
      resumed,
      `state = 'RUNNING', attempts = 1, scanned = 2, matched = 2`,
      '{ "lease": "-1 s", "checkpoint": { "pages": 1, "lastObjectId": "2" } }',
    );
    expect(await ended(resumed)).toMatchObject({
      state: 'COMPLETED',
      scanned: 3,
      matched: 3,
      attempts: 2,
    });
    const lapsed = anId();
    await left(lapsed, `state = 'RUNNING', attempts = 3`, '{ "lease": "-1 s", "attempts": 3 }');
    expect(await ended(lapsed)).toMatchObject({
      state: 'FAILED',
      error: { code: 'attempts_exhausted' },
    });
  });

  test('can be deleted', async () => {
    const {
      body: { id },
    } = await api.post(path, { body: ask });
    await ended(id);
    expect((await api.delete(`${path}/${id}`)).body).toEqual({ id, deleted: true });
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
    expect(await platform.sql('SELECT 1 FROM fga_export_pages WHERE export_id = $1', [id])).toEqual(
      [],
    );
  });
});

describe('the sweep of exports', () => {
  test('fails abandoned exports, and deletes expired results and then the row', async () => {
    const abandoned = anId();
    await left(
      abandoned,
      `state = 'RUNNING', attempts = 1, updated_at = now() - interval '2 hours'`,
      '{ "lease": "1 hour" }',
    );
    await sweep();
    expect((await api.get(`${path}/${abandoned}`)).body).toMatchObject({
      state: 'FAILED',
      error: { code: 'abandoned' },
    });
    const {
      body: { id },
    } = await api.post(path, { body: ask });
    await ended(id);
    await platform.sql(
      `UPDATE fga_exports SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    // It has expired, whether or not a sweep has marked it.
    expect((await api.get(`${path}/${id}/result`)).status).toBe(404);
    const { state, expiresAt } = (await api.get(`${path}/${id}`)).body;
    expect(state).toBe('EXPIRED');
    expect(
      (await api.get(path)).body.data.map((e: { id: string; state: string }) => [e.id, e.state]),
    ).toContainEqual([id, 'EXPIRED']);
    await sweep();
    expect(await platform.sql('SELECT 1 FROM fga_export_pages WHERE export_id = $1', [id])).toEqual(
      [],
    );
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({ state: 'EXPIRED', expiresAt });
    await platform.sql(
      `UPDATE fga_exports SET expires_at = now() - interval '7 days 1 second' WHERE id = $1`,
      [id],
    );
    await sweep();
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
  });
});
