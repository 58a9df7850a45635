import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { effectiveLogin } from '../src/login-flows/effective-login.ts';
import { pruneVersions } from '../src/login-flows/version-pruning.ts';
import { identityPlatform } from './identity-platform.ts';
import type { IdentityPlatform } from './identity-platform.ts';

const path = '/api/v1/login-flows';
let platform: IdentityPlatform;
let tenants = 0;

beforeAll(async () => {
  platform = await identityPlatform();
});
afterAll(() => platform.stop());

/** A separate tenant for each test. */
async function fresh(): Promise<{ tenant: TestTenant; api: TestApi }> {
  const tenant = platform.hub.tenant(`tenant-${++tenants}`);
  return { tenant, api: await platform.api(tenant) };
}

const flow = (more: Record<string, unknown> = {}) => ({
  schemaVersion: 1,
  name: 'Sign in',
  entrypoints: { default: 'who' },
  steps: [
    { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 'password' } },
    {
      id: 'password',
      type: 'authenticate',
      config: { role: 'first', methods: ['password'] },
      on: { success: 'done' },
    },
    { id: 'done', type: 'complete' },
  ],
  ...more,
});
/** A draft that waits for a hook. */
const withHook = (hookId: string) => {
  const { steps, ...rest } = flow();
  const hook = { id: 'hook', type: 'hook', config: { hookId }, on: { allow: 'done' } };
  const [who, password, done] = steps as [object, object, object];
  return { ...rest, steps: [who, { ...password, on: { success: 'hook' } }, hook, done] };
};
const codes = (answer: TestAnswer): string[] =>
  (answer.body.errors ?? []).map((e: { code: string }) => e.code);

async function activated(api: TestApi, expectedActiveVersion: number, body: object = flow()) {
  await api.put(`${path}/draft`, { body });
  const answer = await api.post(`${path}/activate`, {
    body: { source: 'draft', expectedActiveVersion },
  });
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return answer.body;
}

describe('drafts', () => {
  test('are saved with defaults, problems and assurance, read, and written back', async () => {
    const { api, tenant } = await fresh();
    expect((await api.get(`${path}/draft`)).status).toBe(404);
    const saved = await api.put(`${path}/draft`, { body: flow() });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      version: null,
      state: 'draft',
      revision: 1,
      basedOnVersion: 0,
      problems: [],
      assurance: { default: { min: 'aal1', max: 'aal1', phishingResistantAlways: false } },
      settings: { minimumAssurance: 'aal1', maxStepVisits: 25 },
    });
    expect(saved.body.id).toMatch(/^lflow_/);
    const read = await api.get(`${path}/draft`);
    expect(read.body).toEqual(saved.body);
    const again = await api.put(`${path}/draft`, {
      body: read.body,
      headers: { 'if-match': read.headers.get('etag')! },
    });
    expect(again.body).toMatchObject({
      revision: 2,
      id: saved.body.id,
      checksum: saved.body.checksum,
    });
    expect(
      (
        await api.put(`${path}/draft`, {
          body: flow(),
          headers: { 'if-match': read.headers.get('etag')! },
        })
      ).status,
    ).toBe(412);
    expect(await platform.audited(tenant)).toEqual([
      'loginFlowPutDraft 200',
      'loginFlowPutDraft 200',
      'loginFlowPutDraft 412',
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an edge to nowhere', { entrypoints: { default: 'nowhere' } }, '/entrypoints/default'],
    ['no default entry point', { entrypoints: { other: 'who' } }, '/entrypoints/default'],
    ['another schema version', { schemaVersion: 2 }, '/schemaVersion'],
    ['an unknown member', { color: 'red' }, '/color'],
    ['a step twice', { steps: [...flow().steps, flow().steps[0]] }, '/steps/3/id'],
    [
      'an outcome that the type lacks',
      { steps: [{ ...flow().steps[0], on: { accepted: 'done' } }, ...flow().steps.slice(1)] },
      '/steps/0/on/accepted',
    ],
    [
      'a fact of the wrong type',
      {
        steps: [
          ...flow().steps,
          {
            id: 'where',
            type: 'condition',
            config: {
              branches: [
                { id: 'b', when: { fact: 'network.asn', op: 'eq', value: 'x' }, next: 'done' },
              ],
              otherwise: 'done',
            },
          },
        ],
      },
      '/steps/3/config/branches/0/when/value',
    ],
    [
      'an attribute that users do not have',
      {
        steps: [
          ...flow().steps,
          {
            id: 'profile',
            type: 'profile',
            config: { attributes: [{ name: 'shoeSize' }] },
            on: { success: 'done' },
          },
        ],
      },
      '/steps/3/config/attributes/0/name',
    ],
    [
      'an idle time above the lifetime',
      { settings: { sessionLifetimeSeconds: 300 } },
      '/settings/sessionIdleSeconds',
    ],
  ])('are refused with %s', async (_name, more, pointer) => {
    const { api } = await fresh();
    const answer = await api.put(`${path}/draft`, { body: flow(more) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
  });

  test('keep their problems, and cannot be activated with an error', async () => {
    const { api } = await fresh();
    const body = flow({ settings: { minimumAssurance: 'aal2', stepUp: 'off' } });
    const saved = await api.put(`${path}/draft`, { body });
    expect(saved.body.problems).toContainEqual(
      expect.objectContaining({ code: 'assurance_unmet', severity: 'error' }),
    );
    const refused = await api.post(`${path}/activate`, {
      body: { source: 'draft', expectedActiveVersion: 0 },
    });
    expect(refused.status).toBe(422);
    expect(codes(refused)).toEqual(['flow_invalid', 'assurance_unmet']);
    expect((await api.get(`${path}/active`)).body.version).toBe(0);
  });

  test('of another tenant do not exist', async () => {
    const [ours, theirs] = [await fresh(), await fresh()];
    await ours.api.put(`${path}/draft`, { body: flow() });
    expect((await theirs.api.get(`${path}/draft`)).status).toBe(404);
    expect((await theirs.api.get(`${path}/versions`)).body).toHaveLength(1);
  });

  test('require the scope', async () => {
    const reader = await platform.api(platform.hub.tenant('readers'), ['tenant:idp.read']);
    expect((await reader.put(`${path}/draft`, { body: flow() })).status).toBe(403);
    expect((await reader.get(`${path}/active`)).status).toBe(200);
  });
});

describe('templates', () => {
  test('are listed, and saved as the draft with If-Match', async () => {
    const { api } = await fresh();
    const { body: templates } = await api.get(`${path}/templates`);
    expect(templates.map(({ id }: { id: string }) => id)).toContain('hardware_key_aal3');
    expect((await api.post(`${path}/templates/none/apply`)).status).toBe(404);
    const applied = await api.post(`${path}/templates/passkey_first/apply`);
    expect(applied.body).toMatchObject({ revision: 1, name: 'Passkey first' });
    expect((await api.post(`${path}/templates/password_only/apply`)).status).toBe(409);
    const replaced = await api.post(`${path}/templates/password_only/apply`, {
      headers: { 'if-match': applied.headers.get('etag')! },
    });
    expect(replaced.body).toMatchObject({ revision: 2, name: 'Password' });
    expect(
      (
        await api.post(`${path}/templates/password_only/apply`, {
          headers: { 'if-match': '"old"' },
        })
      ).status,
    ).toBe(412);
  });

  test('can each be activated if their methods are available', async () => {
    const { api } = await fresh();
    const { body: templates } = await api.get(`${path}/templates`);
    for (const [version, { id, definition }] of templates.entries())
      expect([id, (await activated(api, version, definition)).version]).toEqual([id, version + 1]);
  });
});

describe('activation', () => {
  test('turns the draft into a version, and reactivates an earlier version', async () => {
    const { api, tenant } = await fresh();
    expect((await api.get(`${path}/active`)).body).toMatchObject({ version: 0, state: 'active' });
    const first = await activated(api, 0);
    expect(first).toMatchObject({ version: 1, state: 'active', revision: null, problems: [] });
    expect((await api.get(`${path}/draft`)).status).toBe(404);
    await activated(api, 1, flow({ name: 'Second' }));
    const rolledBack = await api.post(`${path}/activate`, {
      body: {
        source: 'version',
        version: 1,
        expectedActiveVersion: 2,
        comment: 'back',
        terminateInProgress: true,
      },
    });
    expect(rolledBack.body).toMatchObject({ version: 1, id: first.id, checksum: first.checksum });
    expect((await api.get(`${path}/active`)).body).toEqual(rolledBack.body);
    const { body: versions } = await api.get(`${path}/versions`);
    expect(
      versions.map((v: any) => [v.version, v.state, v.name, v.activationCount, v.comment]),
    ).toEqual([
      [2, 'archived', 'Second', 1, null],
      [1, 'active', 'Sign in', 2, 'back'],
      [0, 'archived', 'Password with optional second factor', 0, null],
    ]);
    expect(
      (await platform.events(tenant)).map(({ type, data }) => [
        type,
        data.version,
        data.rollback,
        data.minimumActivationSequence,
      ]),
    ).toEqual([
      ['login_flow.activated', 1, false, 0],
      ['login_flow.activated', 2, false, 0],
      ['login_flow.activated', 1, true, 3],
    ]);
  });

  test('of the active version changes nothing and emits no event', async () => {
    const { api, tenant } = await fresh();
    const first = await activated(api, 0);
    const again = await api.post(`${path}/activate`, {
      body: { source: 'version', version: 1, expectedActiveVersion: 1 },
    });
    expect([again.status, again.body]).toEqual([200, first]);
    expect(await platform.events(tenant)).toHaveLength(1);
  });

  test('is rejected if the active version or the draft is not the expected one', async () => {
    const { api } = await fresh();
    await api.put(`${path}/draft`, { body: flow() });
    const activate = (body: object) =>
      api.post(`${path}/activate`, {
        body: { source: 'draft', expectedActiveVersion: 0, ...body },
      });
    expect((await activate({ expectedActiveVersion: 1 })).status).toBe(412);
    expect((await activate({ expectedDraftRevision: 2 })).status).toBe(412);
    expect((await activate({ source: 'version', version: 9 })).status).toBe(404);
    expect(codes(await activate({ source: 'version' }))).toEqual(['required']);
    expect((await activate({ expectedDraftRevision: 1 })).status).toBe(200);
    expect((await activate({ expectedActiveVersion: 1 })).status).toBe(404);
  });

  test('succeeds for one of several concurrent requests', async () => {
    const { api, tenant } = await fresh();
    await activated(api, 0);
    await activated(api, 1, flow({ name: 'Second' }));
    await api.put(`${path}/draft`, { body: flow({ name: 'Third' }) });
    const all = await Promise.all(
      [0, 1, 0, 1].map((version, i) =>
        api.post(`${path}/activate`, {
          body:
            i === 3
              ? { source: 'draft', expectedActiveVersion: 2 }
              : { source: 'version', version, expectedActiveVersion: 2 },
        }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    expect(await platform.events(tenant)).toHaveLength(3);
  });

  test('checks hooks and documents with their services', async () => {
    const { api, tenant } = await fresh();
    const hookId = newId('hook');
    const body = withHook(hookId);
    platform.outbound.setAway(true);
    const unchecked = await api.put(`${path}/draft`, { body });
    expect(unchecked.body.problems).toEqual([
      expect.objectContaining({ code: 'reference_unchecked', severity: 'warning' }),
    ]);
    const activate = { body: { source: 'draft', expectedActiveVersion: 0 } };
    expect((await api.post(`${path}/activate`, activate)).status).toBe(503);
    platform.outbound.setAway(false);
    expect(codes(await api.post(`${path}/activate`, activate))).toEqual([
      'flow_invalid',
      'hook_missing',
    ]);
    platform.outbound.setHook(tenant.id, hookId, { stage: 'login_flow', enabled: true });
    expect((await api.post(`${path}/activate`, activate)).status).toBe(200);

    const { steps, ...rest } = flow();
    const [who, password, done] = steps as [object, object, object];
    const agree = {
      id: 'agree',
      type: 'terms',
      config: { docTypes: ['tos'] },
      on: { accepted: 'done' },
    };
    const asking = {
      ...rest,
      steps: [who, { ...password, on: { success: 'agree' } }, agree, done],
    };
    const saved = await api.put(`${path}/draft`, { body: asking });
    expect(saved.body.problems).toEqual([expect.objectContaining({ code: 'doc_type_missing' })]);
    platform.compliance.setActiveDocuments(tenant.id, ['tos']);
    expect((await api.put(`${path}/draft`, { body: asking })).body.problems).toEqual([]);
  });
});

describe('bindings', () => {
  /** A tenant with a client of its own. */
  async function bound() {
    const { api, tenant } = await fresh();
    const clientId = `app~${tenant.slug}`;
    platform.hub.setClient(tenant, clientId);
    return { api, tenant, clientId, at: `${path}/client-bindings/${encodeURIComponent(clientId)}` };
  }

  test('tighten the flow of a client, and are read, listed, changed, removed', async () => {
    const { api, tenant, clientId, at } = await bound();
    expect((await api.get(at)).status).toBe(404);
    const put = await api.put(at, { body: { minimumAssurance: 'aal2', maxAgeSeconds: 600 } });
    expect(put.body).toMatchObject({
      id: clientId,
      clientId,
      version: null,
      entrypoint: 'default',
      effectiveVersion: 0,
      effectiveAssurance: { min: 'aal2', max: 'aal3' },
      problems: [],
    });
    const read = await api.get(at);
    expect(read.body).toEqual(put.body);
    expect((await api.get(`${path}/client-bindings`)).body).toEqual([put.body]);
    const same = await api.put(at, { body: { minimumAssurance: 'aal2', maxAgeSeconds: 600 } });
    expect(same.body).toEqual(put.body);
    expect((await api.put(at, { body: {}, headers: { 'if-match': '"old"' } })).status).toBe(412);
    const changed = await api.put(at, {
      body: { version: 0, allowedMethods: ['password', 'passkey'] },
      headers: { 'if-match': read.headers.get('etag')! },
    });
    expect(changed.body).toMatchObject({ version: 0, minimumAssurance: null });
    expect((await api.get(`${path}/versions`)).body[0].boundClients).toBe(1);
    const removed = await api.delete(at);
    expect([removed.status, removed.body]).toEqual([204, '']);
    expect((await api.delete(at)).status).toBe(404);
    expect((await platform.events(tenant)).map(({ type, data }) => [type, data.reason])).toEqual([
      ['login_flow.client_bound', 'requested'],
      ['login_flow.client_bound', 'requested'],
      ['login_flow.client_unbound', 'requested'],
    ]);
  });

  test('are rejected if client, version or entry point is unknown, or no path completes', async () => {
    const { api, at } = await bound();
    expect((await api.put(`${path}/client-bindings/unknown`, { body: {} })).status).toBe(404);
    expect(codes(await api.put(at, { body: { version: 7 } }))).toEqual(['unknown_version']);
    expect(codes(await api.put(at, { body: { entrypoint: 'other' } }))).toEqual(['not_found']);
    expect(codes(await api.put(at, { body: { allowedMethods: ['magic_link'] } }))).toEqual([
      'binding_unsatisfiable',
    ]);
    platform.hub.setAway(true);
    const unseen = `${path}/client-bindings/unseen`;
    const away = await api.put(unseen, { body: {} }).finally(() => platform.hub.setAway(false));
    expect(away.status).toBe(503);
    expect((await api.get(at)).status).toBe(404);
  });

  test('are limited to 1,000', async () => {
    const { api, tenant, at } = await bound();
    await platform.sql(
      `INSERT INTO login_flow_bindings (tenant_id, client_id, entrypoint, constraints, created_at, updated_at, updated_by)
       SELECT $1, 'c' || i, 'default', '{}', now(), now(), '{"type":"client","id":"x"}' FROM generate_series(1, 1000) i`,
      [tenant.id],
    );
    expect((await api.put(at, { body: {} })).body).toMatchObject({ code: 'limit_exceeded' });
  });

  test('and concurrent activations are consistent: no binding uses a missing entry point', async () => {
    const two = flow({ entrypoints: { default: 'who', partners: 'who' } });
    const { api, at } = await bound();
    await activated(api, 0, two);
    let expectedActiveVersion = 1;
    for (let round = 0; round < 8; round++) {
      await api.put(`${path}/draft`, { body: flow() });
      const [activation, binding] = await Promise.all([
        api.post(`${path}/activate`, { body: { source: 'draft', expectedActiveVersion } }),
        api.put(at, { body: { entrypoint: 'partners' } }),
      ]);
      // The first write makes the other fail.
      expect([activation.status, binding.status].toSorted()).toEqual([200, 422]);
      if (binding.status === 200) {
        expect(codes(activation)).toEqual(['flow_invalid', 'binding_entrypoint_missing']);
        await api.delete(at);
      } else {
        expect((await api.get(at)).status).toBe(404);
        await activated(api, expectedActiveVersion + 1, two);
        expectedActiveVersion += 2;
      }
    }
  });

  test('are deleted with their client', async () => {
    const { api, tenant, clientId, at } = await bound();
    await api.put(at, { body: {} });
    const id = newId('event');
    const data = {
      id,
      type: 'client.deleted',
      occurredAt: new Date().toISOString(),
      actor: { type: 'client', id: 'x' },
      organizationId: null,
      subject: { type: 'client', id: clientId },
      data: {},
      schemaVersion: 1,
    };
    const message = { specversion: '1.0', id, type: 'client.deleted', tenantid: tenant.id, data };
    const { bus } = platform.service.platform;
    await bus.jetstream()?.publish(`events.0.${tenant.id}.client.deleted`, JSON.stringify(message));
    await eventually(async () => (await api.get(at)).status === 404);
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'login_flow.client_unbound',
      data: { reason: 'client_deleted', binding: { clientId } },
    });
  });

  test('determine the flow of a login', async () => {
    const { api, tenant, clientId, at } = await bound();
    await activated(api, 0);
    await api.put(at, { body: { version: 1 } });
    await activated(api, 1, flow({ name: 'Second' }));
    const login = (more: object) =>
      platform.service.platform.db.read(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        (tx) => effectiveLogin(tx, { clientId: 'another', ...more }),
      );
    expect(await login({})).toMatchObject({ version: 2, activationSequence: 2, binding: null });
    expect(await login({ clientId })).toMatchObject({ version: 1, binding: { clientId } });
    expect(await login({ pinnedVersion: 0 })).toMatchObject({ version: 0, entrypoint: 'default' });
    expect(await login({ pinnedVersion: 99 })).toMatchObject({ version: 2 });
  });
});

describe('simulation', () => {
  const simulate = async (api: TestApi, body: object) => api.post(`${path}/simulate`, { body });

  test('runs the active flow, the draft, a version, or a definition', async () => {
    const { api } = await fresh();
    const active = await simulate(api, {});
    expect(active.body).toMatchObject({ source: 'active', version: 0, result: 'completed' });
    await activated(api, 0);
    await api.put(`${path}/draft`, { body: flow({ name: 'Draft' }) });
    expect((await simulate(api, {})).body).toMatchObject({ source: 'draft', revision: 1 });
    expect((await simulate(api, { source: 'version', version: 1 })).body).toMatchObject({
      source: 'version',
      version: 1,
      path: [
        { index: 0, step: 'who' },
        { step: 'password', chosen: { method: 'password' } },
        { step: 'done' },
      ],
      assurance: { level: 'aal1', acr: 'aal1', amr: ['pwd'] },
    });
    expect((await simulate(api, { source: 'version', version: 8 })).status).toBe(404);
    expect(codes(await simulate(api, { source: 'inline' }))).toEqual(['required']);
    const broken = flow({ steps: flow().steps.map((s) => ({ ...s, on: {} })) });
    expect((await simulate(api, { source: 'inline', definition: broken })).body).toMatchObject({
      source: 'inline',
      result: 'incomplete',
      problems: expect.arrayContaining([expect.objectContaining({ code: 'outcome_unwired' })]),
    });
  });

  test('accepts attributes, answers and the binding of a client', async () => {
    const { api, tenant } = await fresh();
    platform.hub.setClient(tenant, 'console');
    await api.put(`${path}/client-bindings/console`, { body: { minimumAssurance: 'aal2' } });
    const user = { enrolledMethods: ['password', 'totp'] };
    const bound = await simulate(api, { clientId: 'console', context: { user } });
    expect(bound.body).toMatchObject({
      result: 'completed',
      requestedAssuranceMet: true,
      assurance: { level: 'aal2', amr: ['pwd', 'otp', 'mfa'] },
    });
    const only = { user: { enrolledMethods: ['password'] } };
    expect((await simulate(api, { clientId: 'console', context: only })).body).toMatchObject({
      result: 'denied',
      denyReason: 'unmet_authentication_requirements',
    });
    const answers = [{ step: 'first_factor', outcome: 'failure' }];
    expect((await simulate(api, { answers })).body).toMatchObject({ result: 'denied' });
    const passed = await simulate(api, {
      context: { session: { methods: ['passkey'], ageSeconds: 9 } },
    });
    expect(passed.body.path[1]).toMatchObject({ step: 'first_factor', satisfiedBySession: true });
    expect(passed.body.path[2].branches).toEqual([
      {
        id: 'two_factors',
        result: 'true',
        facts: [{ fact: 'current.aal', value: 'aal2', result: 'true' }],
      },
    ]);
  });

  test.each<[string, object, string]>([
    [
      'a step that does not exist',
      { answers: [{ step: 'x', outcome: 'success' }] },
      '/answers/0/step',
    ],
    [
      'an impossible outcome',
      { answers: [{ step: 'identify', outcome: 'accepted' }] },
      '/answers/0/outcome',
    ],
    [
      'a method that is not asked for',
      { answers: [{ step: 'first_factor', outcome: 'success', method: 'magic_link' }] },
      '/answers/0/method',
    ],
    ['an entry point that does not exist', { entrypoint: 'x' }, '/entrypoint'],
  ])('refuses %s', async (_name, body, pointer) => {
    const { api } = await fresh();
    const answer = await simulate(api, body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });
});

describe('assurance methods', () => {
  test('list what each method proves in this tenant', async () => {
    const { api } = await fresh();
    const { body } = await api.get(`${path}/assurance-methods`);
    expect(body.methods.find((m: any) => m.method === 'sms_code')).toMatchObject({
      available: false,
      unavailableReason: 'sms_gateway_missing',
    });
    expect(body.acrValues.map((a: any) => a.value)).toEqual([
      'aal1',
      'aal2',
      'aal3',
      'phr',
      'phrh',
    ]);
  });
});

describe('versions', () => {
  test('can be read one by one, and those of other tenants cannot', async () => {
    const { api } = await fresh();
    await activated(api, 0);
    const second = await activated(api, 1, flow({ name: 'Second' }));
    const version = async (n: number | string) => api.get(`${path}/versions/${n}`);
    expect((await version(2)).body).toEqual(second);
    expect((await version(1)).body).toMatchObject({
      version: 1,
      name: 'Sign in',
      state: 'archived',
      activatedAt: null,
    });
    expect((await version(0)).body).toMatchObject({ version: 0, state: 'archived' });
    expect((await version(3)).status).toBe(404);
    expect((await version('latest')).status).toBe(400);
    expect((await (await fresh()).api.get(`${path}/versions/1`)).status).toBe(404);
  });

  test('never change once they are stored', async () => {
    const { api, tenant } = await fresh();
    await activated(api, 0);
    await expect(
      platform.service.platform.db.transact(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        (tx) => tx.execute(`UPDATE login_flow_versions SET checksum = 'x'`),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('are pruned when they are old, unbound and unused', async () => {
    const { api, tenant } = await fresh();
    await activated(api, 0);
    platform.hub.setClient(tenant, 'pinned');
    await platform.sql(
      `INSERT INTO login_flow_versions (tenant_id, version, id, definition, assurance, checksum, based_on_version, created_at, created_by)
       SELECT tenant_id, i, id || i, definition, assurance, checksum, 0, created_at, created_by FROM login_flow_versions, generate_series(2, 110) i WHERE tenant_id = $1`,
      [tenant.id],
    );
    await platform.sql(
      'UPDATE login_flow_heads SET last_version = 110, active_version = 3 WHERE tenant_id = $1',
      [tenant.id],
    );
    await api.put(`${path}/client-bindings/pinned`, { body: { version: 5 } });
    const prune = (now: Date) =>
      platform.service.platform.db.transact(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        (tx) => pruneVersions(tx, now),
      );
    // Version 1 is the last activation; 3 is active, 5 bound.
    expect(await prune(new Date())).toBe(7);
    await platform.sql('UPDATE login_flow_activations SET ended_at = now() WHERE tenant_id = $1', [
      tenant.id,
    ]);
    expect(await prune(new Date())).toBe(0);
    expect(await prune(new Date(Date.now() + 91 * 86_400_000))).toBe(1);
    const { body } = await api.get(`${path}/versions`);
    expect(body.map((v: any) => v.version).slice(-4)).toEqual([11, 5, 3, 0]);
    expect(
      (await platform.audited(tenant)).filter((a) => a === 'loginFlowPruneVersion 200'),
    ).toHaveLength(8);
  });
});
