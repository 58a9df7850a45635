import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { database, migrate } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { maintainPartitions } from '@platform/kit/upkeep';
import type { TimeLog } from '@platform/kit/upkeep';
import { outbound } from '../src/service.ts';

const day = 86_400_000;
let own: TestDatabase;
let db: Database;
let ownerUrl: string;

beforeAll(async () => {
  own = await createTestDatabase();
  const { url, migrationUrl } = await prepareServiceDatabase(own.url, 'outbound');
  ownerUrl = migrationUrl;
  await migrate({
    url: migrationUrl,
    schema: 'outbound',
    folder: outbound.migrations,
    log: silentLog,
  });
  db = database({
    service: 'outbound',
    url,
    schema: 'outbound',
    maxConnections: 2,
    statementTimeoutMs: 10_000,
    log: silentLog,
  });
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const sql = <R>(text: string, params: unknown[] = []): Promise<R[]> =>
  withClient(ownerUrl, async (client) => {
    await client.query("SET search_path = outbound; SET timezone = 'UTC'");
    return (await client.query(text, params)).rows as R[];
  });
const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass AND c.relname !~ 'default$' ORDER BY 1",
      [table],
    )
  ).map((row) => row.name);

const logs = {
  webhook_deliveries: {
    log: { table: 'webhook_deliveries', unit: 'week', retentionMs: 90 * day },
    old: ['webhook_deliveries_20200106', '2020-01-06', '2020-01-13'],
    by: 'event_ingested_at',
    insert: (table: string) =>
      `INSERT INTO ${table} (tenant_id, id, endpoint_id, event_id, event_type, event_ingested_at, trigger, status, created_at, expires_at) VALUES ($1, $2, 'whe_1', 'evt_1', 'user.created', $3, 'event', 'succeeded', now(), now())`,
  },
  webhook_attempts: {
    log: { table: 'webhook_attempts', unit: 'day', retentionMs: 30 * day },
    old: ['webhook_attempts_20200106', '2020-01-06', '2020-01-07'],
    by: 'started_at',
    insert: (table: string) =>
      `INSERT INTO ${table} (tenant_id, delivery_id, id, started_at, number, trigger, url) VALUES ($1, 'whd_1', $2, $3, 1, 'scheduled', 'https://example.com')`,
  },
} satisfies Record<
  string,
  { log: TimeLog; old: string[]; by: string; insert: (table: string) => string }
>;

describe.each(Object.entries(logs))('%s', (table, { log, old: [name, from, to], insert, by }) => {
  test('has future partitions from the start', async () => {
    expect(await partitionsOf(table)).toHaveLength(5);
  });

  test('deletes expired rows, including those in the default partition', async () => {
    await sql(
      `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
    const tenantId = newId('tenant');
    const add = (into: string, id: string, at: string): Promise<unknown> =>
      sql(insert(into), [tenantId, id, at]);
    await add(name as string, 'a', `${from}T12:00:00Z`);
    await add(`${table}_default`, 'b', '2020-02-01T00:00:00Z');
    await add(`${table}_default`, 'c', '2090-01-01T00:00:00Z');
    await sql(insert((await partitionsOf(table)).at(-5) as string), [
      tenantId,
      'd',
      new Date().toISOString(),
    ]);
    expect(await maintainPartitions(db, log)).toBe(1);
    expect(await partitionsOf(table)).not.toContain(name);
    const left = (
      await Promise.all(
        [...(await partitionsOf(table)), `${table}_default`].map((part) =>
          sql<{ id: string }>(`SELECT id FROM ${part} ORDER BY ${by}`),
        ),
      )
    ).flat();
    expect(left.map((row) => row.id).toSorted()).toEqual(['c', 'd']);
  });
});
