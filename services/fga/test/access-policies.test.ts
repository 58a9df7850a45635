import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPolicyKey } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { openBucket } from '@platform/testkit/stores';

const pathOf = (clientId: string): string =>
  `/api/v1/clients/${encodeURIComponent(clientId)}/access-policies`;
let platform: AccessPlatform;
let acme: TestTenant;
let api: TestApi;
let stranger: TestApi;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.conditional-access.max-policies-per-client': '4',
    'platform.hub.platform-client-ids': 'console',
  });
  acme = platform.hub.tenant('acme');
  api = await platform.api(acme);
  stranger = await platform.api(platform.hub.tenant('globex'));
});
afterAll(() => platform.stop());

let n = 0;
/** A client of the tenant, and the path of its policies. */
function client(clientId = `app~${++n}.x`): { clientId: string; path: string } {
  platform.hub.setClient(acme, clientId, {});
  return { clientId, path: pathOf(clientId) };
}
const body = (more: Record<string, unknown> = {}) => ({
  name: `Policy ${++n}`,
  mode: 'enabled',
  conditions: {},
  controls: { assurance: { acr: 'aal2' } },
  ...more,
});
const made = async (path: string, more: Record<string, unknown> = {}): Promise<any> => {
  const answer = await api.post(path, { body: body(more) });
  expect(answer.status).toBe(200);
  return answer.body;
};
const told = async (id: string) => (await platform.events(acme)).filter((e) => e.subject.id === id);
const evaluate = (clientId: string, more: object = {}) =>
  platform
    .peer('hub')
    .service('platform.fga.v1.AccessPolicies')
    .Evaluate({ tenantId: acme.id, clientId, phase: 'authorize', userId: newId('user'), ...more });

describe('policies', () => {
  test('are created report-only, read, listed by priority, updated by merge patch, and deleted', async () => {
    const { clientId, path } = client();
    const created = await api.post(path, {
      body: {
        name: 'First',
        conditions: {
          subjects: { include: { all: true } },
          networks: { exclude: { cidrs: ['192.0.2.0/24'] } },
        },
        controls: { assurance: { acr: 'aal2', maxAgeSeconds: 60 } },
      },
    });
    expect(created.body).toMatchObject({
      clientId,
      mode: 'report_only',
      priority: 100,
      description: null,
      version: 1,
    });
    expect(created.headers.get('etag')).toBe('"1"');
    const at = `${path}/${created.body.id}`;
    expect((await api.get(at)).body).toEqual(created.body);
    const urgent = await made(path, { priority: 1 });
    expect((await api.get(path)).body.data.map((p: any) => p.id)).toEqual([
      urgent.id,
      created.body.id,
    ]);
    const page = (await api.get(`${path}?limit=1`)).body;
    expect(
      (await api.get(`${path}?limit=1&cursor=${page.nextCursor}`)).body.data.map((p: any) => p.id),
    ).toEqual([created.body.id]);

    const changed = await api.patch(at, {
      body: {
        mode: 'enabled',
        conditions: { networks: null },
        controls: { assurance: { maxAgeSeconds: null } },
      },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({
      version: 2,
      mode: 'enabled',
      conditions: { subjects: { include: { all: true } } },
      controls: { assurance: { acr: 'aal2' } },
    });
    expect(changed.body.conditions.networks).toBeUndefined();
    expect(changed.body.modeChangedAt).not.toBe(created.body.modeChangedAt);
    expect(
      (await api.patch(at, { body: { name: 'Late' }, headers: { 'if-match': '"1"' } })).status,
    ).toBe(412);
    expect((await api.patch(at, { body: { name: 'First' } })).headers.get('etag')).toBe('"2"');
    expect((await api.delete(at)).body).toEqual({ id: created.body.id, deleted: true });
    expect((await api.get(at)).status).toBe(404);
    expect((await told(created.body.id)).map((e) => [e.type, e.data.changed])).toEqual([
      ['policy.created', undefined],
      ['policy.updated', ['/mode', '/conditions', '/controls']],
      ['policy.deleted', undefined],
    ]);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no control', { controls: {} }, '/controls', 'invalid_format'],
    ['a message alone', { controls: { denyMessage: { en: 'x' } } }, '/controls', 'invalid_format'],
    [
      'a block beside a control',
      { controls: { block: true, passwordChange: true } },
      '/controls/passwordChange',
      'invalid_format',
    ],
    [
      'host bits in a network',
      { conditions: { networks: { include: { cidrs: ['192.0.2.1/24'] } } } },
      '/conditions/networks/include/cidrs/0',
      'invalid_format',
    ],
    [
      'a window without length',
      {
        conditions: {
          time: { timezone: 'UTC', windows: [{ days: ['mon'], from: '08:00', to: '08:00' }] },
        },
      },
      '/conditions/time/windows/0/to',
      'invalid_format',
    ],
    [
      'a zone that is none',
      {
        conditions: {
          time: {
            timezone: 'Mars/Phobos',
            windows: [{ days: ['mon'], from: '08:00', to: '09:00' }],
          },
        },
      },
      '/conditions/time/timezone',
      'invalid_format',
    ],
    [
      'exclude all',
      { conditions: { subjects: { exclude: { all: true } } } },
      '/conditions/subjects/exclude/all',
      'unknown_member',
    ],
    [
      'an unknown condition',
      { conditions: { weather: 'bad' } },
      '/conditions/weather',
      'unknown_member',
    ],
    [
      'an acr that is none',
      { controls: { assurance: { acr: 'aal9' } } },
      '/controls/assurance/acr',
      'invalid_format',
    ],
  ])('reject %s on creation and update', async (_what, more, pointer, code) => {
    const { path } = client();
    const { id } = await made(path, { mode: 'disabled', controls: { assurance: { acr: 'aal1' } } });
    const refusals = [await api.post(path, { body: body(more) })];
    // A patch cannot take a control away by leaving it out.
    if (!pointer.endsWith('/controls'))
      refusals.push(await api.patch(`${path}/${id}`, { body: more }));
    for (const { status, body: refusal } of refusals) {
      expect(status).toBe(422);
      expect(refusal.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    }
  });

  test('have a unique name per client, and a limit, even concurrently', async () => {
    const { path } = client();
    const twins = await Promise.all(
      Array.from({ length: 4 }, () => api.post(path, { body: body({ name: 'Twin' }) })),
    );
    expect(twins.map((a) => a.status).sort()).toEqual([200, 409, 409, 409]);
    expect(twins.find((a) => a.status === 409)?.body).toMatchObject({
      code: 'already_exists',
      errors: [{ pointer: '/name' }],
    });
    const more = await Promise.all(
      Array.from({ length: 5 }, () => api.post(path, { body: body() })),
    );
    expect(more.map((a) => a.status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect((await api.post(client().path, { body: body({ name: 'Twin' }) })).status).toBe(200);
  });

  test("require a client of the tenant; other tenants' clients look like missing ones", async () => {
    const { path } = client();
    const { id } = await made(path);
    for (const call of [
      stranger.get(path),
      stranger.get(`${path}/${id}`),
      stranger.patch(`${path}/${id}`, { body: {} }),
      stranger.delete(`${path}/${id}`),
      stranger.post(`${path}/simulate`, { body: {} }),
      api.get(pathOf('no-such-client')),
    ]) {
      expect((await call).body.code).toBe('not_found');
    }
    expect((await api.get(`${client().path}/${id}`)).status).toBe(404);
    platform.hub.setClient(acme, 'unseen', {});
    platform.hub.setAway(true);
    expect((await api.get(pathOf('unseen'))).status).toBe(503);
    platform.hub.setAway(false);
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['a block of everyone', { controls: { block: true } }, 409],
    [
      'a block of one',
      { conditions: { subjects: { include: { userIds: ['u'] } } }, controls: { block: true } },
      409,
    ],
    ['a demand on everyone', {}, 409],
    ['a demand on all', { conditions: { subjects: { include: { all: true } } } }, 409],
    [
      'a demand on everyone but an organization',
      { conditions: { subjects: { exclude: { organizationIds: ['o'] } } } },
      409,
    ],
    ['a demand on some', { conditions: { subjects: { include: { roles: ['auditor'] } } } }, 200],
    [
      'a block of all but a role',
      {
        conditions: { subjects: { include: { all: true }, exclude: { roles: ['tenant_owner'] } } },
        controls: { block: true },
      },
      200,
    ],
    ['a block that is only reported', { mode: 'report_only', controls: { block: true } }, 200],
  ])('on a client of the platform: %s', async (_what, more, status) => {
    const { path } = client('console');
    const answer = await api.post(path, { body: body(more) });
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body.code).toBe('lockout_risk');
    else {
      const enabled = await api.patch(`${path}/${answer.body.id}`, { body: { mode: 'enabled' } });
      expect(enabled.status).toBe(more['mode'] === 'report_only' ? 409 : 200);
      await api.delete(`${path}/${answer.body.id}`);
    }
  });

  test('block the deletion of roles that they refer to', async () => {
    const { path } = client();
    const role = (
      await api.post('/api/v1/roles', {
        body: { key: `r${Date.now().toString(36)}`, permissions: ['tenant:users.read'] },
      })
    ).body;
    const { id } = await made(path, {
      conditions: { subjects: { exclude: { roles: [role.key] } } },
    });
    expect((await api.delete(`/api/v1/roles/${role.id}`)).body).toMatchObject({
      code: 'conflict',
      errors: [{ code: 'in_use', detail: id }],
    });
  });

  test('are written again if the bucket has lost them or is ahead of the database', async () => {
    const { bus } = platform.service.platform;
    const [lost, ahead] = [client(), client()];
    const entry = ({ clientId }: { clientId: string }) =>
      bus.get<{ enabled: number; revision: number }>(
        'access-policies',
        accessPolicyKey(acme.id, clientId),
      );
    for (const one of [lost, ahead]) {
      await made(one.path);
      await eventually(() => entry(one));
    }
    const bucket = await openBucket(bus.jetstream()!, 'access-policies');
    await bucket.delete(accessPolicyKey(acme.id, lost.clientId));
    await bucket.put(
      accessPolicyKey(acme.id, ahead.clientId),
      JSON.stringify({ version: 50, revision: 50, enabled: 0 }),
    );
    const pod = await platform.startPod('auditor');
    try {
      await eventually(async () => ((await entry(ahead))?.revision === 51 ? true : undefined));
      expect(await eventually(() => entry(lost))).toMatchObject({ enabled: 1, revision: 2 });
      expect(await entry(ahead)).toMatchObject({ enabled: 1 });
    } finally {
      await pod.close();
    }
  });

  test('are written to the bucket with their revision, and deleted with their client', async () => {
    const { clientId, path } = client();
    const { bus } = platform.service.platform;
    const entry = () =>
      bus.get<{ enabled: number; revision: number }>(
        'access-policies',
        accessPolicyKey(acme.id, clientId),
      );
    const first = await made(path);
    await made(path, { mode: 'report_only' });
    await eventually(async () => ((await entry())?.revision === 2 ? true : undefined));
    expect(await entry()).toMatchObject({ enabled: 1, revision: 2 });
    const id = newId('event');
    await bus.jetstream()?.publish(
      `events.0.${acme.id}.client.deleted`,
      JSON.stringify({
        specversion: '1.0',
        id,
        type: 'client.deleted',
        tenantid: acme.id,
        data: {
          id,
          type: 'client.deleted',
          occurredAt: new Date().toISOString(),
          actor: { type: 'client', id: 'x' },
          organizationId: null,
          subject: { type: 'client', id: clientId },
          data: {},
          schemaVersion: 1,
        },
      }),
    );
    await eventually(async () => ((await entry())?.revision === 3 ? true : undefined));
    expect(await entry()).toMatchObject({ enabled: 0 });
    expect((await told(first.id)).map((e) => e.type)).toEqual(['policy.created', 'policy.deleted']);
  });
});

describe('metrics', () => {
  test('count what policies decide when the hub asks, by mode', async () => {
    const { clientId, path } = client();
    await made(path, { controls: { block: true } });
    await made(path, { mode: 'report_only', controls: { block: true } });
    await made(path, { mode: 'disabled' });
    const counted = async (): Promise<Record<string, number>> => {
      const { values } = (await platform.service.platform.metrics.registry
        .getSingleMetric('fga_policy_outcomes_total')!
        .get()) as { values: { value: number; labels: Record<string, string> }[] };
      return Object.fromEntries(
        values.map(({ value, labels }) => [`${labels['mode']} ${labels['result']}`, value]),
      );
    };
    const before = await counted();
    await evaluate(clientId);
    const after = await counted();
    const more = Object.fromEntries(
      Object.entries(after)
        .map(([key, value]) => [key, value - (before[key] ?? 0)])
        .filter(([, n]) => n !== 0),
    );
    expect(more).toEqual({
      'enabled blocked': 1,
      'report_only blocked': 1,
      'disabled not_enabled': 1,
    });
    await api.post(`${path}/simulate`, { body: {} });
    expect(await counted()).toEqual(after);
  });
});

describe('conditionalAccessPolicySimulate', () => {
  test('evaluates saved policies and an unsaved candidate with the given signals', async () => {
    const { path } = client();
    const saved = await made(path, {
      name: 'Saved',
      mode: 'report_only',
      controls: { block: true },
      conditions: { scopes: ['x'] },
    });
    const { status, body: found } = await api.post(`${path}/simulate`, {
      body: {
        principal: { type: 'user', id: 'usr_x' },
        scopes: ['x'],
        authentication: { acr: 'aal1' },
        at: '2026-11-20T12:00:00Z',
        candidate: {
          name: 'New',
          mode: 'enabled',
          conditions: { risk: { signIn: ['high'] } },
          controls: { assurance: { acr: 'aal2' }, session: { maxSessionSeconds: 600 } },
        },
      },
    });
    expect(status).toBe(200);
    expect(found).toEqual({
      decision: 'require',
      requirements: [{ policyId: null, operator: 'all', controls: ['assurance'] }],
      session: {
        maxAccessTokenSeconds: null,
        maxSessionSeconds: 600,
        refreshToken: 'allow',
        senderConstrained: 'none',
      },
      policies: [
        {
          id: null,
          name: 'New',
          mode: 'enabled',
          result: 'unsatisfied',
          unmatched: [],
          unknown: ['risk'],
          unmet: ['assurance'],
        },
        {
          id: saved.id,
          name: 'Saved',
          mode: 'report_only',
          result: 'blocked',
          unmatched: [],
          unknown: [],
          unmet: [],
        },
      ].sort((a) => (a.id === null ? 1 : -1)),
    });
    const bad = await api.post(`${path}/simulate`, {
      body: { candidate: body({ conditions: { networks: { include: { cidrs: ['x'] } } } }) },
    });
    expect(bad.body.errors[0].pointer).toBe('/candidate/conditions/networks/include/cidrs/0');
    expect((await api.get(path)).body.data).toHaveLength(1);
  });

  test('simulations ignore idempotency keys and create no audit records', async () => {
    const { path } = client();
    const simulate = (more: object = {}) =>
      api.post(`${path}/simulate`, {
        body: { principal: { type: 'user', id: 'usr_x' }, ...more },
        headers: { 'idempotency-key': 'simulated' },
      });
    expect((await simulate()).body.decision).toBe('allow');
    await made(path, { controls: { block: true } });
    expect((await simulate()).body.decision).toBe('block');
    expect((await simulate({ scopes: ['x'] })).status).toBe(200);
    expect((await simulate({ scopes: 'x' })).status).toBe(422);
    expect(
      await platform.sql(
        `SELECT 1 FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%conditionalAccessPolicySimulate'`,
        [acme.id],
      ),
    ).toEqual([]);
  });

  test('looks up the roles and groups of a user unless they are given', async () => {
    const { path } = client();
    await made(path, {
      conditions: { subjects: { include: { groupIds: ['grp_1'], roles: ['duty'] } } },
      controls: { block: true },
    });
    const id = newId('user');
    platform.directory.setUser(acme.id, id, { tenantRoles: ['duty'] });
    const decide = async (more: object) =>
      (await api.post(`${path}/simulate`, { body: { principal: { type: 'user', id }, ...more } }))
        .body.decision;
    expect([
      await decide({}),
      await decide({ roles: [], groupIds: [] }),
      await decide({ roles: [], groupIds: ['grp_1'] }),
    ]).toEqual(['block', 'allow', 'block']);
  });
});

describe('AccessPolicies/Evaluate', () => {
  test('allows requests without policies, without any lookups', async () => {
    platform.directory.setAway(true);
    expect(await evaluate('ungoverned')).toMatchObject({
      outcome: 'allow',
      applied: [],
      reportOnly: [],
    });
    platform.directory.setAway(false);
  });

  test('is only for the hub', async () => {
    await expect(
      platform
        .peer('outbound')
        .service('platform.fga.v1.AccessPolicies')
        .Evaluate({ tenantId: acme.id, clientId: 'x', userId: 'u' }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });

  test('requires step-up if only the assurance is insufficient, and reports other requirements in groups', async () => {
    const { clientId, path } = client();
    const strong = await made(path, {
      controls: {
        assurance: { acr: 'aal2', methods: ['hwk'] },
        session: { maxAccessTokenSeconds: 120 },
      },
    });
    const { outcome, stepUp, session, applied } = await evaluate(clientId, {
      acr: 'aal1',
      amr: ['hwk'],
    });
    expect([outcome, stepUp, applied]).toEqual([
      'stepUp',
      { acr: 'aal2', methods: ['hwk'], maxAgeSeconds: -1 },
      [strong.id],
    ]);
    expect(session).toMatchObject({
      maxAccessTokenSeconds: 120,
      maxSessionSeconds: 0,
      refreshToken: 'allow',
      senderConstrained: 'none',
    });
    const consent = await made(path, {
      priority: 1,
      controls: { operator: 'any', consent: { docTypes: ['terms'] }, device: { managed: true } },
    });
    const both = await evaluate(clientId, { acr: 'aal1', amr: ['hwk'] });
    expect(both.require?.groups).toEqual([
      {
        policyId: consent.id,
        operator: 'any',
        controls: [
          { kind: 'consent', controlJson: '{"docTypes":["terms"]}' },
          { kind: 'device', controlJson: '{"managed":true}' },
        ],
      },
      {
        policyId: strong.id,
        operator: 'all',
        controls: [{ kind: 'assurance', controlJson: expect.any(String) }],
      },
    ]);
    expect(
      (await evaluate(clientId, { acr: 'aal2', amr: ['hwk'], device: { managed: true } })).outcome,
    ).toBe('allow');
  });

  test('denies with the message of the blocking policy; false is not treated as a missing signal', async () => {
    const { clientId, path } = client();
    const { id } = await made(path, {
      conditions: { whenUnknown: 'no_match', device: { managed: false } },
      controls: { block: true, denyMessage: { en: 'Use a managed device' } },
    });
    expect((await evaluate(clientId)).outcome).toBe('allow');
    expect(await evaluate(clientId, { device: { managed: false } })).toMatchObject({
      outcome: 'deny',
      deny: { reason: 'policy_denied', policyId: id, messages: { en: 'Use a managed device' } },
    });
  });

  test('reports the results of report-only policies', async () => {
    const { clientId, path } = client();
    const { id } = await made(path, { mode: 'report_only', controls: { block: true } });
    expect(await evaluate(clientId)).toMatchObject({
      outcome: 'allow',
      applied: [],
      reportOnly: [id],
    });
  });

  test('does not decide while directory is unavailable', async () => {
    const { clientId, path } = client();
    await made(path, { conditions: { subjects: { include: { roles: ['duty'] } } } });
    platform.directory.setAway(true);
    await expect(evaluate(clientId)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    platform.directory.setAway(false);
  });

  test('applies changes immediately in this pod, and within a second in others', async () => {
    const { clientId, path } = client();
    const pod = await platform.startPod('second');
    const other = patientPeer({
      address: `127.0.0.1:${pod.rpcPort}`,
      token: () => platform.cluster.mint('hub', 'fga'),
    });
    const there = () =>
      other.service('platform.fga.v1.AccessPolicies').Evaluate({
        tenantId: acme.id,
        clientId,
        phase: 'token',
        principal: { type: 'client', id: clientId },
      });
    const block = { conditions: { principalTypes: ['client'] }, controls: { block: true } };
    expect((await there()).outcome).toBe('allow');
    const { id } = await made(path, block);
    expect(
      (await evaluate(clientId, { userId: '', principal: { type: 'client', id: clientId } }))
        .outcome,
    ).toBe('deny');
    await eventually(async () => ((await there()).outcome === 'deny' ? true : undefined), {
      withinMs: 1_500,
    });
    await api.delete(`${path}/${id}`);
    expect(
      (await evaluate(clientId, { userId: '', principal: { type: 'client', id: clientId } }))
        .outcome,
    ).toBe('allow');
    await eventually(async () => ((await there()).outcome === 'allow' ? true : undefined), {
      withinMs: 1_500,
    });
    other.close();
    await pod.close();
  });
});
