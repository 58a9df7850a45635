import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRecord, auditPlatform } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';
import { ok } from './compliance-fixtures.ts';

const records = '/api/v1/audit-records';
const log = '/api/v1/audit-log';

let under: AuditTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await auditPlatform();
});
afterAll(() => under.stop());

const fresh = async () => void ({ tenant, api } = await under.tenant());
const codeOf = ({ status, body }: TestAnswer) => [status, body.code];
const list = async (query = '') => ok(await api.get(`${records}${query}`));
const seqsOf = async (query = ''): Promise<number[]> =>
  (await list(query)).data.map(({ seq }: { seq: number }) => seq);

describe('auditRecordList', () => {
  test('lists records, newest first, with what the chain covers and the personal parts', async () => {
    await fresh();
    const [first, second] = [aRecord(), aRecord({ data: { outcome: 'denied', code: 'x' } })];
    await under.publishRecords(tenant, [first, second]);
    await under.seal(tenant);
    await under.publishRecords(tenant, [aRecord()], 3);
    const { data, hasMore } = await list();
    expect([data.map(({ seq, sealed }: any) => [seq, sealed]), hasMore]).toEqual([
      [
        [3, false],
        [2, true],
        [1, true],
      ],
      false,
    ]);
    expect(data[2]).toMatchObject({
      id: first.id,
      operationId: 'userDirectoryUpdate',
      outcome: 'success',
      actor: { ...first.actor, name: 'Ada', email: 'ada@example.com' },
      subject: { id: first.subject.id, name: 'Grace' },
      sourceIp: '203.0.113.9',
      changed: ['/email'],
      details: { reason: 'asked by phone' },
      erasedParts: [],
    });
    expect(ok(await api.get(`${records}/2`))).toEqual(data[1]);
  });

  test('pages and filters', async () => {
    await fresh();
    const [actor, subject] = [newId('user'), newId('user')];
    await under.publishRecords(tenant, [
      aRecord({ actor: { type: 'user', id: actor } }),
      aRecord({ subject: { type: 'user', id: subject } }),
      aRecord({ actor: { type: 'user', id: actor }, data: { operationId: 'roleCreate' } }),
      aRecord({ data: { outcome: 'failure' } }),
    ]);
    expect(await seqsOf(`?actorId=${actor}`)).toEqual([3, 1]);
    expect(await seqsOf(`?actorId=${actor}&operationId=role*`)).toEqual([3]);
    expect(await seqsOf('?operationId=role')).toEqual([]);
    expect(await seqsOf(`?subjectId=${subject}`)).toEqual([2]);
    expect(await seqsOf('?outcome=failure')).toEqual([4]);
    const hour = (n: number) => encodeURIComponent(new Date(Date.now() + n * 3.6e6).toISOString());
    expect(await seqsOf(`?from=${hour(-1)}&to=${hour(1)}`)).toEqual([4, 3, 2, 1]);
    expect(await seqsOf(`?from=${hour(1)}`)).toEqual([]);
    expect(await seqsOf(`?to=${hour(-1)}`)).toEqual([]);
    const page = await list('?limit=3');
    expect(page.hasMore).toBe(true);
    expect(await seqsOf(`?limit=3&cursor=${page.nextCursor}`)).toEqual([1]);
    expect(codeOf(await api.get(`${records}?outcome=denied&cursor=${page.nextCursor}`))).toEqual([
      400,
      'invalid_cursor',
    ]);
  });

  test('rejects invalid filters and callers without the scopes, and hides other tenants', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord()]);
    for (const query of ['?outcome=maybe', '?operationId=a b', '?from=yesterday', '?actor=x'])
      expect((await api.get(`${records}${query}`)).status).toBe(400);
    expect((await api.get(`${records}/0`)).status).toBe(400);
    expect(codeOf(await api.get(`${records}/2`))).toEqual([404, 'not_found']);
    const half = await under.platform.as({ tenant, scopes: ['tenant:compliance.read'] });
    expect(codeOf(await half.get(records))).toEqual([403, 'insufficient_scope']);
    await fresh();
    expect(await seqsOf()).toEqual([]);
    expect(codeOf(await api.get(`${records}/1`))).toEqual([404, 'not_found']);
  });
});

describe('auditLogGet', () => {
  test('tells what is kept and up to where it is sealed', async () => {
    await fresh();
    expect(ok(await api.get(log))).toMatchObject({
      records: 0,
      lastSeq: null,
      lastCheckpoint: null,
    });
    await under.publishRecords(tenant, [aRecord(), aRecord()]);
    await under.seal(tenant);
    await under.publishRecords(tenant, [aRecord()], 3);
    const extent = ok(await api.get(log));
    const rows = await under.rowsOf(tenant);
    expect(extent).toMatchObject({
      records: 3,
      firstSeq: 1,
      lastSeq: 3,
      lastHash: rows[2].hash,
      lastCheckpoint: { seq: 2, hash: rows[1].hash, previousSeq: null },
    });
  });
});

describe('auditVerificationCreate', () => {
  const completed = (id: string): Promise<any> =>
    eventually(async () => {
      const found = ok(await api.get(`${log}/verifications/${id}`));
      if (found.state === 'FAILED') throw new Error(JSON.stringify(found.error));
      return found.state === 'COMPLETED' && found;
    });
  const verify = async () => {
    const { id } = ok(await api.post(`${log}/verifications`));
    return { id, ...(await completed(id)) };
  };
  /** Changes rows as the owner of the database could. */
  const tamper = async (table: string, statement: string, params: unknown[] = []) => {
    await under.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await under.sql(statement, [tenant.id, ...params]);
    await under.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };

  test('verifies the chain, names the checkpoint that it reaches, and publishes the result', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord(), aRecord()]);
    await under.seal(tenant);
    await under.publishRecords(tenant, [aRecord()], 3);
    await under.seal(tenant);
    await under.publishRecords(tenant, [aRecord()], 4);
    const done = await verify();
    expect(done).toMatchObject({
      fromSeq: 1,
      toSeq: 4,
      result: {
        outcome: 'intact',
        verifiedSeq: 4,
        sealedSeq: 3,
        checkpoints: 2,
        firstBroken: null,
      },
    });
    expect(await under.typesOf(tenant, done.id)).toEqual([
      'audit_verification.created',
      'audit_verification.completed',
    ]);
  });

  test('verifies an empty log', async () => {
    await fresh();
    expect((await verify()).result).toMatchObject({ outcome: 'intact', verifiedSeq: null });
  });

  test.each<[string, string, string, string, number]>([
    [
      'a changed record',
      'audit_records',
      `SET fixed = replace(fixed, '"success"', '"denied"')`,
      'record_changed',
      2,
    ],
    ['a changed hash', 'audit_records', `SET hash = repeat('0', 64)`, 'chain_broken', 2],
    ['a changed column', 'audit_records', `SET actor_id = 'nobody'`, 'row_changed', 2],
    [
      'changed personal data',
      'audit_personal',
      `SET actor = '{"name":"Eve"}'`,
      'personal_data_changed',
      2,
    ],
  ])('finds %s', async (_, table, change, code, seq) => {
    await fresh();
    await under.publishRecords(tenant, [aRecord(), aRecord(), aRecord()]);
    await under.seal(tenant);
    await tamper(table, `UPDATE ${table} ${change} WHERE tenant_id = $1 AND seq = 2`);
    expect((await verify()).result).toMatchObject({
      outcome: 'broken',
      verifiedSeq: seq - 1,
      firstBroken: { seq, code },
    });
  });

  test('finds a removed record, at the end of the log too', async () => {
    for (const gone of [1, 3]) {
      await fresh();
      await under.publishRecords(tenant, [aRecord(), aRecord(), aRecord()]);
      await tamper('audit_records', 'DELETE FROM audit_records WHERE tenant_id = $1 AND seq = $2', [
        gone,
      ]);
      expect((await verify()).result).toMatchObject({
        outcome: 'broken',
        firstBroken: { seq: gone, code: 'record_missing' },
      });
    }
  });

  test('finds checkpoints that are forged, of another chain, or gone', async () => {
    const cases = [
      [`UPDATE audit_checkpoints SET jws = jws || 'x' WHERE tenant_id = $1`, 'checkpoint_invalid'],
      [`DELETE FROM audit_checkpoints WHERE tenant_id = $1`, 'checkpoint_missing'],
    ];
    for (const [sql, code] of cases) {
      await fresh();
      await under.publishRecords(tenant, [aRecord(), aRecord()]);
      await under.seal(tenant);
      await under.sql(sql!, [tenant.id]);
      expect((await verify()).result).toMatchObject({
        outcome: 'broken',
        firstBroken: { seq: 2, code },
      });
    }
  });

  test('hides verifications of other tenants, and requires the scope', async () => {
    await fresh();
    const { id } = await verify();
    const caller = await under.platform.as({ tenant, scopes: ['tenant:events.read'] });
    expect(codeOf(await caller.post(`${log}/verifications`))).toEqual([403, 'insufficient_scope']);
    await fresh();
    expect(codeOf(await api.get(`${log}/verifications/${id}`))).toEqual([404, 'not_found']);
  });
});
