import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactVerify, importJWK } from 'jose';
import type { JWK } from 'jose';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { deleteEndedErasures } from '../src/erasure/erasure-sweep.ts';
import {
  aSubject,
  compliancePlatform,
  errorOf,
  grant,
  ok,
  compliancePaths,
} from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';
import {
  knownUser,
  askedOf,
  deactivated,
  erasuresPath,
  inState,
  never,
  peersOf,
  requestErasure,
  sweep as sweepAll,
} from './request-fixtures.ts';

let under: ComplianceTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await compliancePlatform({
    'platform.erasure.sweep-cron': never,
    // Services that hang do so until a test releases them.
    'platform.erasure.peer-timeout': '60s',
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(() => under.stop());

const pathOf = (id: string): string => `${erasuresPath}/${id}`;
const status = async (id: string): Promise<any> => ok(await api.get(pathOf(id)));
const raise = (id: string, body: Record<string, unknown> = {}) =>
  api.post(`${pathOf(id)}/holds`, {
    body: { reasonCode: 'legal_claim', reason: 'A suit', ...body },
  });
const lift = (id: string, holdId: string) => api.delete(`${pathOf(id)}/holds/${holdId}`);
const typesOf = (id: string) => under.typesOf(tenant, id);

const sweep = () => sweepAll(under);

/** Moves the times of a request back, as if it had waited. */
const wait = (id: string, interval: string) =>
  under.sql(
    `UPDATE erasure_requests SET grace_ends_at = grace_ends_at - $2::interval, held_since = held_since - $2::interval,
       deferred_at = deferred_at - $2::interval WHERE id = $1`,
    [id, interval],
  );

/** A request whose grace window is over, driven by a sweep. */
async function due(userId: string): Promise<any> {
  const request = await deactivated(api, userId);
  await wait(request.id, '8 days');
  return request;
}

/** The tables that outlive a tenant: the mark of the purge, pending messages, and signed checkpoints. */
const keptByPurges = ['audit_checkpoints', 'outbox', 'outbox_pending', 'purged_tenant'];

/** Returns the rows of a tenant by table. */
async function rowsOf(tenantId: string): Promise<Map<string, object[]>> {
  const tables = await under.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = 'compliance'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const found = new Map<string, object[]>();
  for (const { name } of tables) {
    const rows = await under.sql<object>(`SELECT * FROM ${name} WHERE tenant_id = $1`, [tenantId]);
    if (rows.length > 0) found.set(name, rows);
  }
  return found;
}

describe('erasureRequestCreate', () => {
  test('deactivates the user, and waits for the end of the grace period', async () => {
    const user = knownUser(under, tenant);
    const answer = ok(
      await requestErasure(api, user.id, {
        reason: 'consent_withdrawn',
        receivedAt: '2026-01-31T10:00:00Z',
        externalReference: 'CASE-1',
        note: 'By phone',
      }),
    );
    expect(answer).toMatchObject({
      state: 'RECEIVED',
      subject: { type: 'user_id', userId: user.id },
      reason: 'consent_withdrawn',
      requestedBy: 'data_subject',
      regulation: 'gdpr',
      dueAt: '2026-02-28T10:00:00.000Z',
      holds: [],
      certificateAvailable: false,
    });
    expect(JSON.stringify(answer)).not.toContain(user.email);
    const request = await inState(api, pathOf(answer.id), 'DEACTIVATED');
    expect(Date.parse(request.graceEndsAt) - Date.parse(request.deactivatedAt)).toBe(
      7 * 86_400_000,
    );
    expect(request.peers.map((one: any) => [one.peer, one.phase, one.outcome])).toEqual([
      ['directory', 'deactivate', 'DONE'],
      ['hub', 'deactivate', 'DONE'],
      ['identity-facade', 'deactivate', 'DONE'],
    ]);
    await sweep();
    await sweep();
    expect((await status(answer.id)).state).toBe('DEACTIVATED');
    expect(askedOf(under, user.id)).toEqual([
      'directory Deactivate',
      'hub Deactivate',
      'identity-facade Deactivate',
    ]);
    expect(await typesOf(answer.id)).toEqual(['erasure.requested']);
    const [told] = await under.eventsOf(tenant, user.id);
    expect(told).toMatchObject({
      type: 'erasure.subject_deactivated',
      data: { externalIds: [user.externalId], erasureRequest: { id: answer.id } },
    });
    expect(JSON.stringify(told)).not.toContain(user.email);
  });

  test('finds a user by any identifier, and a subject that is known only from consents', async () => {
    const user = knownUser(under, tenant);
    const byEmail = ok(
      await api.post(erasuresPath, { body: { subject: { type: 'email', value: user.email } } }),
    );
    expect(byEmail.subject).toEqual({ type: 'email', userId: user.id });
    const key = aSubject();
    ok(await grant(api, { subjectId: key }));
    const subject = { type: 'consent_subject', value: key };
    const byKey = ok(await api.post(erasuresPath, { body: { subject } }));
    expect(byKey.subject).toEqual({ type: 'consent_subject', userId: null });
    expect((await inState(api, pathOf(byKey.id), 'DEACTIVATED')).peers).toEqual([]);
  });

  test.each([
    ['a stranger', { type: 'user_id', value: newId('user') }, 'not_found'],
    ['an unknown address', { type: 'email', value: 'nobody@example.com' }, 'not_found'],
    ['an unknown key', { type: 'consent_subject', value: 'nobody' }, 'not_found'],
    ['what is no user id', { type: 'user_id', value: 'ada' }, 'not_found'],
  ])('refuses %s', async (_what, subject, code) => {
    expect(errorOf(await api.post(erasuresPath, { body: { subject } }))).toEqual([
      422,
      'validation_failed',
      '/subject/value',
      code,
    ]);
  });

  test.each([
    ['a time to come', { receivedAt: '2099-01-01T00:00:00Z' }, '/receivedAt'],
    ['another reason', { reason: 'boredom' }, '/reason'],
    ['a member it does not know', { urgent: true }, '/urgent'],
  ])('refuses %s', async (_what, body, pointer) => {
    const { id } = knownUser(under, tenant);
    expect(errorOf(await requestErasure(api, id, body)).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });

  test('requires the scope, and hides users and requests of other tenants', async () => {
    const user = knownUser(under, tenant);
    const reader = await under.platform.as({ tenant, scopes: ['tenant:compliance.read'] });
    expect((await requestErasure(reader, user.id)).status).toBe(403);
    const other = await under.tenant();
    expect((await requestErasure(other.api, user.id)).status).toBe(422);
    const { id } = ok(await requestErasure(api, user.id));
    for (const path of [pathOf(id), `${pathOf(id)}/certificate`])
      expect((await other.api.get(path)).status).toBe(404);
    expect((await other.api.post(`${pathOf(id)}/cancel`)).status).toBe(404);
    expect(ok(await other.api.get(erasuresPath)).data).toEqual([]);
  });

  test('creates only one of two concurrent requests for a user', async () => {
    const user = knownUser(under, tenant);
    const answers = await Promise.all([
      requestErasure(api, user.id),
      requestErasure(api, user.id),
      api.post(erasuresPath, { body: { subject: { type: 'email', value: user.email } } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const made = answers.find((one) => one.status === 200)!.body;
    const refused = answers.find((one) => one.status === 409)!.body;
    expect(refused).toMatchObject({ code: 'already_exists', existingId: made.id });
  });

  test('a service that hangs for some tenants delays no other tenant', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => under.tenant()));
    const kept = await Promise.all(
      slow.map(async (one) => {
        const user = knownUser(under, one.tenant);
        const answer = peersOf(under).directory.keepBack(user.id);
        ok(await requestErasure(one.api, user.id));
        await eventually(answer.isAsked);
        return answer;
      }),
    );
    const user = knownUser(under, tenant);
    expect((await deactivated(api, user.id)).subject.userId).toBe(user.id);
    for (const answer of kept) answer.release();
  });

  test('works while services are unavailable, and continues when they are back', async () => {
    const user = knownUser(under, tenant);
    under.platform.identityFacade.setAway(true);
    const { id } = ok(await requestErasure(api, user.id));
    const failed = await eventually(async () =>
      (await status(id)).peers.find((one: any) => one.outcome === 'FAILED'),
    );
    expect(failed).toMatchObject({ peer: 'identity-facade', lastError: 'upstream_unavailable' });
    under.platform.identityFacade.setAway(false);
    await sweep();
    await inState(api, pathOf(id), 'DEACTIVATED');
  });
});

describe('an erasure', () => {
  test('erases the user everywhere, and leaves an anonymous certificate', async () => {
    const user = knownUser(under, tenant);
    const consent = ok(await grant(api, { subjectId: user.id }));
    const { id } = await due(user.id);
    expect(errorOf(await api.get(`${pathOf(id)}/certificate`)).slice(0, 2)).toEqual([
      409,
      'invalid_state',
    ]);
    await sweep();
    const request = await inState(api, pathOf(id), 'COMPLETED');
    expect(request).toMatchObject({
      subject: { userId: null },
      note: null,
      nextSweepAt: null,
      certificateAvailable: true,
    });
    expect(request.peers.filter((one: any) => one.phase === 'erase')).toMatchObject([
      {
        peer: 'compliance',
        outcome: 'DONE',
        items: expect.arrayContaining([
          expect.objectContaining({ category: 'consents', count: 1 }),
        ]),
      },
      ...['directory', 'fga', 'hub', 'identity-facade', 'outbound'].map((peer) => ({
        peer,
        outcome: 'DONE',
        attempts: 1,
      })),
    ]);
    const erased = askedOf(under, user.id).filter((one) => one.endsWith('Erase'));
    expect(erased).toHaveLength(5);
    expect(ok(await api.get(`${compliancePaths.consents}/${consent.id}`)).state).toBe(
      'invalidated',
    );
    expect(await typesOf(id)).toEqual([
      'erasure.requested',
      'erasure.started',
      'erasure.completed',
    ]);
    const completed = (await under.eventsOf(tenant, id)).at(-1)!;
    expect(completed.data.erasureRequest).toMatchObject({ userId: user.id, state: 'COMPLETED' });

    const certificate = ok(await api.get(`${pathOf(id)}/certificate`));
    const { keys } = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: JWK[] };
    const key = keys.find(({ kid }) => kid === certificate.kid) as JWK;
    const { payload, protectedHeader } = await compactVerify(
      certificate.jws,
      await importJWK(key, 'RS256'),
    );
    expect(protectedHeader.typ).toBe('erasure-certificate+jwt');
    expect(await under.signedWith(id)).toEqual([certificate.kid]);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(certificate.certificate);
    expect(certificate.certificate).toMatchObject({
      iss: tenant.issuer,
      jti: id,
      reason: 'other',
      holds: 0,
    });
    expect(certificate.certificate.peers).toHaveLength(6);

    const tables = ['erasure_requests', 'erasure_identifiers', 'erasure_tasks', 'consents'];
    for (const table of [...tables, 'consent_history'])
      for (const name of [user.id, user.email, user.externalId])
        expect([
          table,
          await under.sql(`SELECT FROM ${table} t WHERE strpos(t::text, $1) > 0`, [name]),
        ]).toEqual([table, []]);
  });

  test('leaves a tombstone that identifies the user', async () => {
    const user = knownUser(under, tenant);
    const asked = (value: string, type = 'user_id') => ({ type, value });
    const standings = async () => {
      const { results } = await under
        .peer('directory')
        .service('platform.compliance.v1.Subjects')
        .Status({
          tenantId: tenant.id,
          identifiers: [
            asked(user.id),
            asked(user.email.toUpperCase(), 'email'),
            asked(user.externalId, 'external_id'),
            asked(newId('user')),
          ],
        });
      return results.map(({ state }) => state);
    };
    expect(await standings()).toEqual(['NONE', 'NONE', 'NONE', 'NONE']);
    const { id } = await due(user.id);
    expect(await standings()).toEqual(['OPEN', 'OPEN', 'OPEN', 'NONE']);
    await sweep();
    await inState(api, pathOf(id), 'COMPLETED');
    expect(await standings()).toEqual(['ERASED', 'ERASED', 'ERASED', 'NONE']);
    expect(errorOf(await grant(api, { subjectId: user.id })).slice(0, 2)).toEqual([
      409,
      'invalid_state',
    ]);
    expect(ok(await api.get(`${erasuresPath}?userId=${user.id}`)).data).toMatchObject([{ id }]);
    await expect(
      under.peer('fga').service('platform.compliance.v1.Subjects').Status({ tenantId: tenant.id }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });

  test('keeps its certificate, for operators, after the deletion of the tenant until its retention ends', async () => {
    const { tenant: leaving, api: itsApi } = await under.tenant();
    const [user, other] = [knownUser(under, leaving), knownUser(under, leaving)];
    const body = { externalReference: `Case of ${user.email}` };
    const { id } = ok(await requestErasure(itsApi, user.id, body));
    await inState(itsApi, pathOf(id), 'DEACTIVATED');
    await wait(id, '8 days');
    await sweep();
    await inState(itsApi, pathOf(id), 'COMPLETED');
    const certificate = ok(await itsApi.get(`${pathOf(id)}/certificate`));
    await deactivated(itsApi, other.id);
    ok(await grant(itsApi, { subjectId: other.id }));

    await under.publish(leaving, {
      type: 'tenant.deleted',
      subject: { type: 'tenant', id: leaving.id },
    });
    await eventually(async () =>
      (await under.typesOf(leaving, leaving.id)).includes('tenant.purged'),
    );
    const left = await rowsOf(leaving.id);
    expect([...left.keys()].filter((table) => !keptByPurges.includes(table))).toEqual([
      'erasure_identifiers',
      'erasure_requests',
    ]);
    const text = JSON.stringify([left.get('erasure_identifiers'), left.get('erasure_requests')]);
    for (const name of [user.id, user.email, user.externalId, other.id, other.email])
      expect(text).not.toContain(name);

    const certificates = (account: string) =>
      under.peer(account).service('platform.compliance.v1.ErasureCertificates');
    const listed = async (identifier: { type: string; value: string } | null, of = leaving.id) =>
      (await certificates('platform-operator').List({ tenantId: of, identifier })).certificates.map(
        ({ requestId }) => requestId,
      );
    expect(await listed(null)).toEqual([id]);
    expect(await listed({ type: 'email', value: user.email })).toEqual([id]);
    expect(await listed({ type: 'email', value: other.email })).toEqual([]);
    expect(await listed({ type: 'email', value: user.email }, tenant.id)).toEqual([]);
    const one = { tenantId: leaving.id, requestId: id };
    const { certificateJson, ...document } = await certificates('platform-operator').Get(one);
    expect({ ...document, certificate: JSON.parse(certificateJson) }).toEqual(certificate);
    await expect(
      certificates('platform-operator').Get({ ...one, tenantId: tenant.id }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(certificates('directory').Get(one)).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });

    await under.sql(
      `UPDATE erasure_requests SET updated_at = now() - interval '1826 days' WHERE id = $1`,
      [id],
    );
    await deleteEndedErasures(under.platform.service.platform.db, 1825 * 86_400_000);
    expect(
      [...(await rowsOf(leaving.id)).keys()].filter((table) => !keptByPurges.includes(table)),
    ).toEqual([]);
  });

  test('retries a service that was unavailable, and calls each of the others once', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    // Dry runs pass: the service becomes unavailable once erasing has begun.
    const { outbound } = under.platform;
    const begun = eventually(async () => (await status(id)).state === 'ERASING');
    under.platform.hub.subjects.setBlocked(user.id, undefined);
    await under.sql(
      `UPDATE erasure_requests SET state = 'ERASING', erasure_started_at = now() WHERE id = $1`,
      [id],
    );
    outbound.setAway(true);
    await begun;
    await sweep();
    await eventually(async () =>
      (await status(id)).peers.find((one: any) => one.outcome === 'FAILED'),
    );
    await under.sql(
      `UPDATE erasure_requests SET erasure_started_at = now() - interval '2 days' WHERE id = $1`,
      [id],
    );
    await sweep();
    await eventually(async () => (await status(id)).stalled);
    outbound.setAway(false);
    await sweep();
    await inState(api, pathOf(id), 'COMPLETED');
    const types = await typesOf(id);
    expect(types.filter((type) => type === 'erasure.completed')).toHaveLength(1);
    expect(types.filter((type) => type === 'erasure.stalled')).toHaveLength(1);
    for (const peer of [peersOf(under).fga, peersOf(under).hub])
      expect(
        peer.asked.filter((one) => one.userId === user.id && one.method === 'Erase' && !one.dryRun),
      ).toHaveLength(1);
  });
});

describe('holds', () => {
  test('prevent an erasure until the last one is lifted', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    const first = ok(await raise(id, { externalReference: 'M-1' }));
    // The hold takes effect immediately.
    await inState(api, pathOf(id), 'HELD');
    const second = ok(await raise(id, { reasonCode: 'fraud_investigation' }));
    expect(first).toMatchObject({
      state: 'active',
      source: 'api',
      reasonCode: 'legal_claim',
      externalReference: 'M-1',
      raisedBy: { type: 'client' },
      expiresAt: null,
    });
    await sweep();
    const held = await inState(api, pathOf(id), 'HELD');
    expect(held.heldSince).toBe(first.raisedAt);
    expect(ok(await lift(id, first.id))).toEqual({ id: first.id, deleted: true });
    expect((await lift(id, first.id)).status).toBe(404);
    await sweep();
    expect(await status(id)).toMatchObject({ state: 'HELD', heldSince: first.raisedAt });
    ok(await lift(id, second.id));
    const done = await inState(api, pathOf(id), 'COMPLETED');
    expect(done.holds.map((one: any) => [one.state, one.reason, one.externalReference])).toEqual([
      ['lifted', '', null],
      ['lifted', '', null],
    ]);
    expect(await typesOf(id)).toEqual([
      'erasure.requested',
      'erasure.hold_raised',
      'erasure.held',
      'erasure.hold_raised',
      'erasure.hold_lifted',
      'erasure.hold_lifted',
      'erasure.started',
      'erasure.completed',
    ]);
    expect((await raise(id)).status).toBe(409);
    expect((await api.post(`${pathOf(id)}/cancel`)).status).toBe(409);
  });

  test('expire automatically', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    const hold = ok(await raise(id, { expiresAt: new Date(Date.now() + 60_000).toISOString() }));
    await sweep();
    await inState(api, pathOf(id), 'HELD');
    await under.sql(`UPDATE erasure_holds SET expires_at = now() WHERE id = $1`, [hold.id]);
    expect((await lift(id, hold.id)).status).toBe(404);
    await sweep();
    expect((await inState(api, pathOf(id), 'COMPLETED')).holds).toMatchObject([
      { state: 'expired' },
    ]);
  });

  test('that expire and are raised again before the next sweep do not delay the escalation', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    const soon = { expiresAt: new Date(Date.now() + 60_000).toISOString() };
    const first = ok(await raise(id, soon));
    await inState(api, pathOf(id), 'HELD');
    await wait(id, '89 days');
    const { heldSince } = await status(id);
    await under.sql(`UPDATE erasure_holds SET expires_at = now() WHERE id = $1`, [first.id]);
    ok(await raise(id));
    expect(await status(id)).toMatchObject({ state: 'HELD', heldSince });
    await wait(id, '1 day');
    await sweep();
    await inState(api, pathOf(id), 'DEFERRED');
  });

  test('that exceed the maximum period are escalated repeatedly', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    const hold = ok(await raise(id));
    await sweep();
    await inState(api, pathOf(id), 'HELD');
    await wait(id, '90 days');
    await sweep();
    const { deferredAt } = await inState(api, pathOf(id), 'DEFERRED');
    expect(deferredAt).not.toBeNull();
    await sweep();
    await wait(id, '7 days');
    await sweep();
    const reminders = async () =>
      (await under.eventsOf(tenant, id))
        .filter(({ type }) => type === 'erasure.deferred')
        .map(({ data }) => data.reminder);
    await eventually(async () => (await reminders()).length === 2);
    expect(await reminders()).toEqual([0, 1]);
    ok(await lift(id, hold.id));
    await inState(api, pathOf(id), 'COMPLETED');
  });

  test('of services also apply, and can be overridden after the request is deferred', async () => {
    const user = knownUser(under, tenant);
    const { id } = await due(user.id);
    under.platform.directory.subjects.setBlocked(user.id, 'the last owner of an organization');
    await sweep();
    const held = await inState(api, pathOf(id), 'HELD');
    const [hold] = held.holds;
    expect(hold).toMatchObject({
      source: 'service',
      service: 'directory',
      reason: 'the last owner of an organization',
    });
    expect((await lift(id, hold.id)).status).toBe(409);
    await wait(id, '91 days');
    await sweep();
    await inState(api, pathOf(id), 'DEFERRED');
    ok(await lift(id, hold.id));
    await inState(api, pathOf(id), 'ERASING');
    expect(askedOf(under, user.id)).not.toContain('outbound Reactivate');
    under.platform.directory.subjects.setBlocked(user.id, undefined);
    await sweep();
    await inState(api, pathOf(id), 'COMPLETED');
  });

  test('of services that block the deactivation are also escalated and overridden', async () => {
    const user = knownUser(under, tenant);
    under.platform.directory.subjects.setBlocked(user.id, 'another erasure is in progress');
    const { id } = ok(await requestErasure(api, user.id));
    await eventually(async () => (await status(id)).holds.length === 1);
    const [hold] = (await status(id)).holds;
    expect(await status(id)).toMatchObject({ state: 'DEACTIVATING', heldSince: hold.raisedAt });
    await wait(id, '90 days');
    await sweep();
    await inState(api, pathOf(id), 'DEFERRED');
    expect(await typesOf(id)).toEqual([
      'erasure.requested',
      'erasure.hold_raised',
      'erasure.deferred',
    ]);
    ok(await lift(id, hold.id));
    expect(await inState(api, pathOf(id), 'DEACTIVATED')).toMatchObject({ heldSince: null });
  });

  test('reject invalid reasons, more than twenty holds, and unauthorized callers', async () => {
    const user = knownUser(under, tenant);
    const { id } = await deactivated(api, user.id);
    expect((await raise(id, { reasonCode: 'whim' })).status).toBe(422);
    expect(errorOf(await raise(id, { expiresAt: '2020-01-01T00:00:00Z' }))[2]).toBe('/expiresAt');
    const answers = await Promise.all(Array.from({ length: 22 }, () => raise(id)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20);
    expect(errorOf(answers.find((one) => one.status !== 200)!)[1]).toBe('limit_exceeded');
    const other = await under.tenant();
    expect((await other.api.post(`${pathOf(id)}/holds`, { body: {} })).status).toBe(422);
    expect((await raise(newId('erasureRequest'))).status).toBe(404);
    expect((await raise('vcl_1')).status).toBe(404);
  });

  test('either apply when the erasure starts, or come too late', async () => {
    const users = Array.from({ length: 3 }, () => knownUser(under, tenant));
    const requests = await Promise.all(users.map(({ id }) => due(id)));
    const swept = sweep();
    const raised = await Promise.all(requests.map(({ id }) => raise(id)));
    await swept;
    for (const [index, { id }] of requests.entries()) {
      const isHeld = raised[index]!.status === 200;
      if (!isHeld) expect(errorOf(raised[index]!)[1]).toBe('invalid_state');
      const ended = await inState(api, pathOf(id), isHeld ? 'HELD' : 'COMPLETED');
      expect(askedOf(under, users[index]!.id).some((one) => one.endsWith('Erase'))).toBe(!isHeld);
      expect(ended.holds).toHaveLength(isHeld ? 1 : 0);
    }
  });
});

describe('erasureRequestCancel', () => {
  test('reactivates the account', async () => {
    const user = knownUser(under, tenant);
    const { id } = await deactivated(api, user.id);
    ok(await raise(id));
    const answer = ok(await api.post(`${pathOf(id)}/cancel`, { body: { reason: 'A mistake' } }));
    expect(answer.state).toBe('CANCELLING');
    const cancelled = await inState(api, pathOf(id), 'CANCELLED');
    expect(cancelled).toMatchObject({
      subject: { userId: user.id },
      holds: [{ state: 'lifted' }],
      nextSweepAt: null,
    });
    expect(askedOf(under, user.id)).toEqual(
      ['directory', 'hub', 'identity-facade'].flatMap((peer) => [
        `${peer} Deactivate`,
        `${peer} Reactivate`,
      ]),
    );
    expect(ok(await api.post(`${pathOf(id)}/cancel`)).state).toBe('CANCELLED');
    expect((await typesOf(id)).at(-1)).toBe('erasure.cancelled');
    expect(
      await under.sql(
        'SELECT FROM erasure_requests WHERE id = $1 AND identifiers_sealed IS NOT NULL',
        [id],
      ),
    ).toEqual([]);
    ok(await requestErasure(api, user.id));
  });

  test('is rejected after the erasure has started, without intermediate states', async () => {
    const users = Array.from({ length: 3 }, () => knownUser(under, tenant));
    const requests = await Promise.all(users.map(({ id }) => due(id)));
    const swept = sweep();
    const answers = await Promise.all(requests.map(({ id }) => api.post(`${pathOf(id)}/cancel`)));
    await swept;
    for (const [index, { id }] of requests.entries()) {
      const isCancelled = answers[index]!.status === 200;
      await inState(api, pathOf(id), isCancelled ? 'CANCELLED' : 'COMPLETED');
      const erased = askedOf(under, users[index]!.id).filter((one) => one.endsWith('Erase'));
      expect(erased).toHaveLength(isCancelled ? 0 : 5);
    }
  });
});

test('erasureRequestList pages, and filters by state', async () => {
  const { tenant: own, api: mine } = await under.tenant();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = ok(await requestErasure(mine, knownUser(under, own).id));
    await inState(mine, pathOf(id), 'DEACTIVATED');
    ids.unshift(id);
  }
  const first = ok(await mine.get(`${erasuresPath}?limit=2&state=DEACTIVATED`));
  expect(first.data.map((one: any) => one.id)).toEqual(ids.slice(0, 2));
  expect(first.data[0]).not.toHaveProperty('holds');
  const cursor = `cursor=${encodeURIComponent(first.nextCursor)}`;
  const rest = ok(await mine.get(`${erasuresPath}?limit=2&state=DEACTIVATED&${cursor}`));
  expect(rest).toMatchObject({ data: [{ id: ids[2] }], hasMore: false });
  expect((await mine.get(`${erasuresPath}?limit=2&state=HELD&${cursor}`)).body.code).toBe(
    'invalid_cursor',
  );
});
