import type { Tx } from '@platform/kit/database';
import { countedReads } from '@platform/testkit/counted-reads';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanLinks, scanPersonRecords, scanRecords } from '../src/audit-log/record-scan.ts';
import { compliancePlatform } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';

const records = 30_000;
const people = 100;
/** A stretch that an export reads in one statement. */
const stretch = { after: 12_000, upTo: 14_000 };
const inStretch = stretch.upTo - stretch.after;

let under: ComplianceTestPlatform;
let tenant: TestTenant;

/** A log without a chain: the planner uses row counts, not contents. */
async function fill(tenantId: string): Promise<void> {
  const numbers = `generate_series(1, ${records}) AS n`;
  const actor = `'usr_' || n % ${people}`;
  await under.sql(
    `INSERT INTO audit_records (tenant_id, seq, recorded_at, id, occurred_at, operation_id, outcome, actor_id, subject_id, fixed, record_hash, hash)
     SELECT $1, n, now(), 'evt_' || n, now(), 'userDirectoryUpdate', 'success', ${actor}, 'usr_subject', '{}', '', '' FROM ${numbers}`,
    [tenantId],
  );
  await under.sql(
    `INSERT INTO audit_personal (tenant_id, seq, recorded_at, actor, actor_salt) SELECT $1, n, now(), '{}', '' FROM ${numbers}`,
    [tenantId],
  );
  for (const table of ['audit_records', 'audit_personal']) await under.sql(`ANALYZE ${table}`);
}

beforeAll(async () => {
  under = await compliancePlatform();
  ({ tenant } = await under.tenant());
  await fill(tenant.id);
});
afterAll(() => under.stop());

/** Returns the number of rows that the statements of `work` read. */
async function readBy(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const { db } = under.platform.service.platform;
  const context = { tenantId: tenant.id, actor: { type: 'system', id: 'test' } } as const;
  return db.read(context, async (plain) => {
    const { tx, rows } = countedReads(plain);
    await work(tx);
    return rows();
  });
}

const day = 86_400_000;
const request = {
  from: new Date(Date.now() - day).toISOString(),
  to: new Date(Date.now() + day).toISOString(),
};

test.each([
  ['everything', {}],
  ['some actors', { actorIds: ['usr_1', 'usr_2'] }],
  ['one subject', { subjectIds: ['usr_subject'] }],
  ['operations by prefix', { operationIds: ['userDirectory*'] }],
])('an export of %s reads only its stretch of the log', async (_what, filter) => {
  const read = await readBy((tx) => scanRecords(tx, stretch, { ...request, filter }));
  // Each record and its personal data.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(2 * inStretch);
});

test('the chain of an export is read only from its stretch of the log', async () => {
  expect(await readBy((tx) => scanLinks(tx, stretch))).toBe(inStretch);
});

test('the records of a person are found by an index', async () => {
  const limit = 100;
  const read = await readBy((tx) => scanPersonRecords(tx, { personId: 'usr_1', after: 0, limit }));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(4 * limit);
});
