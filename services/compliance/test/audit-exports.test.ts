import { createReadStream } from 'node:fs';
import { readFile, readdir, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { verifyAuditExport } from '@platform/audit/verification';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditExportRemoval } from '../src/audit-exports/export-removal.ts';
import { aRecord, auditPlatform } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';
import { errorOf, ok } from './compliance-fixtures.ts';

const exportsPath = '/api/v1/audit-exports';

let under: AuditTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await auditPlatform({ 'platform.audit-export.part-max-records': '4' });
});
afterAll(() => under.stop());

const span = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date().toISOString(),
});
const fresh = async () => void ({ tenant, api } = await under.tenant());
const create = async (body: object = {}) =>
  ok(await api.post(exportsPath, { body: { ...span(), ...body } }));
const completed = (id: string): Promise<any> =>
  eventually(async () => {
    const found = ok(await api.get(`${exportsPath}/${id}`));
    if (found.state === 'FAILED') throw new Error(JSON.stringify(found.error));
    return found.state === 'COMPLETED' && found;
  });
/** Returns the bytes of a part as a caller gets them. */
async function bytesOf(id: string, part: number, headers: Record<string, string> = {}) {
  const token = await under.platform.hub.token({ tenant });
  const gateway = await under.platform.gatewayToken();
  return fetch(`${under.platform.baseUrl}${exportsPath}/${id}/download?part=${part}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-platform-service-authorization': `Bearer ${gateway}`,
      'x-platform-client-ip': '203.0.113.7',
      ...headers,
    },
  });
}
const bufferOf = async (id: string, part: number) =>
  Buffer.from(await (await bytesOf(id, part)).arrayBuffer());

/** Downloads an export into a folder, as an auditor does. */
async function download(id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-test-export-'));
  const { parts } = ok(await api.get(`${exportsPath}/${id}`));
  await writeFile(join(folder, 'manifest.json'), await bufferOf(id, 0));
  for (const { part, name } of parts) await writeFile(join(folder, name), await bufferOf(id, part));
  return folder;
}
async function verdictOf(folder: string) {
  const keys = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: [] };
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
  return verifyAuditExport(manifest, (name) => createReadStream(join(folder, name)), keys);
}
const linesOf = async (id: string, part: number): Promise<any[]> =>
  gunzipSync(await bufferOf(id, part))
    .toString()
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('auditExportCreate', () => {
  test('exports the log in parts, with chain, checkpoints and a signed manifest', async () => {
    await fresh();
    const records = Array.from({ length: 10 }, () => aRecord());
    await under.publishRecords(tenant, records.slice(0, 6));
    await under.seal(tenant);
    await under.publishRecords(tenant, records.slice(6), 10);
    const { id, state, progress } = await create();
    expect([state, progress.maxSeq]).toEqual(['PENDING', 10]);
    const done = await completed(id);
    expect(done.parts.map((p: any) => [p.part, p.name, p.kind, p.records])).toEqual([
      [1, 'part-00001.ndjson.gz', 'records', 4],
      [2, 'part-00002.ndjson.gz', 'records', 4],
      [3, 'part-00003.ndjson.gz', 'records', 2],
      [4, 'chain.ndjson.gz', 'chain', 10],
      [5, 'checkpoints.ndjson.gz', 'checkpoints', 1],
    ]);
    const lines = (await Promise.all([1, 2, 3].map((part) => linesOf(id, part)))).flat();
    expect(lines.map(({ record }) => record.id)).toEqual(records.map((record) => record.id));
    expect(lines[0].personal.actor.value).toMatchObject({ name: 'Ada' });
    const verdict = await verdictOf(await download(id));
    expect(verdict).toEqual({ findings: [], records: 10, sealedSeq: 6, removedParts: 0 });
    expect(await under.typesOf(tenant, id)).toEqual([
      'audit_export.created',
      'audit_export.completed',
    ]);
    expect(await under.signedWith(id)).toHaveLength(1);
  });

  test('contains the selected records, and proves the range without revealing the others', async () => {
    await fresh();
    const [actor, organizationId] = [newId('user'), newId('organization')];
    const mine = { actor: { type: 'user', id: actor }, organizationId };
    const records = [
      aRecord(mine),
      aRecord(),
      aRecord({ ...mine, data: { operationId: 'consentGrant' } }),
      aRecord({ ...mine, data: { outcome: 'denied' } }),
    ];
    await under.publishRecords(tenant, records);
    const filter = {
      actorIds: [actor],
      operationIds: ['userDirectory*', 'consentGrant'],
      outcomes: ['success'],
    };
    const { id } = await create({ filter, includeChain: true, includePersonalData: false });
    await completed(id);
    const lines = await linesOf(id, 1);
    expect(lines.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(lines[0]).not.toHaveProperty('personal');
    expect(await linesOf(id, 2)).toHaveLength(3);
    expect((await verdictOf(await download(id))).findings).toEqual([]);
  });

  test('writes CSV without executable formulas', async () => {
    await fresh();
    const name = '=HYPERLINK("http://evil")';
    await under.publishRecords(tenant, [
      aRecord({ actor: { type: 'user', id: newId('user'), name } }),
    ]);
    const { id } = await create({ format: 'csv', compression: 'none' });
    await completed(id);
    const [header, row] = (await bufferOf(id, 1)).toString().split('\r\n');
    expect(header).toMatch(/^seq,recordHash,hash,id,occurredAt/);
    expect(row).toContain(`"'=HYPERLINK`);
    expect((await verdictOf(await download(id))).findings).toEqual([]);
  });

  test('of an empty log is an empty file', async () => {
    await fresh();
    const { id } = await create();
    expect((await completed(id)).parts).toMatchObject([{ records: 0 }]);
    expect(await verdictOf(await download(id))).toMatchObject({ findings: [], records: 0 });
  });

  test.each<[string, object, string]>([
    ['an empty span', { to: new Date(0).toISOString() }, '/to'],
    ['the future', { to: new Date(Date.now() + 3_600_000).toISOString() }, '/to'],
    ['more than a year', { from: '2020-01-01T00:00:00Z' }, '/from'],
    ['an unknown member', { colour: 'red' }, '/colour'],
  ])('refuses %s', async (_what, body, pointer) => {
    await fresh();
    const answer = await api.post(exportsPath, { body: { ...span(), ...body } });
    expect(errorOf(answer).slice(0, 3)).toEqual([422, 'validation_failed', pointer]);
  });

  test('runs at most two exports at a time', async () => {
    await fresh();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => api.post(exportsPath, { body: span() })),
    );
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.length).toBeLessThanOrEqual(2);
    for (const one of refused) expect(one.body.code).toBe('limit_exceeded');
  });
});

describe('auditExportDownload', () => {
  test('serves ranges, and records each download', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord()]);
    const { id } = await create();
    await completed(id);
    const whole = await bufferOf(id, 1);
    const part = await bytesOf(id, 1, { range: 'bytes=2-5' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 6));
    expect(part.headers.get('content-disposition')).toContain('part-00001.ndjson.gz');
    const downloads = await eventually(async () => {
      const rows = await under.rowsOf(tenant);
      const found = rows.filter((row) => row.operation_id === 'auditExportDownload');
      return found.length === 2 && found;
    });
    for (const { fixed, actor, details } of downloads) {
      expect(JSON.parse(fixed)).toMatchObject({
        actor: { clientId: expect.any(String) },
        requestId: expect.stringMatching(/^req_/),
      });
      expect([actor.sourceIp, details]).toEqual(['203.0.113.7', { part: 1 }]);
    }
  });

  test('is rejected before completion, without both scopes, and for other tenants', async () => {
    await fresh();
    const { id } = await create();
    await completed(id);
    const reader = await under.platform.as({ tenant, scopes: ['tenant:compliance.read'] });
    expect((await reader.get(`${exportsPath}/${id}/download`)).status).toBe(403);
    expect((await api.get(`${exportsPath}/${id}/download?part=99`)).status).toBe(404);
    const { api: stranger } = await under.tenant();
    for (const answer of [
      await stranger.get(`${exportsPath}/${id}`),
      await stranger.get(`${exportsPath}/${id}/download`),
      await stranger.delete(`${exportsPath}/${id}`),
    ])
      expect(errorOf(answer).slice(0, 2)).toEqual([404, 'not_found']);
    ok(await api.delete(`${exportsPath}/${id}`));
    expect((await api.get(`${exportsPath}/${id}/download`)).status).toBe(409);
    expect(ok(await api.get(`${exportsPath}/${id}`)).state).toBe('EXPIRED');
    await eventually(async () => {
      const left = await readdir(join(under.folder, 'audit-export', tenant.id)).catch(
        (): string[] => [],
      );
      return !left.includes(id);
    });
  });
});

test.each([
  ['PENDING', 409, 'CANCELLED'],
  ['RUNNING', 409, 'CANCELLED'],
  ['COMPLETED', 200, 'EXPIRED'],
  ['FAILED', 409, 'FAILED'],
  ['CANCELLED', 409, 'CANCELLED'],
  ['EXPIRED', 409, 'EXPIRED'],
])(
  'an export that is %s: downloading it is %i, deleting it leaves it %s',
  async (state, status, then) => {
    await fresh();
    const { id } = await create();
    await completed(id);
    await under.sql('UPDATE audit_exports SET state = $2 WHERE id = $1', [id, state]);
    const answer = await api.get(`${exportsPath}/${id}/download?part=0`);
    expect(answer.status).toBe(status);
    ok(await api.delete(`${exportsPath}/${id}`));
    expect(ok(await api.get(`${exportsPath}/${id}`)).state).toBe(then);
  },
);

test('files of a failed export are removed, and later the export itself', async () => {
  await fresh();
  const { id } = await create();
  await completed(id);
  const endedBefore = (state: string, age: string) =>
    under.sql(
      `UPDATE audit_exports SET state = $2, updated_at = now() - $3::interval WHERE id = $1`,
      [id, state, age],
    );
  const filesOf = (): Promise<string[]> =>
    readdir(join(under.folder, 'audit-export', tenant.id, id)).catch((): string[] => []);
  const { db, jobs } = under.platform.service.platform;
  expect(await filesOf()).not.toEqual([]);
  await endedBefore('FAILED', '1 hour');
  await auditExportRemoval.sweep({ db, jobs });
  await eventually(async () =>
    under.sql('SELECT 1 FROM audit_exports WHERE is_empty AND id = $1', [id]).then((r) => r[0]),
  );
  expect(await filesOf()).toEqual([]);
  expect(ok(await api.get(`${exportsPath}/${id}`)).state).toBe('FAILED');
  await endedBefore('FAILED', '401 days');
  await auditExportRemoval.sweep({ db, jobs });
  expect((await api.get(`${exportsPath}/${id}`)).status).toBe(404);
});

describe('verification finds', () => {
  /** Downloads an export of five sealed records and lets `forge` change it. */
  async function forged(forge: (folder: string) => Promise<void>): Promise<string[]> {
    await fresh();
    await under.publishRecords(
      tenant,
      [1, 2, 3].map(() => aRecord()),
    );
    await under.seal(tenant);
    const { id } = await create();
    await completed(id);
    const folder = await download(id);
    await forge(folder);
    return (await verdictOf(folder)).findings;
  }
  const edit = async (path: string, change: (text: string) => string) =>
    writeFile(path, gzipSync(change(gunzipSync(await readFile(path)).toString())));
  const inPart = (change: (text: string) => string) => (folder: string) =>
    edit(join(folder, 'part-00001.ndjson.gz'), change);

  test('a changed record', async () => {
    const findings = await forged(inPart((text) => text.replace('"success"', '"denied"')));
    expect(findings).toContain('record 1 was changed');
  });
  test('a changed name', async () => {
    const findings = await forged(inPart((text) => text.replace('"Ada"', '"Eve"')));
    expect(findings).toContain('the actor of record 1 was changed');
  });
  test('a removed record', async () => {
    const findings = await forged(inPart((text) => text.split('\n').slice(1).join('\n')));
    expect(findings).toContain('it has 2 records instead of 3');
  });
  test('a changed chain', async () => {
    const findings = await forged((folder) =>
      edit(join(folder, 'chain.ndjson.gz'), (text) => text.split('\n').slice(1).join('\n')),
    );
    expect(findings).toContain('record 1 is missing: record 2 follows record 0');
  });
  test('another manifest', async () => {
    const findings = await forged(async (folder) => {
      const path = join(folder, 'manifest.json');
      const { manifest, jws } = JSON.parse(await readFile(path, 'utf8'));
      const [header, , signature] = jws.split('.');
      const payload = Buffer.from(JSON.stringify({ ...manifest, records: 1 })).toString(
        'base64url',
      );
      await writeFile(path, JSON.stringify({ jws: `${header}.${payload}.${signature}` }));
    });
    expect(findings).toEqual([expect.stringContaining('signature')]);
  });

  test('a row that was changed in the database, even if all later hashes were changed too', async () => {
    await fresh();
    await under.publishRecords(tenant, [aRecord(), aRecord()]);
    await under.seal(tenant);
    await under.sql(
      `ALTER TABLE audit_records DISABLE TRIGGER keep_audit_records;
       UPDATE audit_records SET fixed = replace(fixed, 'userDirectoryUpdate', 'userDirectoryGet') WHERE tenant_id = '${tenant.id}' AND seq = 1;
       ALTER TABLE audit_records ENABLE TRIGGER keep_audit_records`,
    );
    const { id } = await create();
    await completed(id);
    const { findings } = await verdictOf(await download(id));
    expect(findings).toContain('record 1 was changed');
    await rewriteHashes();
    const { id: again } = await create();
    await completed(again);
    const [finding] = (await verdictOf(await download(again))).findings;
    expect(finding).toBe('the chain up to record 2 is not the one that was sealed');
  });

  const [person, organizationId] = [newId('user'), newId('organization')];
  const named = () => ({ type: 'user', id: person, clientId: 'console', name: 'Ada' });
  test.each([
    ['the time', `occurred_at = occurred_at - interval '1 year'`, {}],
    ['the operation', `operation_id = 'anotherOne'`, { operationIds: ['userDirectory*'] }],
    ['the outcome', `outcome = 'denied'`, { outcomes: ['success'] }],
    ['the actor', `actor_id = 'another'`, { actorIds: [person] }],
    ['the application', `client_id = 'another'`, { clientIds: ['console'] }],
    ['the subject', `subject_id = 'another'`, { subjectIds: [person] }],
    ['the organization', 'organization_id = NULL', { organizationIds: [organizationId] }],
  ])(
    'a row that was hidden from exports by changing %s in its column alone',
    async (_what, change, filter) => {
      await fresh();
      const record = () => aRecord({ actor: named(), subject: named(), organizationId });
      await under.publishRecords(tenant, [record(), record(), record()]);
      await under.seal(tenant);
      await under.sql(
        `ALTER TABLE audit_records DISABLE TRIGGER keep_audit_records;
         UPDATE audit_records SET ${change} WHERE tenant_id = '${tenant.id}' AND seq = 2;
         ALTER TABLE audit_records ENABLE TRIGGER keep_audit_records`,
      );
      const { id } = await create({ filter, includeChain: true });
      await completed(id);
      expect((await linesOf(id, 1)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect((await verdictOf(await download(id))).findings).toEqual([
        'the row of record 2 was changed in the database',
      ]);
    },
  );

  /** An owner of the database can recompute every hash. */
  async function rewriteHashes(): Promise<void> {
    const rows = await under.rowsOf(tenant);
    const { chainHash, chainStart, recordHash } = await import('@platform/audit/chain');
    let hash = chainStart;
    for (const row of rows) {
      const own = recordHash(JSON.parse(row.fixed));
      hash = chainHash(hash, own);
      await under.sql(
        `ALTER TABLE audit_records DISABLE TRIGGER keep_audit_records;
         UPDATE audit_records SET record_hash = '${own}', hash = '${hash}' WHERE tenant_id = '${tenant.id}' AND seq = ${row.seq};
         ALTER TABLE audit_records ENABLE TRIGGER keep_audit_records`,
      );
    }
  }
});
