import { gzipSync } from 'node:zlib';
import { maxAuditDataBytes } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { commitmentOf, recordHash } from '@platform/audit/chain';
import { newId } from '@platform/kit/ids';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { compactVerify, importJWK } from 'jose';
import type { JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetErasedPeople } from '../src/audit-log/audit-erasure.ts';
import { deleteOldCheckpoints } from '../src/audit-log/checkpoints.ts';
import { aRecord, auditPlatform, headOf } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';
import { grant, ok } from './compliance-fixtures.ts';

let under: AuditTestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  under = await auditPlatform();
});
afterAll(() => under.stop());

const fresh = async () => {
  const made = await under.tenant();
  ({ tenant } = made);
  return made;
};

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString();

/** Returns the number of messages in the DLQ with a reason, and the count of the metric. */
async function deadLettersOf(reason: string): Promise<{ kept: number; counted: number }> {
  const { bus, metrics } = under.platform.service.platform;
  const manager = await bus.jetstream()!.jetstreamManager();
  const filter = { subjects_filter: `dlq.compliance.${reason}` };
  const { subjects = {} } = (await manager.streams.info('DLQ', filter)).state;
  const metric = await metrics.registry.getSingleMetric('platform_dead_letters_total')?.get();
  return {
    kept: Object.values(subjects).reduce((sum, count) => sum + count, 0),
    counted: metric?.values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0,
  };
}

describe('records from NATS', () => {
  test('form a chain without gaps and without personal data', async () => {
    await fresh();
    const records = [aRecord(), aRecord({ data: { details: undefined } }), aRecord()];
    await under.publishRecords(tenant, records);
    const rows = await under.rowsOf(tenant);
    expect(rows.map((row) => [Number(row.seq), row.id])).toEqual(
      records.map((record, i) => [i + 1, record.id]),
    );
    expect(headOf(rows)).toBe(rows[2].hash);
    for (const row of rows) {
      const fixed = JSON.parse(row.fixed);
      expect(recordHash(fixed)).toBe(row.record_hash);
      expect(row.fixed).not.toMatch(/Ada|Grace|example\.com|203\.0\.113|curl|phone/);
      const actor = { salt: row.actor_salt, value: row.actor };
      expect(commitmentOf(actor)).toBe(fixed.commitments.actor);
    }
    expect(rows[0].actor).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      sourceIp: '203.0.113.9',
      userAgent: 'curl/8',
    });
    expect(JSON.parse(rows[1].fixed).commitments.details).toBeNull();
  });

  test('that arrive twice are stored once', async () => {
    await fresh();
    const record = aRecord();
    const last = aRecord();
    await under.publishRecords(tenant, [record, record, last], 2);
    expect((await under.rowsOf(tenant)).map(({ id }) => id)).toEqual([record.id, last.id]);
  });

  test('are created for writes through the API', async () => {
    const { api } = await fresh();
    ok(await grant(api));
    await eventually(async () => (await under.rowsOf(tenant)).length === 1);
    const [row] = await under.rowsOf(tenant);
    expect(row).toMatchObject({ operation_id: 'consentGrant', outcome: 'success' });
    expect(row.actor).toMatchObject({ sourceIp: '203.0.113.7' });
  });

  test.each<[string, string, Record<string, any>]>([
    ['that cannot be parsed', 'unreadable', { occurredAt: 'yesterday' }],
    ['that are too large', 'over_size', { data: { details: { text: 'x'.repeat(9_000) } } }],
    ['that are too old', 'out_of_window', { occurredAt: daysFromNow(-31) }],
    ['of the future', 'out_of_window', { occurredAt: daysFromNow(1) }],
  ])('%s are moved to the DLQ, and block nothing', async (_name, reason, fault) => {
    await fresh();
    const before = await deadLettersOf(reason);
    await under.publishRecords(tenant, [aRecord(fault), aRecord()], 1);
    await eventuallyPasses(async () =>
      expect(await deadLettersOf(reason)).toEqual({
        kept: before.kept + 1,
        counted: before.counted + 1,
      }),
    );
    expect(await under.rowsOf(tenant)).toHaveLength(1);
  });

  test('are accepted up to the limits', async () => {
    await fresh();
    const room =
      maxAuditDataBytes - JSON.stringify(aRecord({ data: { details: { text: '' } } }).data).length;
    await under.publishRecords(tenant, [
      aRecord({ occurredAt: daysFromNow(-29.9) }),
      aRecord({ data: { details: { text: 'x'.repeat(room) } } }),
    ]);
    expect(await under.rowsOf(tenant)).toHaveLength(2);
  });

  test('from many concurrent writers form a single chain', async () => {
    await fresh();
    const pod = await under.platform.startPod('second');
    try {
      const batches = [1, 2, 3].map(() => Array.from({ length: 20 }, () => aRecord()));
      const sent = batches.map((batch) => send({ records: batch.map(ofTenant) }));
      for (const answer of await Promise.all(sent)) expect(ok(answer).accepted).toBe(20);
      const rows = await under.rowsOf(tenant);
      expect(rows).toHaveLength(60);
      expect(headOf(rows)).toBe(rows.at(-1).hash);
    } finally {
      await pod.close();
    }
  });
});

const ofTenant = (record: ReturnType<typeof aRecord>) => ({ ...record, tenantId: tenant.id });
const send = async (body: unknown) => {
  const token = await under.platform.cluster.mint('directory', 'product-api');
  return under.platform.call('post', '/internal/audit/records', {
    body,
    headers: { authorization: `Bearer ${token}` },
  });
};
/** Sends raw bytes declared as gzip. */
const sendPacked = async (body: Buffer) => {
  const token = await under.platform.cluster.mint('directory', 'product-api');
  return fetch(`${under.platform.baseUrl}/internal/audit/records`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
  });
};

describe('POST /internal/audit/records', () => {
  test('validates each record separately', async () => {
    await fresh();
    const known = ofTenant(aRecord());
    ok(await send({ records: [known] }));
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const records = [
      known,
      { ...known, actor: { type: 'user', id: newId('user') } },
      ofTenant(aRecord({ occurredAt: old })),
      { id: 'x' },
      { ...aRecord(), tenantId: newId('tenant') },
      ofTenant(aRecord({ data: { details: { text: 'x'.repeat(9_000) } } })),
      ofTenant(aRecord()),
    ];
    const answer = ok(await send({ records }));
    expect(answer).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(answer.rejected.map((r: any) => [r.index, r.code])).toEqual([
      [1, 'id_reused'],
      [2, 'out_of_window'],
      [3, 'validation_failed'],
      [4, 'not_found'],
      [5, 'too_large'],
    ]);
    const [row] = await under.rowsOf(tenant);
    expect(JSON.parse(row.fixed).ingestedBy).toBe('system:serviceaccount:platform:directory');
  });

  test('compares a repeated record with the recorded one', async () => {
    await fresh();
    const first = ofTenant(aRecord());
    const reordered = { ...first, data: Object.fromEntries(Object.entries(first.data).reverse()) };
    const twin = ofTenant(aRecord());
    expect(ok(await send({ records: [first, reordered, twin] }))).toMatchObject({
      accepted: 2,
      duplicates: 1,
    });
    const altered = [
      { ...first, actor: { ...first.actor, email: 'eve@example.com' } },
      { ...first, subject: { type: 'user', id: first.subject.id } },
      { ...first, data: { ...first.data, details: { reason: 'asked by mail' } } },
      { ...first, data: { ...first.data, outcome: 'denied' } },
    ];
    const answer = ok(await send({ records: [reordered, twin, ...altered] }));
    expect(answer).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(answer.rejected.map((r: any) => r.code)).toEqual(altered.map(() => 'id_reused'));
  });

  test('accepts gzip within its limit', async () => {
    await fresh();
    const packed = (body: unknown) => gzipSync(JSON.stringify(body));
    const answer = await sendPacked(packed({ records: [ofTenant(aRecord())] }));
    expect(await answer.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const bomb = packed({ records: [' '.repeat(11 * 1024 * 1024)] });
    expect((await sendPacked(bomb)).status).toBe(413);
    expect((await sendPacked(Buffer.from('plain'))).status).toBe(400);
  });

  test('rejects invalid batches and unauthorized callers', async () => {
    expect((await send({ records: [] })).status).toBe(422);
    expect((await send([])).status).toBe(422);
    const path = '/internal/audit/records';
    expect((await under.platform.call('post', path, { body: { records: [1] } })).status).toBe(401);
    const token = await under.platform.cluster.mint('directory', 'compliance');
    const headers = { authorization: `Bearer ${token}` };
    expect((await under.platform.call('post', path, { body: {}, headers })).status).toBe(401);
  });
});

describe('the chain', () => {
  const asService = (statement: string) =>
    withClient(under.platform.database.url, (client) =>
      client.query(
        `SET search_path = compliance; SET ROLE compliance_app; SET platform.tenant_id = '${tenant.id}'; ${statement}`,
      ),
    );

  test('cannot be changed by the service itself', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord()]);
    for (const statement of [
      `UPDATE audit_records SET outcome = 'denied'`,
      'DELETE FROM audit_records',
      `UPDATE audit_personal SET actor = '{"name":"Eve"}'`,
      'DELETE FROM audit_personal',
      'DELETE FROM audit_checkpoints',
    ])
      await expect(asService(statement)).rejects.toThrow(/cannot be changed|permission denied/);
  });

  test('stays valid after the erasure of a user, whose data cannot be recovered', async () => {
    await fresh();
    const person = newId('user');
    const acts = aRecord({ actor: { type: 'user', id: person, name: 'Ada' } });
    const suffers = aRecord({ subject: { type: 'user', id: person, name: 'Ada' } });
    await under.publishRecords(tenant, [acts, suffers, aRecord()]);
    const before = (await under.rowsOf(tenant)).at(-1).hash;
    const requestId = newId('request');
    const erase = () =>
      under.peer('compliance').service('platform.datasubject.v1.DataSubject').Erase({
        tenantId: tenant.id,
        requestId,
        phase: 'ERASE',
        userId: person,
        identifiers: [],
        reason: 'other',
        dryRun: false,
      });
    expect(await erase()).toMatchObject({
      outcome: 'DONE',
      items: [{ category: 'audit_records', action: 'ANONYMIZED', count: 2 }],
    });
    const late = aRecord({ actor: { type: 'user', id: person, name: 'Ada' } });
    await under.publishRecords(tenant, [late], 4);
    const rows = await under.rowsOf(tenant);
    expect(rows.map((row) => [row.actor_salt !== null, row.subject_salt !== null])).toEqual([
      [false, true],
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(rows[2].hash).toBe(before);
    expect(headOf(rows)).toBe(rows[3].hash);
    expect(JSON.parse(rows[3].fixed).commitments.actor).not.toBeNull();
    const again = [acts, suffers, late].map(ofTenant);
    const renamed = { ...again[0]!, subject: { ...again[0]!.subject, name: 'Joan' } };
    expect(ok(await send({ records: [...again, renamed] }))).toMatchObject({
      accepted: 0,
      duplicates: 3,
      rejected: [{ index: 3, code: 'id_reused' }],
    });
    const { db } = under.platform.service.platform;
    const hashes = () =>
      under.sql('SELECT 1 FROM audit_erased_people WHERE tenant_id = $1', [tenant.id]);
    const dayMs = 86_400_000;
    await forgetErasedPeople(db, dayMs);
    expect(await hashes()).toHaveLength(1);
    await under.sql(`UPDATE audit_erased_people SET erased_at = now() - interval '25 hours'`);
    await forgetErasedPeople(db, dayMs);
    expect(await hashes()).toEqual([]);
  });

  test('is sealed by signed checkpoints, each once', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord(), aRecord()]);
    await Promise.all([under.seal(tenant), under.seal(tenant), under.seal(tenant)]);
    await under.publishRecords(tenant, [aRecord()], 3);
    await under.seal(tenant);
    await under.seal(tenant);
    const seals = await under.sql<any>(
      'SELECT * FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY seq',
      [tenant.id],
    );
    expect(seals.map((seal) => [seal.seq, seal.previous_seq].map(Number))).toEqual([
      [2, 0],
      [3, 2],
    ]);
    const { keys } = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: JWK[] };
    const { payload, protectedHeader } = await compactVerify(
      seals[1].jws as string,
      async ({ kid }) => importJWK(keys.find((key) => key.kid === kid) as JWK, 'RS256'),
    );
    const rows = await under.rowsOf(tenant);
    expect(protectedHeader.typ).toBe('audit-checkpoint+jwt');
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      iss: tenant.issuer,
      tenant_id: tenant.id,
      seq: 3,
      hash: rows[2].hash,
      previous_seq: 2,
    });
    expect(await under.typesOf(tenant, tenant.id)).toEqual([
      'audit.checkpointed',
      'audit.checkpointed',
    ]);
  });

  test('keeps checkpoints of the last 400 days, and older ones as long as configured', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord()]);
    await under.seal(tenant);
    const { db } = under.platform.service.platform;
    const aged = async (days: number, retentionDays: number): Promise<number> => {
      await under.sql(
        `UPDATE audit_checkpoints SET at = now() - $2 * interval '1 day' WHERE tenant_id = $1`,
        [tenant.id, days],
      );
      await deleteOldCheckpoints(db, retentionDays * 86_400_000);
      return (await under.sql('SELECT FROM audit_checkpoints WHERE tenant_id = $1', [tenant.id]))
        .length;
    };
    expect([await aged(399, 1), await aged(500, 1825), await aged(1826, 1825)]).toEqual([1, 1, 0]);
  });

  test('continues after complete months have been dropped', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord(), aRecord()]);
    const rows = await under.rowsOf(tenant);
    await under.sql(
      `ALTER TABLE audit_records DISABLE TRIGGER keep_audit_records; ALTER TABLE audit_personal DISABLE TRIGGER keep_audit_personal;
       UPDATE audit_records SET recorded_at = recorded_at - interval '3 years' WHERE tenant_id = '${tenant.id}' AND seq = 1;
       ALTER TABLE audit_records ENABLE TRIGGER keep_audit_records; ALTER TABLE audit_personal ENABLE TRIGGER keep_audit_personal`,
    );
    await under.platform.service.platform.db.work((tx) =>
      tx.rows(`SELECT partitions_maintain('audit_records', 'month', interval '400 days')`),
    );
    const [head] = await under.sql<any>('SELECT * FROM audit_heads WHERE tenant_id = $1', [
      tenant.id,
    ]);
    expect([Number(head.trimmed_seq), head.trimmed_hash]).toEqual([1, rows[0].hash]);
    expect((await under.rowsOf(tenant)).map(({ seq }) => Number(seq))).toEqual([2]);
  });
});
