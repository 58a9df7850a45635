import { compactVerify, createLocalJWKSet } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partitionOf } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { isUnbroken } from '../src/consents/consent-history.ts';
import { aRecord, auditPlatform, headOf } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';
import { ok } from './compliance-fixtures.ts';
import { knownUser, erasuresPath, inState, never, requestErasure } from './request-fixtures.ts';

let under: AuditTestPlatform;
let tenant: TestTenant;
let api: TestApi;
beforeAll(async () => {
  under = await auditPlatform({
    'platform.erasure.grace-window': '0s',
    'platform.erasure.sweep-cron': never,
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(() => under.stop());

/** Returns the payload of a JWS after verifying it with the published keys. */
async function verifiedWith(jwksUri: string, jws: string): Promise<unknown> {
  const keys = createLocalJWKSet((await (await fetch(jwksUri)).json()) as JSONWebKeySet);
  const { payload } = await compactVerify(jws, keys);
  return JSON.parse(Buffer.from(payload).toString());
}

const js = () => under.platform.service.platform.bus.jetstream()!;

/** Returns the texts of a stream's messages about the tenant. */
async function streamed(stream: string, filter: string): Promise<string[]> {
  const consumer = await js().consumers.get(stream, { filter_subjects: filter });
  const texts: string[] = [];
  for (let left = (await consumer.info()).num_pending; left > 0; left -= 1)
    texts.push((await consumer.next())!.string());
  return texts;
}
const own = (channel: string): string => `${channel}.${partitionOf(tenant.id)}.${tenant.id}.>`;

async function erase(userId: string): Promise<any> {
  const { id } = ok(await requestErasure(api, userId));
  return inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
}

describe('an erasure that has completed', () => {
  test('leaves no personal data in the audit log, whose chain continues', async () => {
    const user = knownUser(under, tenant);
    const byUser = aRecord({ actor: { type: 'user', id: user.id, email: user.email } });
    const ofUser = aRecord({
      subject: { type: 'user', id: user.id, email: user.email },
      data: { details: { note: user.email } },
    });
    const other = aRecord();
    await under.publishRecords(tenant, [byUser, ofUser, other]);
    const { peers } = await erase(user.id);
    expect(peers.find(({ peer }: any) => peer === 'compliance').items).toMatchObject([
      { category: 'audit_records', count: 2 },
      { category: 'messages', action: 'DELETED' },
    ]);
    await under.publishRecords(tenant, [aRecord({ actor: byUser.actor })], 4);
    const rows = await under.rowsOf(tenant);
    const find = (id: string) => rows.find((row) => row.id === id);
    expect(JSON.stringify(rows)).not.toContain(user.email);
    expect(find(other.id)).toMatchObject({ actor: { name: 'Ada' }, details: other.data.details });
    expect(find(ofUser.id)).toMatchObject({ subject: null, details: null, actor: {} });
    // Records of the erasure itself may still arrive: compare what is read in one statement.
    await eventuallyPasses(async () => {
      const all = await under.rowsOf(tenant);
      const [head] = await under.sql<any>(
        'SELECT last_hash FROM audit_heads WHERE tenant_id = $1',
        [tenant.id],
      );
      expect(headOf(all)).toBe(head.last_hash);
    });
  });

  test('leaves no personal data in NATS except the notice of the erasure', async () => {
    const user = knownUser(under, tenant);
    const stranger = newId('user');
    const about = (id: string, email: string) => ({
      type: 'user.updated' as const,
      subject: { type: 'user', id },
      data: { user: { id, email }, changed: ['/email'], origin: 'api' },
    });
    await under.publish(tenant, about(user.id, user.email));
    await under.publish(tenant, about(stranger, 'someone@example.com'));
    await under.publishRecords(tenant, [aRecord({ actor: { type: 'user', ...user } })], 1);
    await js().publish('dlq.shop.unreadable', JSON.stringify({ tenantid: tenant.id, user }));
    await erase(user.id);
    const events = await streamed('EVENTS', own('events'));
    expect(events.join()).not.toContain(user.email);
    expect(events.join()).toContain('someone@example.com');
    const announced = events.filter((text) => text.includes(user.id));
    expect(announced.map((text) => JSON.parse(text).type)).toContain('erasure.requested');
    for (const text of announced) expect(JSON.parse(text).type).toMatch(/^erasure\./);
    expect((await streamed('AUDIT', own('audit'))).join()).not.toContain(user.email);
    expect((await streamed('DLQ', 'dlq.shop.unreadable')).join()).not.toContain(user.email);
  });

  test('leaves no personal data in the outbox or in stored responses', async () => {
    const user = knownUser(under, tenant);
    const keyed = { headers: { 'idempotency-key': newId('request') } };
    const grant = { subjectId: user.id, purposeKey: 'news', evidence: { statement: user.email } };
    const post = () => api.post('/api/v1/consents', { ...keyed, body: grant });
    ok(await post());
    await erase(user.id);
    for (const table of ['outbox', 'idempotency_key', 'job', 'consents', 'consent_history'])
      expect([
        table,
        await under.sql(`SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [user.email]),
      ]).toEqual([table, []]);
    const repeated = await post();
    expect([repeated.status, repeated.body.code]).toEqual([404, 'not_found']);
  });
});

describe('consents that a tenant recorded under its own key for a person', () => {
  const granted = async (subjectId: string) => {
    const keyed = { headers: { 'idempotency-key': newId('request') } };
    const body = { subjectId, purposeKey: 'news', evidence: { statement: 'Yes' } };
    const consent = ok(await api.post('/api/v1/consents', { ...keyed, body }));
    ok(await api.get(`/api/v1/consents/${consent.id}/receipt`));
    return consent;
  };

  /** Returns where the key is still stored: in tables of compliance or in streams. */
  async function tracesOf(key: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of [
      'outbox',
      'idempotency_key',
      'consents',
      'consent_history',
      'consent_receipts',
      'erasure_requests',
      'audit_records',
      'audit_personal',
    ])
      if (
        (await under.sql(`SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [key]))
          .length > 0
      )
        found.push(table);
    const streams = [
      ...(await streamed('EVENTS', own('events'))),
      ...(await streamed('AUDIT', own('audit'))),
    ];
    // Receivers use these events to erase the person themselves.
    const events = streams.filter((text) => !JSON.parse(text).type.startsWith('erasure.'));
    if (events.join().includes(key)) found.push('streams');
    return found;
  }

  test('are erased with the account', async () => {
    const user = knownUser(under, tenant);
    const consent = await granted(user.externalId);
    await eventually(async () =>
      (await streamed('EVENTS', own('events'))).join().includes(user.externalId),
    );
    expect(await tracesOf(user.externalId)).toContain('consents');
    await erase(user.id);
    const traces = await tracesOf(user.externalId);
    expect(traces.filter((place) => place !== 'outbox')).toEqual([]);
    const outgoing = await under.sql<{ envelope: any }>(
      `SELECT envelope FROM outbox WHERE envelope::text LIKE '%' || $1 || '%'`,
      [user.externalId],
    );
    expect(outgoing.map(({ envelope }) => envelope.type)).toEqual(
      outgoing.map(() => 'erasure.subject_deactivated'),
    );
    expect(ok(await api.get(`/api/v1/consents/${consent.id}`)).state).toBe('invalidated');
    expect(under.platform.outbound.subjects.asked.at(-1)?.identifiers).toContainEqual({
      type: 'external_id',
      value: user.externalId,
    });
  });

  test('are erased for a person without an account, too', async () => {
    const key = `customer-${newId('request')}`;
    await granted(key);
    const subject = { type: 'consent_subject', value: key };
    const { id } = ok(await api.post(erasuresPath, { body: { subject } }));
    const { peers } = await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
    expect(peers.map(({ peer }: any) => peer).sort()).toEqual(['compliance', 'outbound']);
    expect(await tracesOf(key)).toEqual([]);
  });
});

describe('an erasure of a person who acted in the consents of others', () => {
  const consentPath = (id: string) => `/api/v1/consents/${id}`;
  const historyOf = (id: string) =>
    under.sql<any>(
      'SELECT entry, personal, salt, commitment, previous_hash AS "previousHash", hash FROM consent_history WHERE consent_id = $1 ORDER BY seq',
      [id],
    );
  const tables = ['consents', 'consent_history', 'consent_receipts', 'consent_participants'];
  const holding = async (id: string) => {
    const found: string[] = [];
    for (const table of tables)
      if (
        (await under.sql(`SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [id])).length
      )
        found.push(table);
    return found;
  };

  test('replaces their id, and leaves the consents and the chains of their histories valid', async () => {
    const guardian = knownUser(under, tenant);
    const other = await under.platform.as({ tenant, userId: guardian.id });
    const [child, otherChild] = [newId('user'), newId('user')];
    const evidence = { statement: 'Yes' };
    const givenBy = { type: 'guardian', id: guardian.id };
    const body = { subjectId: child, purposeKey: 'school', evidence, givenBy };
    const { id } = ok(await api.post('/api/v1/consents', { body }));
    const keyed = {
      ...body,
      subjectId: otherChild,
      givenBy: { ...givenBy, id: guardian.externalId },
    };
    const withdrawn = ok(await other.post('/api/v1/consents', { body: keyed }));
    ok(await other.post(`${consentPath(withdrawn.id)}/withdraw`, { body: { reason: 'Moved' } }));
    const before = ok(await api.get(consentPath(id)));
    const ended = ok(await api.get(consentPath(withdrawn.id)));
    const receipts = async () =>
      Promise.all(
        [id, withdrawn.id].map(async (one) => ok(await api.get(`${consentPath(one)}/receipt`))),
      );
    const earlier = await receipts();
    expect(await holding(guardian.id)).toContain('consent_participants');

    const { peers } = await erase(guardian.id);
    expect(peers.find(({ peer }: any) => peer === 'compliance').items).toContainEqual(
      expect.objectContaining({ category: 'consents_of_others', count: 2 }),
    );
    expect([...(await holding(guardian.id)), ...(await holding(guardian.externalId))]).toEqual([]);
    expect(ok(await api.get(consentPath(id)))).toEqual({
      ...before,
      givenBy: { type: 'guardian', id: 'erased' },
    });
    expect(ok(await api.get(consentPath(withdrawn.id)))).toEqual({
      ...ended,
      givenBy: { type: 'guardian', id: 'erased' },
      history: ended.history.map((entry: any) => ({
        ...entry,
        actor: { type: 'user', id: 'erased' },
      })),
    });
    for (const one of [id, withdrawn.id]) expect(isUnbroken(await historyOf(one))).toBe(true);

    const reissued = await receipts();
    for (const [index, { receipt, jws }] of reissued.entries()) {
      expect(await verifiedWith(under.platform.hub.jwksUri, jws)).toEqual(receipt);
      expect(JSON.stringify(receipt)).not.toContain(guardian.id);
      expect(receipt.event.every((event: any) => event.entity_id === 'erased')).toBe(true);
      expect(receipt.integrity).toEqual(earlier[index].receipt.integrity);
    }
  });

  test('does not store a receipt that was signed during the erasure and names them', async () => {
    const guardian = knownUser(under, tenant);
    const givenBy = { type: 'guardian', id: guardian.id };
    const body = { subjectId: newId('user'), purposeKey: 'school', givenBy };
    const { id } = ok(await api.post('/api/v1/consents', { body }));
    const held = under.platform.hub.keepSignaturesBack(tenant, 'CONSENT_RECEIPT');
    const asked = api.get(`${consentPath(id)}/receipt`);
    await eventually(async () => held.isAsked());
    await erase(guardian.id);
    held.release();
    expect((await asked).body.code).toBe('invalid_state');
    expect(await holding(guardian.id)).toEqual([]);
  });

  test('prevents new consents from naming them', async () => {
    const guardian = knownUser(under, tenant);
    const givenBy = { type: 'guardian', id: guardian.id };
    const body = { subjectId: newId('user'), purposeKey: 'school' };
    const { id } = ok(await api.post('/api/v1/consents', { body }));
    await erase(guardian.id);
    const named = [
      await api.post('/api/v1/consents', { body: { ...body, subjectId: newId('user'), givenBy } }),
      await api.post(`${consentPath(id)}/change`, { body: { decision: 'given', givenBy } }),
      await api.post(`${consentPath(id)}/withdraw`, { body: { givenBy } }),
    ];
    expect(named.map((answer) => [answer.status, answer.body.code])).toEqual(
      named.map(() => [409, 'invalid_state']),
    );
  });

  test('cannot change other data of an entry', async () => {
    const { id } = ok(
      await api.post('/api/v1/consents', {
        body: { subjectId: newId('user'), purposeKey: 'school' },
      }),
    );
    const change = (personal: string) =>
      under.sql(
        `UPDATE consent_history SET salt = NULL, personal = personal || $2::jsonb WHERE consent_id = $1`,
        [id, personal],
      );
    await expect(change('{"reason":"forged"}')).rejects.toThrow(/cannot be changed/);
    await expect(change('{"actor":{"type":"user","id":"other"}}')).rejects.toThrow(
      /cannot be changed/,
    );
  });
});

test('an erasure waits until the audit log has stored the records that are still in NATS', async () => {
  const user = knownUser(under, tenant);
  const { sql } = under;
  // This trigger blocks writes to the log.
  await sql(`CREATE FUNCTION hold_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'held back'; END $$`);
  await sql(
    'CREATE TRIGGER hold_back BEFORE INSERT ON audit_seen FOR EACH ROW EXECUTE FUNCTION hold_back()',
  );
  const record = aRecord({ actor: { type: 'user', id: user.id, email: user.email } });
  const before = (await under.rowsOf(tenant)).length;
  await under.publishRecords(tenant, [record], before);
  const { id } = ok(await requestErasure(api, user.id));
  await inState(api, `${erasuresPath}/${id}`, 'ERASING');
  await eventually(async () => {
    const jobs = await sql<any>("SELECT last_error FROM job WHERE kind = 'erasure_drive'");
    return jobs.some(({ last_error }) => /still being written/.test(JSON.stringify(last_error)));
  });
  await sql('DROP TRIGGER hold_back ON audit_seen');
  await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
  const rows = await under.rowsOf(tenant);
  expect(rows.map((row) => row.id)).toContain(record.id);
  expect(JSON.stringify(rows)).not.toContain(user.email);
});
