import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import type { Database } from '@platform/kit/database';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentSigner } from '../src/document-signer.ts';
import { scheduleUnsealed, sealDueAuditLogs } from '../src/audit-log/checkpoints.ts';
import { aRecord, auditPlatform, sealTimeOf } from './audit-fixtures.ts';
import type { AuditTestPlatform } from './audit-fixtures.ts';

const hourMs = 3_600_000;
let under: AuditTestPlatform;

beforeAll(async () => {
  under = await auditPlatform({ 'platform.audit.checkpoint-cron': '0 0 * * * *' });
});
afterAll(() => under.stop());

const sealsOf = async ({ id }: TestTenant): Promise<number[]> =>
  (
    await under.sql<{ seq: string }>(
      'SELECT seq FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY seq',
      [id],
    )
  ).map(({ seq }) => Number(seq));

/** Milliseconds until the tenant's log is due; null if it is not. */
const dueInMs = async ({ id }: TestTenant): Promise<number | null> => {
  const [head] = await under.sql<{ ms: number | null }>(
    'SELECT (extract(epoch FROM seal_due_at - now()) * 1000)::float8 AS ms FROM audit_heads WHERE tenant_id = $1',
    [id],
  );
  return head?.ms ?? null;
};

const makeDue = ({ id }: TestTenant): Promise<unknown> =>
  under.sql(
    `UPDATE audit_heads SET seal_due_at = now() - interval '1 second' WHERE tenant_id = $1 AND seal_due_at IS NOT NULL`,
    [id],
  );

/** Counts the transactions of each tenant, and those of workers. */
function countedDatabase(): { db: Database; visits: Map<string, number> } {
  const { db } = under.platform.service.platform;
  const visits = new Map<string, number>();
  const count = (whose: string): void => void visits.set(whose, (visits.get(whose) ?? 0) + 1);
  return {
    visits,
    db: {
      ...db,
      transact: (context, work) => (count(context.tenantId), db.transact(context, work)),
      read: (context, work) => (count(context.tenantId), db.read(context, work)),
      work: (work) => (count('workers'), db.work(work)),
    },
  };
}

function optionsWith(db: Database = under.platform.service.platform.db) {
  const { log, peer } = under.platform.service.platform;
  return { db, log, sealTimeOf, signer: documentSigner(() => peer('hub')) };
}

async function tenantWithRecords(count = 1): Promise<TestTenant> {
  const { tenant } = await under.tenant();
  await under.publishRecords(
    tenant,
    Array.from({ length: count }, () => aRecord()),
  );
  return tenant;
}

test('a log that has grown is due within an hour, and sealed once it is due', async () => {
  const tenant = await tenantWithRecords(2);
  const ms = await dueInMs(tenant);
  expect(ms).toBeGreaterThan(-60_000);
  expect(ms).toBeLessThanOrEqual(hourMs);
  await makeDue(tenant);
  await sealDueAuditLogs(optionsWith());
  expect(await sealsOf(tenant)).toEqual([2]);
  expect(await dueInMs(tenant)).toBeNull();
});

test('only tenants whose logs are due are visited', async () => {
  const [quiet, later, due] = [
    await tenantWithRecords(),
    await tenantWithRecords(),
    await tenantWithRecords(),
  ];
  await makeDue(quiet);
  await sealDueAuditLogs(optionsWith());
  await under.sql(
    `UPDATE audit_heads SET seal_due_at = now() + interval '5 minutes' WHERE tenant_id = $1`,
    [later.id],
  );
  await makeDue(due);
  const { db, visits } = countedDatabase();
  await sealDueAuditLogs(optionsWith(db));
  expect(Object.fromEntries(visits)).toEqual({ workers: 1, [due.id]: 2 });
  visits.clear();
  await sealDueAuditLogs(optionsWith(db));
  expect(Object.fromEntries(visits)).toEqual({ workers: 1 });
});

test('more records before the log is due do not postpone it', async () => {
  const tenant = await tenantWithRecords();
  await under.sql(
    `UPDATE audit_heads SET seal_due_at = now() + interval '1 second' WHERE tenant_id = $1`,
    [tenant.id],
  );
  await under.publishRecords(tenant, [aRecord()], 2);
  expect(await dueInMs(tenant)).toBeLessThanOrEqual(1_000);
});

test('two pods seal a log once', async () => {
  const tenants = [await tenantWithRecords(), await tenantWithRecords(3)];
  for (const tenant of tenants) await makeDue(tenant);
  await Promise.all([
    sealDueAuditLogs(optionsWith()),
    sealDueAuditLogs(optionsWith()),
    sealDueAuditLogs(optionsWith()),
  ]);
  for (const tenant of tenants) {
    expect(await sealsOf(tenant)).toHaveLength(1);
    expect(await under.typesOf(tenant, tenant.id)).toEqual(['audit.checkpointed']);
  }
});

test('a log whose sealing lost its connection is left unsealed, and sealed by the next round', async () => {
  const tenant = await tenantWithRecords();
  await makeDue(tenant);
  const sealing = await withClient(under.platform.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM compliance.audit_heads WHERE tenant_id = $1 FOR UPDATE', [
      tenant.id,
    ]);
    const begun = sealDueAuditLogs(optionsWith());
    await untilWaitedFor(client);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    await client.query('ROLLBACK');
    return { begun };
  });
  await sealing.begun;
  expect(await sealsOf(tenant)).toEqual([]);
  expect(await under.typesOf(tenant, tenant.id)).toEqual([]);
  expect(await dueInMs(tenant)).toBeGreaterThan(60_000);
  await makeDue(tenant);
  await sealDueAuditLogs(optionsWith());
  expect(await sealsOf(tenant)).toEqual([1]);
});

test('logs that a pod of the previous version wrote are scheduled', async () => {
  const tenant = await tenantWithRecords();
  await under.sql('UPDATE audit_heads SET seal_due_at = NULL WHERE tenant_id = $1', [tenant.id]);
  await scheduleUnsealed(optionsWith());
  expect(await dueInMs(tenant)).toBeLessThanOrEqual(hourMs);
});
