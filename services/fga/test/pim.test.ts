import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { forgetActivations, sweepActivations, sweepEligibilities } from '../src/pim/pim-workers.ts';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

const admin = '/api/v1/pim/eligible-assignments';
const activations = '/api/v1/pim/activations';
const elevate = 'tenant:pim.elevate';
const approve = 'tenant:pim.approve';
let platform: AccessPlatform;
let acme: TestTenant;
let owner: TestApi;
let stranger: TestApi;

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.pim.sweep-interval': '1h',
    'platform.pim.max-open-activations-per-principal': '3',
  });
  acme = platform.hub.tenant('acme');
  owner = await platform.api(acme);
  stranger = await platform.api(platform.hub.tenant('globex'));
});
afterAll(() => platform.stop());

/** A user that directory knows, with a token. */
async function person({
  scopes = [elevate],
  claims = {},
  ...known
}: {
  scopes?: string[];
  claims?: Record<string, unknown>;
  groupIds?: string[];
  status?: string;
  tenantRoles?: string[];
} = {}): Promise<{ id: string; api: TestApi }> {
  const id = newId('user');
  platform.directory.setUser(acme.id, id, known);
  return { id, api: await platform.as({ tenant: acme, userId: id, scopes, claims }) };
}
const open = { requireApproval: false, requireJustification: false };
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;
const eligible = async (
  userId: string,
  more: Record<string, unknown> = {},
  rules: Record<string, unknown> = { requireJustification: false },
): Promise<any> => {
  const answer = await owner.post(admin, {
    body: {
      principal: { type: 'user', id: userId },
      scopes: ['tenant:users.read', 'tenant:users.write'],
      rules,
      ...more,
    },
  });
  expect(answer.body).toMatchObject({ status: 'active' });
  return answer.body;
};
/** A user with an eligibility and a request for it. */
async function asked(
  rules: Record<string, unknown> = { requireJustification: false },
  wish: Record<string, unknown> = {},
): Promise<{ user: { id: string; api: TestApi }; eligibility: any; activation: any }> {
  const user = await person();
  const eligibility = await eligible(user.id, {}, rules);
  const answer = await user.api.post(activations, {
    body: { eligibleAssignmentId: eligibility.id, ...wish },
  });
  expect(answer.status).toBe(200);
  return { user, eligibility, activation: answer.body };
}
const told = async (id: string): Promise<string[]> =>
  (await platform.events(acme))
    .filter((e) => e.subject.id === id)
    .map((e) => e.type.replace('pim.', ''));
const stored = async (id: string): Promise<any> =>
  (await platform.sql('SELECT * FROM activations WHERE id = $1', [id]))[0];
const shift = (id: string, seconds: number): Promise<unknown> =>
  platform.sql(
    `UPDATE activations SET decision_deadline = decision_deadline - $2::interval, wanted_start = wanted_start - $2::interval, starts_at = starts_at - $2::interval,
     ends_at = ends_at - $2::interval, next_due_at = next_due_at - $2::interval WHERE id = $1`,
    [id, `${seconds} seconds`],
  );
const parts = () => ({
  db: platform.service.platform.db,
  people: {
    find: async () => ({
      id: '',
      status: 'active',
      groupIds: [],
      tenantRoles: [],
      memberships: [],
      userJson: '{}',
      tokenAttributesJson: '{}',
    }),
  },
});

describe('pimEligibilityAdminCreate', () => {
  test('creates, reads, lists and deletes', async () => {
    const { id } = await person();
    const made = await owner.post(admin, {
      body: {
        principal: { type: 'user', id },
        role: 'support',
        justification: 'On call',
        rules: { approvers: [{ type: 'role', id: 'tenant_owner' }] },
      },
    });
    expect(made.body).toMatchObject({
      role: 'support',
      scopes: null,
      status: 'active',
      expiresAt: null,
      rules: {
        maxDurationSeconds: 28_800,
        defaultDurationSeconds: 3600,
        requireApproval: true,
        requiredApprovals: 1,
        approvalTimeoutSeconds: 86_400,
        requireTicket: false,
        requireAcr: null,
      },
    });
    expect((await owner.get(`${admin}/${made.body.id}`)).body).toEqual(made.body);
    expect((await owner.get(`${admin}?limit=1`)).body.data).toEqual([made.body]);
    expect((await owner.delete(`${admin}/${made.body.id}`)).body).toEqual({
      id: made.body.id,
      deleted: true,
    });
    expect((await owner.get(`${admin}/${made.body.id}`)).status).toBe(404);
    expect(await told(made.body.id)).toEqual(['eligibility_created', 'eligibility_deleted']);
  });

  test.each<[string, Record<string, unknown>, number, string, string]>([
    [
      'both a role and scopes',
      { role: 'support', scopes: ['tenant:users.read'] },
      422,
      '/scopes',
      'invalid_format',
    ],
    ['neither', {}, 422, '/scopes', 'invalid_format'],
    ['an unknown role', { role: 'nobody' }, 422, '/role', 'unknown_role'],
    [
      'an unknown scope',
      { scopes: ['tenant:users.read', 'tenant:x.read'] },
      422,
      '/scopes/1',
      'not_found',
    ],
    [
      'an unknown group',
      { scopes: ['tenant:users.read'], principal: { type: 'group', id: 'grp_1' } },
      422,
      '/principal/id',
      'not_found',
    ],
    [
      'an unknown user',
      { scopes: ['tenant:users.read'], principal: { type: 'user', id: newId('user') } },
      422,
      '/principal/id',
      'not_found',
    ],
    [
      'an end in the past',
      { scopes: ['tenant:users.read'], expiresAt: '2020-01-01T00:00:00Z' },
      422,
      '/expiresAt',
      'invalid_format',
    ],
    [
      'an end before the start',
      {
        scopes: ['tenant:users.read'],
        startsAt: '2099-01-02T00:00:00Z',
        expiresAt: '2099-01-01T00:00:00Z',
      },
      422,
      '/expiresAt',
      'invalid_format',
    ],
    [
      'a pattern that is none',
      { scopes: ['tenant:users.read'], rules: { ticketPattern: '(' } },
      422,
      '/rules/ticketPattern',
      'invalid_format',
    ],
    [
      'more than the operator allows',
      { scopes: ['tenant:users.read'], rules: { maxDurationSeconds: 86_401 } },
      422,
      '/rules/maxDurationSeconds',
      'invalid_format',
    ],
    [
      'a default beyond the maximum',
      {
        scopes: ['tenant:users.read'],
        rules: { maxDurationSeconds: 600, defaultDurationSeconds: 601 },
      },
      422,
      '/rules/defaultDurationSeconds',
      'invalid_format',
    ],
    [
      'elevation to approving, without approval',
      { scopes: [approve], rules: open },
      422,
      '/rules/requireApproval',
      'approval_required',
    ],
    [
      'elevation to writing roles, without approval',
      { role: 'security_admin', rules: open },
      422,
      '/rules/requireApproval',
      'approval_required',
    ],
    [
      'an unknown rule',
      { scopes: ['tenant:users.read'], rules: { x: 1 } },
      422,
      '/rules/x',
      'unknown_member',
    ],
  ])('refuses %s', async (_what, body, status, pointer, code) => {
    const answer = await owner.post(admin, {
      body: { principal: { type: 'user', id: (await person()).id }, ...body },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  test("grants nothing beyond the granter's scopes, and nothing to oneself without approval", async () => {
    const maker = await person({ scopes: ['tenant:pim.admin', 'tenant:users.read'] });
    const refused = await maker.api.post(admin, {
      body: {
        principal: { type: 'user', id: (await person()).id },
        scopes: ['tenant:users.read', 'tenant:users.write'],
      },
    });
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      errors: [{ code: 'missing_scope', detail: 'tenant:users.write' }],
    });
    const own = await maker.api.post(admin, {
      body: {
        principal: { type: 'user', id: maker.id },
        scopes: ['tenant:users.read'],
        rules: open,
      },
    });
    expect(own.body.errors).toEqual([expect.objectContaining({ code: 'approval_required' })]);
    expect(
      (
        await maker.api.post(admin, {
          body: { principal: { type: 'user', id: maker.id }, scopes: ['tenant:users.read'] },
        })
      ).status,
    ).toBe(200);
  });

  test('is unique per principal and set of scopes, even concurrently', async () => {
    const { id } = await person();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_x, i) =>
        owner.post(admin, {
          body: {
            principal: { type: 'user', id },
            scopes:
              i % 2
                ? ['tenant:users.read', 'tenant:orgs.read']
                : ['tenant:orgs.read', 'tenant:users.read'],
          },
        }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const made = answers.find((a) => a.status === 200)?.body;
    await platform.sql(
      "UPDATE eligibilities SET expires_at = now() - interval '1 s' WHERE id = $1",
      [made.id],
    );
    expect(
      (
        await owner.post(admin, {
          body: {
            principal: { type: 'user', id },
            scopes: ['tenant:orgs.read', 'tenant:users.read'],
          },
        })
      ).status,
    ).toBe(200);
    expect(await told(made.id)).toEqual(['eligibility_created', 'eligibility_expired']);
  });

  test('hides eligible assignments from other tenants and from other users', async () => {
    const { id } = await eligible((await person()).id);
    for (const call of [stranger.get(`${admin}/${id}`), stranger.delete(`${admin}/${id}`)])
      expect((await call).body.code).toBe('not_found');
    expect((await (await person()).api.get(admin)).body.code).toBe('insufficient_scope');
  });
});

describe('pimEligibilityAdminUpdate', () => {
  const change = (id: string, body: Record<string, unknown>, api = owner) =>
    api.patch(`${admin}/${id}`, { body });
  const requestedAgain = (user: { api: TestApi }, id: string) =>
    user.api.post(activations, { body: { eligibleAssignmentId: id } });

  test('changes what is given, and publishes and audits the difference', async () => {
    const made = await eligible((await person()).id, { justification: 'On call' });
    const rules = { maxDurationSeconds: 7200, approvers: [{ type: 'role', id: 'tenant_owner' }] };
    const changed = await change(made.id, { justification: null, rules });
    expect(changed.body).toEqual({
      ...made,
      justification: null,
      rules: { ...made.rules, ...rules },
      updatedAt: changed.body.updatedAt,
    });
    expect(changed.body.updatedAt > made.updatedAt).toBe(true);
    expect((await owner.get(`${admin}/${made.id}`)).body).toEqual(changed.body);
    expect((await change(made.id, { rules })).body).toEqual(changed.body);
    const events = (await platform.events(acme)).filter((e) => e.subject.id === made.id);
    const pointers = ['/justification', '/rules/maxDurationSeconds', '/rules/approvers'];
    expect(events.map((e) => [e.type, (e.data as any).changed])).toEqual([
      ['pim.eligibility_created', undefined],
      ['pim.eligibility_updated', pointers],
    ]);
    const [record] = await platform.sql<any>(
      "SELECT envelope->'data'->'data' AS data FROM outbox WHERE starts_with(subject, 'audit.') AND envelope->'data'->'data'->>'operationId' = 'pimEligibilityAdminUpdate' AND envelope::text LIKE '%' || $1 || '%'",
      [made.id],
    );
    expect(record.data).toMatchObject({ outcome: 'success', changed: pointers });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['another role', { role: 'support' }, '/role', 'unknown_member'],
    ['a rule that is null', { rules: { requireTicket: null } }, '/rules/requireTicket', ''],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'invalid_format'],
    ['a start that has passed', { startsAt: '2099-01-01T00:00:00Z' }, '/startsAt', 'immutable'],
    [
      'a default beyond the new maximum',
      { rules: { maxDurationSeconds: 600 } },
      '/rules/defaultDurationSeconds',
      'invalid_format',
    ],
    [
      'more than the operator allows',
      { rules: { maxDurationSeconds: 86_401 } },
      '/rules/maxDurationSeconds',
      'invalid_format',
    ],
    ['a pattern that is none', { rules: { ticketPattern: '(' } }, '/rules/ticketPattern', ''],
  ])('refuses %s', async (_what, body, pointer, code) => {
    const { id } = await eligible((await person()).id);
    const answer = await change(id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ pointer, ...(code !== '' && { code }) }),
    );
  });

  test('grants no more than the caller has, and nothing to the caller without approval', async () => {
    const { id } = await eligible((await person()).id);
    const reader = await person({ scopes: ['tenant:pim.admin', 'tenant:users.read'] });
    expect((await change(id, { rules: open }, reader.api)).body).toMatchObject({
      code: 'insufficient_scope',
      errors: [{ code: 'missing_scope', detail: 'tenant:users.write' }],
    });
    const maker = await person({
      scopes: ['tenant:pim.admin', 'tenant:users.read', 'tenant:users.write'],
    });
    const own = await eligible(maker.id);
    for (const [of, api] of [
      [own.id, maker.api],
      [(await eligible((await person()).id, { scopes: [approve] })).id, owner],
    ] as const)
      expect((await change(of, { rules: open }, api)).body.errors).toEqual([
        expect.objectContaining({
          pointer: '/rules/requireApproval',
          code: 'approval_required',
        }),
      ]);
    expect((await change(own.id, { rules: open })).status).toBe(200);
  });

  test('hides eligible assignments of other tenants, and rejects stale versions and expired ones', async () => {
    const { id } = await eligible((await person()).id);
    expect((await change(id, {}, stranger)).body.code).toBe('not_found');
    expect((await change(id, {}, (await person()).api)).body.code).toBe('insufficient_scope');
    const headers = { 'if-match': (await owner.get(`${admin}/${id}`)).headers.get('etag')! };
    const save = (justification: string) =>
      owner.patch(`${admin}/${id}`, { body: { justification }, headers });
    expect((await save('first')).status).toBe(200);
    expect((await save('second')).body.code).toBe('precondition_failed');
    await platform.sql(
      "UPDATE eligibilities SET expires_at = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    expect((await change(id, { expiresAt: null })).body.code).toBe('invalid_state');
  });

  test('moves the start until it has passed', async () => {
    const { id } = await person();
    const scopes = ['tenant:users.read'];
    const later = await owner.post(admin, {
      body: { principal: { type: 'user', id }, scopes, startsAt: '2099-01-01T00:00:00Z' },
    });
    const startsAt = new Date().toISOString();
    const moved = await change(later.body.id, { startsAt });
    expect(moved.body).toMatchObject({ startsAt, status: 'active' });
  });

  test('a pending request takes over stricter rules, and is decided by the current approvers', async () => {
    const [bob, carol] = await Promise.all([
      person({ scopes: [approve] }),
      person({ scopes: [approve] }),
    ]);
    const only = ({ id }: { id: string }) => ({ approvers: [{ type: 'user', id }] });
    const { user, eligibility, activation } = await asked(
      { requireJustification: false, ...only(bob) },
      { durationSeconds: 3600 },
    );
    const path = `${activations}/${activation.id}`;
    const stricter = { maxDurationSeconds: 900, defaultDurationSeconds: 900, ...only(carol) };
    expect((await change(eligibility.id, { rules: stricter })).status).toBe(200);
    expect((await user.api.get(path)).body).toMatchObject({
      state: 'requested',
      durationSeconds: 900,
    });
    expect((await bob.api.post(`${path}/approve`)).body.code).toBe('not_found');
    expect((await carol.api.get(path)).body.canApprove).toBe(true);
    // Laxer rules change nothing of it.
    await change(eligibility.id, { rules: { maxDurationSeconds: 7200, requireApproval: false } });
    expect((await carol.api.post(`${path}/approve`)).body).toMatchObject({
      state: 'active',
      durationSeconds: 900,
    });
    expect(await told(activation.id)).toEqual([
      'activation_requested',
      'activation_updated',
      'activation_approved',
      'activation_started',
    ]);
  });

  test('cancels a pending request that could no longer be made, which can then be made again', async () => {
    const { user, eligibility, activation } = await asked();
    await change(eligibility.id, { rules: { requireJustification: true } });
    expect((await user.api.get(`${activations}/${activation.id}`)).body).toMatchObject({
      state: 'cancelled',
      endReason: 'eligibility_updated',
    });
    expect((await requestedAgain(user, eligibility.id)).body.errors[0].pointer).toBe(
      '/justification',
    );
  });

  test('a shorter time to decide ends a request that has waited longer', async () => {
    const { user, eligibility, activation } = await asked();
    await platform.sql(
      "UPDATE activations SET requested_at = requested_at - interval '1 h' WHERE id = $1",
      [activation.id],
    );
    await change(eligibility.id, { rules: { approvalTimeoutSeconds: 1800 } });
    expect(await stored(activation.id)).toMatchObject({ state: 'timed_out', next_due_at: null });
    expect((await requestedAgain(user, eligibility.id)).status).toBe(200);
  });

  test('an active elevation keeps its duration, but ends with the eligible assignment', async () => {
    const { user, eligibility, activation } = await asked(open);
    const scopes = async () => (await user.api.get(`${activations}/active-scopes`)).body;
    await change(eligibility.id, {
      rules: { maxDurationSeconds: 300, defaultDurationSeconds: 300, requireTicket: true },
    });
    expect((await scopes()).nextChangeAt).toBe(activation.endsAt);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await change(eligibility.id, { expiresAt });
    expect((await scopes()).nextChangeAt).toBe(expiresAt);
    await change(eligibility.id, { expiresAt: null });
    expect((await scopes()).nextChangeAt).toBe(expiresAt);
    await shift(activation.id, 61);
    await sweepActivations(parts());
    expect(await told(activation.id)).toEqual([
      'activation_requested',
      'activation_started',
      'activation_updated',
      'activation_expired',
    ]);
  });

  test('revokes a scheduled elevation that would start after the end', async () => {
    const { eligibility, activation } = await asked(open, {
      startsAt: new Date(Date.now() + 600_000).toISOString(),
    });
    await change(eligibility.id, { expiresAt: new Date(Date.now() + 300_000).toISOString() });
    expect(await stored(activation.id)).toMatchObject({
      state: 'revoked',
      end_reason: 'eligibility_updated',
    });
  });

  test('against an approval, either it or the stricter rule decides', async () => {
    const bob = await person({ scopes: [approve] });
    for (let i = 0; i < 5; i++) {
      const { eligibility, activation } = await asked({ requireJustification: false });
      const [approved, changed] = await Promise.all([
        bob.api.post(`${activations}/${activation.id}/approve`),
        change(eligibility.id, { rules: { requiredApprovals: 2 } }),
      ]);
      expect(changed.status).toBe(200);
      const { state, required_approvals: required } = await stored(activation.id);
      expect([approved.body.state, required]).toEqual([state, state === 'active' ? 1 : 2]);
    }
  });

  test('against requests, leaves none under the former rules', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => person({ groupIds: ['grp_stricter'] })),
    );
    const template = await eligible((await person()).id, {}, { requireJustification: false });
    const id = newId('eligibleAssignment');
    await platform.sql(
      `INSERT INTO eligibilities SELECT tenant_id, $2, 'group', 'grp_stricter', NULL, '{tenant:users.read}', $2, NULL, NULL, rules, starts_at, NULL, NULL, created_by, created_at, updated_at FROM eligibilities WHERE id = $1`,
      [template.id, id],
    );
    await Promise.all([
      ...people.map((p) => requestedAgain(p, id)),
      change(id, { rules: { requiredApprovals: 3 } }),
    ]);
    const rows = await platform.sql<any>(
      'SELECT DISTINCT required_approvals AS required FROM activations WHERE eligibility_id = $1',
      [id],
    );
    expect(rows).toEqual([{ required: 3 }]);
  });

  test('against the same version, one of two changes wins', async () => {
    const { id } = await eligible((await person()).id);
    const headers = { 'if-match': (await owner.get(`${admin}/${id}`)).headers.get('etag')! };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((justification) =>
        owner.patch(`${admin}/${id}`, { body: { justification }, headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe('pimRequestActivation', () => {
  test('is active immediately if no approval is required', async () => {
    const { user, activation } = await asked(open, {
      durationSeconds: 900,
      scopes: ['tenant:users.read'],
    });
    expect(activation).toMatchObject({
      state: 'active',
      scopes: ['tenant:users.read'],
      view: 'requester',
      canApprove: false,
      requiredApprovals: 0,
      principal: { type: 'user', id: user.id },
      decisionDeadline: null,
    });
    expect(Date.parse(activation.endsAt) - Date.parse(activation.startsAt)).toBe(900_000);
    expect(activation.requestContext).toMatchObject({ ip: '203.0.113.7' });
    const { body } = await user.api.get(`${activations}/active-scopes`);
    expect(body).toMatchObject({
      principal: { id: user.id },
      scopes: [
        {
          scope: 'tenant:users.read',
          activationId: activation.id,
          role: null,
          expiresAt: activation.endsAt,
        },
      ],
      nextChangeAt: activation.endsAt,
    });
    expect(await told(activation.id)).toEqual(['activation_requested', 'activation_started']);
  });

  test('can be scheduled, and starts on time without a sweep', async () => {
    const { user, activation } = await asked(open, {
      startsAt: new Date(Date.now() + 600_000).toISOString(),
    });
    expect(activation.state).toBe('scheduled');
    expect((await user.api.get(`${activations}/active-scopes`)).body).toMatchObject({
      scopes: [],
      nextChangeAt: activation.startsAt,
    });
    await shift(activation.id, 601);
    expect((await user.api.get(`${activations}/active-scopes`)).body.scopes).toHaveLength(2);
    expect((await user.api.get(activations)).body.data[0]).toMatchObject({
      id: activation.id,
      state: 'active',
    });
    await sweepActivations(parts());
    await shift(activation.id, 3601);
    expect((await user.api.get(`${activations}/active-scopes`)).body.scopes).toEqual([]);
    expect((await user.api.get(activations)).body.data[0].state).toBe('expired');
    await sweepActivations(parts());
    expect(await told(activation.id)).toEqual([
      'activation_requested',
      'activation_scheduled',
      'activation_started',
      'activation_expired',
    ]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string, string]>([
    ['no justification', {}, {}, '/justification', 'required'],
    ['no ticket', { requireJustification: false, requireTicket: true }, {}, '/ticket', 'required'],
    [
      'a ticket that does not match',
      { requireJustification: false, ticketPattern: 'INC-\\d+' },
      { ticket: { system: 'jira', number: 'xINC-1' } },
      '/ticket/number',
      'invalid_format',
    ],
    [
      'too long a time',
      { requireJustification: false, maxDurationSeconds: 600 },
      { durationSeconds: 601 },
      '/durationSeconds',
      'invalid_format',
    ],
    [
      'a scope that is not given',
      { requireJustification: false },
      { scopes: ['tenant:users.read', 'tenant:orgs.read'] },
      '/scopes/1',
      'not_found',
    ],
    [
      'a start in the past',
      { requireJustification: false },
      { startsAt: '2020-01-01T00:00:00Z' },
      '/startsAt',
      'invalid_format',
    ],
    [
      'a start too far ahead',
      { requireJustification: false },
      { startsAt: '2199-01-01T00:00:00Z' },
      '/startsAt',
      'invalid_format',
    ],
  ])('refuses %s', async (_what, rules, wish, pointer, code) => {
    const user = await person();
    const { id } = await eligible(user.id, {}, rules);
    const answer = await user.api.post(activations, {
      body: { eligibleAssignmentId: id, ...wish },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  test.each<
    [
      string,
      Record<string, unknown>,
      () => Record<string, unknown>,
      Record<string, unknown> | undefined,
    ]
  >([
    ['too weak a sign-in', { requireAcr: 'aal2' }, () => ({ acr: 'aal1' }), { acr_values: 'aal2' }],
    [
      'a sign-in that says nothing of itself',
      { requireAcr: 'aal2', requireAuthWithinSeconds: 60 },
      () => ({}),
      { acr_values: 'aal2', max_age: 60 },
    ],
    [
      'too old a sign-in',
      { requireAuthWithinSeconds: 60 },
      () => ({ auth_time: secondsAgo(90) }),
      { max_age: 60 },
    ],
    [
      'nothing of a strong and fresh one',
      { requireAcr: 'aal2', requireAuthWithinSeconds: 60 },
      () => ({ acr: 'aal3', auth_time: secondsAgo(5) }),
      undefined,
    ],
  ])('refuses %s', async (_what, rules, claims, wanted) => {
    const user = await person({ claims: claims() });
    const { id } = await eligible(user.id, {}, { ...open, ...rules });
    const answer = await user.api.post(activations, { body: { eligibleAssignmentId: id } });
    if (!wanted) return expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 401,
      code: 'insufficient_user_authentication',
      ...wanted,
    });
    expect(answer.headers.get('www-authenticate')).toContain(
      'error="insufficient_user_authentication"',
    );
    for (const [name, value] of Object.entries(wanted))
      expect(answer.headers.get('www-authenticate')).toContain(`${name}="${value}"`);
  });

  test('accepts only active eligible assignments of the calling user', async () => {
    const user = await person();
    const later = await owner.post(admin, {
      body: {
        principal: { type: 'user', id: user.id },
        scopes: ['tenant:orgs.read'],
        startsAt: '2099-01-01T00:00:00Z',
        rules: open,
      },
    });
    const ids = [
      (await eligible((await person()).id, {}, open)).id,
      later.body.id,
      'elg_01h455vb4pex5vsknk084sn02q',
    ];
    for (const id of ids)
      expect(
        (await user.api.post(activations, { body: { eligibleAssignmentId: id } })).body.code,
      ).toBe('not_found');
    const own = await eligible(user.id, {}, open);
    expect(
      (await owner.post(activations, { body: { eligibleAssignmentId: own.id } })).body.code,
    ).toBe('not_found');
    expect((await user.api.get('/api/v1/pim/eligible')).body.data).toEqual([
      { ...own, openActivationId: null },
    ]);
  });

  test('applies to the current members of a group', async () => {
    const member = await person({ groupIds: ['grp_ops'] });
    await platform.sql(
      `INSERT INTO eligibilities SELECT tenant_id, 'elg_01h455vb4pex5vsknk084sn0gr', 'group', 'grp_ops', NULL, '{tenant:users.read}', 'x', NULL, NULL, rules, starts_at, NULL, NULL, created_by, created_at, updated_at
      FROM eligibilities WHERE id = $1`,
      [(await eligible((await person()).id, {}, open)).id],
    );
    const eligibleAssignmentId = 'elg_01h455vb4pex5vsknk084sn0gr';
    expect(
      (await (await person()).api.post(activations, { body: { eligibleAssignmentId } })).status,
    ).toBe(404);
    expect((await member.api.get('/api/v1/pim/eligible')).body.data.map((e: any) => e.id)).toEqual([
      eligibleAssignmentId,
    ]);
    const { body } = await member.api.post(activations, { body: { eligibleAssignmentId } });
    expect(body.state).toBe('active');
    expect((await member.api.get('/api/v1/pim/eligible')).body.data[0].openActivationId).toBe(
      body.id,
    );
    await tell(
      'directory.group_member_removed',
      { type: 'group', id: 'grp_ops' },
      { group: { id: 'grp_ops' }, members: [{ id: 'dusr_1', userId: member.id }] },
    );
    expect(
      await eventually(async () =>
        (await stored(body.id)).state === 'revoked'
          ? (await stored(body.id)).end_reason
          : undefined,
      ),
    ).toBe('group_left');
  });

  test('allows one open activation per eligible assignment, and a limit in total, even concurrently', async () => {
    const user = await person();
    const made = await Promise.all(
      ['users', 'orgs', 'clients', 'webhooks'].map((area) =>
        owner.post(admin, {
          body: {
            principal: { type: 'user', id: user.id },
            scopes: [`tenant:${area}.read`],
            rules: open,
          },
        }),
      ),
    );
    const first = made[0]?.body.id;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        user.api.post(activations, { body: { eligibleAssignmentId: first } }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409]);
    const winner = answers.find((a) => a.status === 200)?.body.id;
    for (const loser of answers.filter((a) => a.status === 409))
      expect(loser.body).toMatchObject({ code: 'already_exists', activationId: winner });
    const more = await Promise.all(
      made
        .slice(1)
        .map((e) => user.api.post(activations, { body: { eligibleAssignmentId: e.body.id } })),
    );
    expect(more.map((a) => a.status).sort()).toEqual([200, 200, 422]);
    expect(more.find((a) => a.status === 422)?.body.code).toBe('limit_exceeded');
    // An expired one makes room immediately, swept or not.
    await shift(winner, 4000);
    expect(
      (await user.api.post(activations, { body: { eligibleAssignmentId: first } })).status,
    ).toBe(200);
  });

  test('immediately reflects removed permissions of a role, but not added ones', async () => {
    const user = await person();
    const role = (
      await owner.post('/api/v1/roles', {
        body: {
          key: `r${Date.now().toString(36)}`,
          permissions: ['tenant:users.read', 'tenant:orgs.read'],
        },
      })
    ).body;
    const { id } = (
      await owner.post(admin, {
        body: { principal: { type: 'user', id: user.id }, role: role.key, rules: open },
      })
    ).body;
    await user.api.post(activations, { body: { eligibleAssignmentId: id } });
    const scopesNow = async () =>
      (await user.api.get(`${activations}/active-scopes`)).body.scopes.map((s: any) => s.scope);
    expect(await scopesNow()).toEqual(['tenant:orgs.read', 'tenant:users.read']);
    await owner.patch(`/api/v1/roles/${role.id}`, {
      body: { permissions: ['tenant:users.read', 'tenant:settings.read'] },
    });
    expect(await scopesNow()).toEqual(['tenant:users.read']);
    expect((await owner.delete(`/api/v1/roles/${role.id}`)).body).toMatchObject({
      code: 'conflict',
      errors: [{ code: 'in_use', detail: id }],
    });
  });

  test('for an organization applies only to its tokens', async () => {
    const user = await person();
    const organizationId = newId('organization');
    const { id } = await eligible(user.id, { organizationId }, open);
    await user.api.post(activations, { body: { eligibleAssignmentId: id } });
    expect((await user.api.get(`${activations}/active-scopes`)).body.scopes).toEqual([]);
    const within = await platform.as({
      tenant: acme,
      userId: user.id,
      scopes: [elevate],
      claims: { org_id: organizationId },
    });
    expect((await within.get(`${activations}/active-scopes`)).body.scopes).toHaveLength(2);
    const access = platform.peer('hub').service('platform.fga.v1.PrincipalAccess');
    const ask = async (organization: string) =>
      (
        await access.Get({
          tenantId: acme.id,
          principal: { type: 'user', id: user.id },
          organizationId: organization,
        })
      ).elevated.map((e) => e.scope);
    expect(await ask('')).toEqual([]);
    expect(await ask(organizationId)).toEqual(['tenant:users.read', 'tenant:users.write']);
  });
});

describe('pimGetActivation', () => {
  test('is visible to its requester in every state', async () => {
    const { user, activation } = await asked();
    const path = `${activations}/${activation.id}`;
    const read = await user.api.get(path);
    expect([read.status, read.body]).toEqual([200, activation]);
    const known = { headers: { 'if-none-match': read.headers.get('etag') as string } };
    expect((await user.api.get(path, known)).status).toBe(304);
    await user.api.post(`${path}/revoke`);
    expect((await user.api.get(path)).body).toMatchObject({
      id: activation.id,
      state: 'cancelled',
    });
    expect((await user.api.get(path, known)).status).toBe(200);
  });

  test('is visible to approvers while it is open, and always to administrators', async () => {
    const approver = await person({ scopes: [approve] });
    const { activation } = await asked({
      requireJustification: false,
      approvers: [{ type: 'user', id: approver.id }],
    });
    const path = `${activations}/${activation.id}`;
    const other = await person({ scopes: [approve] });
    const administrator = await person({ scopes: ['tenant:pim.admin'] });
    const statuses = () =>
      Promise.all(
        [approver, other, administrator].map(async ({ api }) => (await api.get(path)).status),
      );
    expect(await statuses()).toEqual([200, 404, 200]);
    await approver.api.post(`${path}/revoke`);
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  test('hides activations of other users and tenants', async () => {
    const { user, activation } = await asked();
    const path = `${activations}/${activation.id}`;
    expect((await (await person()).api.get(path)).status).toBe(404);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await user.api.get(`${activations}/${newId('activation')}`)).status).toBe(404);
    expect((await (await person({ scopes: ['tenant:users.read'] })).api.get(path)).status).toBe(
      403,
    );
  });
});

describe('pimApproveActivation', () => {
  test('starts the activation, which the approver sees before and after', async () => {
    const approver = await person({ scopes: [elevate, approve] });
    const { user, activation } = await asked();
    expect(activation).toMatchObject({ state: 'requested', startsAt: null, endsAt: null });
    expect(
      (await approver.api.get(activations)).body.data.find((a: any) => a.id === activation.id),
    ).toMatchObject({ view: 'approver', canApprove: true });
    const { body } = await approver.api.post(`${activations}/${activation.id}/approve`);
    expect(body).toMatchObject({
      state: 'active',
      approvals: [{ approver: { type: 'user', id: approver.id } }],
      canApprove: false,
    });
    expect((await user.api.get(`${activations}/active-scopes`)).body.scopes).toHaveLength(2);
    expect(await told(activation.id)).toEqual([
      'activation_requested',
      'activation_approved',
      'activation_started',
    ]);
    expect((await approver.api.post(`${activations}/${activation.id}/approve`)).body).toEqual(body);
  });

  test('stores the comments of its approvers and of the person who ends it', async () => {
    const approver = await person({ scopes: [elevate, approve] });
    const { user, activation } = await asked();
    const path = `${activations}/${activation.id}`;
    const approved = await approver.api.post(`${path}/approve`, {
      body: { comment: 'For the incident' },
    });
    expect(approved.body.approvals).toMatchObject([{ comment: 'For the incident' }]);
    await approver.api.post(`${path}/revoke`, {
      body: { comment: 'Resolved' },
    });
    expect((await user.api.get(path)).body).toMatchObject({
      state: 'revoked',
      endReason: 'approver',
      endComment: 'Resolved',
    });
    const tooLong = await approver.api.post(`${path}/revoke`, {
      body: { comment: 'x'.repeat(1_001) },
    });
    expect([tooLong.status, tooLong.body.errors[0].pointer]).toEqual([422, '/comment']);
  });

  test('is listed by its state', async () => {
    const { user, activation } = await asked();
    const idsIn = async (state: string) =>
      (await user.api.get(`${activations}?state=${state}`)).body.data.map((one: any) => one.id);
    expect(await idsIn('open')).toContain(activation.id);
    expect(await idsIn('cancelled')).not.toContain(activation.id);
    await user.api.post(`${activations}/${activation.id}/revoke`);
    expect(await idsIn('open')).not.toContain(activation.id);
    expect(await idsIn('cancelled')).toContain(activation.id);
  });

  test.each<
    [
      string,
      (user: string) => { userId: string; claims?: Record<string, unknown>; clientId?: string },
    ]
  >([
    ['oneself', (userId) => ({ userId })],
    ['oneself through another client', (userId) => ({ userId, clientId: 'other-app' })],
    [
      'oneself acting for another',
      (userId) => ({
        userId: newId('user'),
        claims: { act: { sub: 'some-app', act: { sub: userId } } },
      }),
    ],
  ])('is rejected for %s', async (_what, of) => {
    const { user, activation } = await asked();
    const options = of(user.id);
    platform.directory.setUser(acme.id, options.userId, {});
    const api = await platform.as({ tenant: acme, scopes: [approve], ...options });
    const answer = await api.post(`${activations}/${activation.id}/approve`);
    expect(answer.body).toMatchObject({ status: 403, code: 'self_approval' });
    expect((await stored(activation.id)).state).toBe('requested');
    const audit = await eventually(
      async () =>
        (
          await platform.sql<any>(
            "SELECT envelope->'data'->'data' AS data FROM outbox WHERE starts_with(subject, 'audit.') AND envelope->'data'->'data'->>'code' = 'self_approval' AND envelope->'data'->'actor'->>'id' = $1",
            [options.userId],
          )
        )[0],
    );
    expect(audit.data).toMatchObject({ outcome: 'denied' });
  });

  test('is hidden from clients, other tenants and users who are not approvers', async () => {
    const chosen = await person({ scopes: [approve, elevate], tenantRoles: ['duty'] });
    const other = await person({ scopes: [approve, elevate] });
    const { activation } = await asked({
      requireJustification: false,
      approvers: [{ type: 'role', id: 'duty' }],
    });
    for (const api of [owner, stranger, other.api])
      expect((await api.post(`${activations}/${activation.id}/approve`)).body.code).toBe(
        'not_found',
      );
    const listed = async (api: TestApi) =>
      (await api.get(`${activations}?limit=200`)).body.data.some(
        (a: any) => a.id === activation.id,
      );
    expect([await listed(other.api), await listed(chosen.api)]).toEqual([false, true]);
    expect((await chosen.api.post(`${activations}/${activation.id}/approve`)).body.state).toBe(
      'active',
    );
  });

  test('counts concurrent approvals of two users twice, and of one user once', async () => {
    const [a, b] = await Promise.all([
      person({ scopes: [approve] }),
      person({ scopes: [approve] }),
    ]);
    const rules = { requireJustification: false, requiredApprovals: 2 };
    const twice = await asked(rules);
    const again = await Promise.all(
      Array.from({ length: 4 }, () => a.api.post(`${activations}/${twice.activation.id}/approve`)),
    );
    expect(again.map((x) => [x.status, x.body.state, x.body.approvals.length])).toEqual(
      Array(4).fill([200, 'requested', 1]),
    );
    // An actor for the first approver is the same person.
    const same = await platform.as({
      tenant: acme,
      userId: b.id,
      scopes: [approve],
      claims: { act: { sub: a.id } },
    });
    expect(
      (await same.post(`${activations}/${twice.activation.id}/approve`)).body.approvals,
    ).toHaveLength(1);
    const both = await asked(rules);
    const answers = await Promise.all(
      [a, b].map(({ api }) => api.post(`${activations}/${both.activation.id}/approve`)),
    );
    expect(answers.map((x) => x.body.state).sort()).toEqual(['active', 'requested']);
    expect((await told(both.activation.id)).filter((t) => t === 'activation_started')).toHaveLength(
      1,
    );
  });

  test('against a revocation, one of them wins', async () => {
    const [a, b] = await Promise.all([
      person({ scopes: [approve] }),
      person({ scopes: [approve] }),
    ]);
    for (let i = 0; i < 5; i++) {
      const { activation } = await asked();
      const [approved, revoked] = await Promise.all([
        a.api.post(`${activations}/${activation.id}/approve`),
        b.api.post(`${activations}/${activation.id}/revoke`),
      ]);
      const facts = await told(activation.id);
      if (approved.status === 200)
        expect([revoked.body.state, facts.at(-1)]).toEqual(['revoked', 'activation_revoked']);
      else
        expect([approved.body.code, revoked.body.state, facts.at(-1)]).toEqual([
          'invalid_state',
          'denied',
          'activation_denied',
        ]);
      expect((await stored(activation.id)).ended_at).not.toBeNull();
    }
  });

  test('against the deadline, one of them wins', async () => {
    const approver = await person({ scopes: [approve] });
    for (let i = 0; i < 5; i++) {
      const { activation } = await asked();
      await platform.sql(
        "UPDATE activations SET decision_deadline = clock_timestamp() + interval '12 ms', next_due_at = clock_timestamp() + interval '12 ms' WHERE id = $1",
        [activation.id],
      );
      const [answer] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, i * 5)).then(() =>
          approver.api.post(`${activations}/${activation.id}/approve`),
        ),
        new Promise((resolve) => setTimeout(resolve, 14)).then(() => sweepActivations(parts())),
      ]);
      await sweepActivations(parts());
      const facts = await told(activation.id);
      const expected =
        answer.status === 200
          ? ['active', 'activation_started']
          : ['timed_out', 'activation_timed_out'];
      expect([(await stored(activation.id)).state, facts.at(-1)]).toEqual(expected);
      if (answer.status !== 200) expect(answer.body.code).toBe('invalid_state');
    }
  });

  test('is rejected after the deadline, or if the requester or the eligible assignment is no longer active', async () => {
    const approver = await person({ scopes: [approve] });
    const late = await asked();
    await shift(late.activation.id, 86_401);
    const gone = await asked();
    platform.directory.setUser(acme.id, gone.user.id, { status: 'deactivated' });
    await tell('user.updated', { type: 'user', id: gone.user.id }, {});
    const over = await asked();
    await platform.sql(
      "UPDATE eligibilities SET expires_at = now() - interval '1 s' WHERE id = $1",
      [over.eligibility.id],
    );
    for (const { activation } of [late, over])
      expect((await approver.api.post(`${activations}/${activation.id}/approve`)).body.code).toBe(
        'invalid_state',
      );
    await eventually(async () =>
      (await approver.api.post(`${activations}/${gone.activation.id}/approve`)).body.code ===
      'invalid_state'
        ? true
        : undefined,
    );
  });

  test('uses the requested window, limited by the end of the eligible assignment', async () => {
    const approver = await person({ scopes: [approve] });
    const user = await person();
    const expiresAt = new Date(Date.now() + 1_200_000).toISOString();
    const { id } = await eligible(user.id, { expiresAt });
    const startsAt = new Date(Date.now() + 600_000).toISOString();
    const { body } = await user.api.post(activations, {
      body: { eligibleAssignmentId: id, startsAt, durationSeconds: 3600 },
    });
    const approved = (await approver.api.post(`${activations}/${body.id}/approve`)).body;
    expect(approved).toMatchObject({ state: 'scheduled', startsAt, endsAt: expiresAt });
    expect(await told(body.id)).toEqual([
      'activation_requested',
      'activation_approved',
      'activation_scheduled',
    ]);
  });
});

describe('pimRevokeActivation', () => {
  test.each<[string, 'requested' | 'scheduled' | 'active', 'self' | 'approver', string, string]>([
    ['a request by its requester', 'requested', 'self', 'cancelled', 'activation_cancelled'],
    ['a request by an approver', 'requested', 'approver', 'denied', 'activation_denied'],
    ['a scheduled one by its requester', 'scheduled', 'self', 'cancelled', 'activation_cancelled'],
    ['a scheduled one by an approver', 'scheduled', 'approver', 'revoked', 'activation_revoked'],
    ['an active one by its requester', 'active', 'self', 'revoked', 'activation_revoked'],
    ['an active one by an approver', 'active', 'approver', 'revoked', 'activation_revoked'],
  ])('%s', async (_what, from, by, to, fact) => {
    const { user, activation } = await asked(
      from === 'requested' ? { requireJustification: false } : open,
      from === 'scheduled' ? { startsAt: new Date(Date.now() + 600_000).toISOString() } : {},
    );
    expect(activation.state).toBe(from);
    const api = by === 'self' ? user.api : (await person({ scopes: [approve] })).api;
    const answer = await api.post(`${activations}/${activation.id}/revoke`);
    expect(answer.body).toMatchObject({
      state: to,
      endReason: by === 'self' ? 'requester' : 'approver',
    });
    expect((await told(activation.id)).at(-1)).toBe(fact);
    expect((await user.api.get(`${activations}/active-scopes`)).body.scopes).toEqual([]);
    expect((await api.post(`${activations}/${activation.id}/revoke`)).body.code).toBe(
      'invalid_state',
    );
  });

  test('of another user is hidden without permission to approve', async () => {
    const { activation } = await asked(open);
    for (const api of [(await person()).api, stranger])
      expect((await api.post(`${activations}/${activation.id}/revoke`)).body.code).toBe(
        'not_found',
      );
  });
});

describe('dependent activations', () => {
  test('deleting an eligible assignment ends its activations in the same transaction', async () => {
    const { eligibility, activation } = await asked(open);
    const { body } = await owner.delete(`${admin}/${eligibility.id}`);
    expect(body.deleted).toBe(true);
    expect(await stored(activation.id)).toMatchObject({
      state: 'revoked',
      end_reason: 'eligibility_deleted',
    });
  });

  test('concurrent deletions and requests leave nothing open', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => person({ groupIds: ['grp_race'] })),
    );
    const template = await eligible((await person()).id, {}, open);
    const id = newId('eligibleAssignment');
    await platform.sql(
      `INSERT INTO eligibilities SELECT tenant_id, $2, 'group', 'grp_race', NULL, '{tenant:users.read}', $2, NULL, NULL, rules, starts_at, NULL, NULL, created_by, created_at, updated_at FROM eligibilities WHERE id = $1`,
      [template.id, id],
    );
    await Promise.all([
      ...people.map((p) => p.api.post(activations, { body: { eligibleAssignmentId: id } })),
      owner.delete(`${admin}/${id}`),
    ]);
    expect(
      await platform.sql(
        "SELECT id FROM activations WHERE eligibility_id = $1 AND state = 'active'",
        [id],
      ),
    ).toEqual([]);
  });

  test.each([
    ['user.deactivated', 'user_deactivated'],
    ['user.suspended', 'user_suspended'],
    ['user.deleted', 'user_deleted'],
  ])('%s', async (type, reason) => {
    const { user, eligibility, activation } = await asked(open);
    const waiting = (
      await owner.post(admin, {
        body: { principal: { type: 'user', id: user.id }, scopes: ['tenant:orgs.read'] },
      })
    ).body;
    const second = (
      await user.api.post(activations, {
        body: { eligibleAssignmentId: waiting.id, justification: 'x' },
      })
    ).body;
    await tell(type, { type: 'user', id: user.id }, { user: { id: user.id } });
    await eventually(async () =>
      (await stored(activation.id)).state === 'revoked' ? true : undefined,
    );
    expect([(await stored(activation.id)).end_reason, (await stored(second.id)).state]).toEqual([
      reason,
      'cancelled',
    ]);
    expect((await owner.get(`${admin}/${eligibility.id}`)).status).toBe(
      type === 'user.deleted' ? 404 : 200,
    );
  });

  test('deleting an organization ends its eligible assignments', async () => {
    const organizationId = newId('organization');
    const { id } = await eligible((await person()).id, { organizationId }, open);
    await tell(
      'organization.deleted',
      { type: 'organization', id: organizationId },
      { organization: { id: organizationId } },
    );
    await eventually(async () =>
      (await owner.get(`${admin}/${id}`)).status === 404 ? true : undefined,
    );
  });

  test('an activation of a deleted user does not start', async () => {
    const { activation } = await asked(open, {
      startsAt: new Date(Date.now() + 600_000).toISOString(),
    });
    await shift(activation.id, 601);
    await sweepActivations({ ...parts(), people: { find: async () => undefined } });
    expect(await stored(activation.id)).toMatchObject({
      state: 'revoked',
      end_reason: 'not_live_at_start',
    });
  });
});

describe('DataSubject', () => {
  test('exports, deletes eligible assignments, ends open activations and clears texts', async () => {
    const { user, eligibility, activation } = await asked(open, {
      justification: 'Because I, Ada, need it',
      ticket: { system: 'jira', number: 'ADA-1' },
    });
    const compliance = platform.peer('compliance').service('platform.datasubject.v1.DataSubject');
    const request = { tenantId: acme.id, requestId: `er-${user.id}`, userId: user.id };
    const sections: Record<string, any> = {};
    for await (const { section, json } of compliance.Export(request))
      sections[section] = JSON.parse(json);
    expect([sections['eligibilities'][0].id, sections['activations'][0]]).toMatchObject([
      eligibility.id,
      { id: activation.id, justification: 'Because I, Ada, need it' },
    ]);
    expect((await compliance.Erase({ ...request, dryRun: true })).items).toHaveLength(2);
    expect((await compliance.Erase(request)).items).toEqual([
      expect.objectContaining({ category: 'activations', action: 'ANONYMIZED', count: 1 }),
      expect.objectContaining({ category: 'eligibilities', action: 'DELETED', count: 1 }),
    ]);
    expect(await stored(activation.id)).toMatchObject({
      state: 'revoked',
      justification: null,
      ticket: null,
      request_context: { ip: '', userAgent: null },
    });
    const [, , revoked] = (await platform.events(acme)).filter(
      (e) => e.subject.id === activation.id,
    );
    expect([revoked?.type, revoked?.data]).toEqual([
      'pim.activation_revoked',
      { activation: { id: activation.id }, redacted: true },
    ]);
    expect((await owner.get(`${admin}/${eligibility.id}`)).status).toBe(404);
  });

  test.each(['the requester', 'the approver'])('clears comments when %s is erased', async (who) => {
    const approver = await person({ scopes: [approve] });
    const { user, activation } = await asked();
    const path = `${activations}/${activation.id}`;
    await approver.api.post(`${path}/approve`, { body: { comment: 'Ada asked me' } });
    await approver.api.post(`${path}/revoke`, { body: { comment: 'Ada is done' } });
    const userId = who === 'the requester' ? user.id : approver.id;
    const compliance = platform.peer('compliance').service('platform.datasubject.v1.DataSubject');
    await compliance.Erase({ tenantId: acme.id, requestId: `er-${userId}`, userId });
    const { approvals, endComment, endReason } = (await owner.get(path)).body;
    expect(approvals).toMatchObject([{ approver: { id: approver.id }, comment: null }]);
    expect([endReason, endComment]).toEqual(['approver', null]);
  });

  test('keeps the comments of other people when an approver is erased', async () => {
    const [bob, carol] = await Promise.all([
      person({ scopes: [approve] }),
      person({ scopes: [approve] }),
    ]);
    const { activation } = await asked();
    const path = `${activations}/${activation.id}`;
    await bob.api.post(`${path}/approve`, { body: { comment: 'Go ahead' } });
    await carol.api.post(`${path}/revoke`, { body: { comment: 'Enough' } });
    const compliance = platform.peer('compliance').service('platform.datasubject.v1.DataSubject');
    await compliance.Erase({ tenantId: acme.id, requestId: `er-${bob.id}`, userId: bob.id });
    expect((await owner.get(path)).body.endComment).toBe('Enough');
  });
});

describe('the sweep', () => {
  test('updates each activation once, whichever pod sweeps', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => asked(open)));
    for (const { activation } of made) await shift(activation.id, 3601);
    await Promise.all(Array.from({ length: 4 }, () => sweepActivations(parts())));
    for (const { activation } of made)
      expect((await told(activation.id)).filter((t) => t === 'activation_expired')).toHaveLength(1);
  });

  test('reports expired eligible assignments once', async () => {
    const { id } = await eligible((await person()).id);
    await platform.sql('UPDATE eligibilities SET expires_at = now() WHERE id = $1', [id]);
    await Promise.all([1, 2].map(() => sweepEligibilities(parts())));
    expect((await told(id)).filter((t) => t === 'eligibility_expired')).toHaveLength(1);
  });

  test('deletes activations that ended long ago', async () => {
    const { user, activation } = await asked();
    await user.api.post(`${activations}/${activation.id}/revoke`);
    await platform.sql(
      "UPDATE activations SET ended_at = now() - interval '401 days' WHERE id = $1",
      [activation.id],
    );
    await forgetActivations({ ...parts(), historyRetention: 400 * 86_400_000 });
    expect(await stored(activation.id)).toBeUndefined();
  });
});

/** Publishes an event of a sibling on the bus. */
async function tell(
  type: string,
  subject: { type: string; id: string },
  data: Record<string, unknown>,
): Promise<void> {
  const { db } = platform.service.platform;
  const id = newId('event');
  const event = {
    id,
    type,
    occurredAt: new Date().toISOString(),
    actor: { type: 'system', id: 'x' },
    organizationId: null,
    subject,
    data,
    schemaVersion: 1,
  };
  const envelope = { specversion: '1.0', id, type, tenantid: acme.id, data: event };
  await db.transact({ tenantId: acme.id, actor: { type: 'system', id: 'x' } }, async (tx) => {
    await tx.execute(
      'INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope) VALUES ($1, 0, $2, $2, $3, $4)',
      [acme.id, id, `events.0.${acme.id}.${type}`, JSON.stringify(envelope)],
    );
  });
}

describe('metrics', () => {
  test('count open activations by state', async () => {
    await asked();
    const rows = await platform.sql<{ state: string; count: number }>(
      "SELECT state, count(*)::int AS count FROM activations WHERE state IN ('requested', 'scheduled', 'active') GROUP BY state",
    );
    const pod = await platform.startPod('counter');
    try {
      const shown = await eventually(async () => {
        const { values } = (await pod.platform.metrics.registry
          .getSingleMetric('fga_open_activations')!
          .get()) as { values: { value: number; labels: Record<string, string> }[] };
        return values.length > 0
          ? Object.fromEntries(values.map(({ value, labels }) => [labels['state'], value]))
          : undefined;
      });
      expect(shown).toEqual({
        requested: 0,
        scheduled: 0,
        active: 0,
        ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      });
      expect(shown['requested']).toBeGreaterThan(0);
    } finally {
      await pod.close();
    }
  });
});
