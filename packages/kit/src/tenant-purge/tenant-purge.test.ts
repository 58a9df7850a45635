import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { createTestDatabase } from '@platform/dev/testing';
import { database, migrate } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { silentLog } from '../log/log.ts';
import { purgeTenant } from './tenant-purge.ts';

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let folder: string;

const schema = `
CREATE TABLE parent (tenant_id text, id int, PRIMARY KEY (tenant_id, id));
CREATE TABLE a_child (tenant_id text, id int, parent_id int, PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES parent (tenant_id, id));
CREATE TABLE z_child (tenant_id text, id int, parent_id int, PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES parent (tenant_id, id));
CREATE TABLE log (tenant_id text, id int, at date, PRIMARY KEY (tenant_id, id, at)) PARTITION BY RANGE (at);
CREATE TABLE log_old PARTITION OF log FOR VALUES FROM ('2020-01-01') TO ('2026-01-01');
CREATE TABLE log_new PARTITION OF log FOR VALUES FROM ('2026-01-01') TO ('2030-01-01');
SELECT own_by_tenant('parent'), own_by_tenant('a_child'), own_by_tenant('z_child'), own_by_tenant('log');`;

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'purge-'));
  await writeFile(join(folder, '0001-tables.sql'), schema);
  const { url, migrationUrl } = await prepareServiceDatabase(store.url, 'shop');
  await migrate({ url: migrationUrl, schema: 'shop', folder: pathToFileURL(`${folder}/`), log: silentLog });
  db = database({ url, schema: 'shop', maxConnections: 2, statementTimeoutMs: 10_000, log: silentLog });
});
afterAll(async () => {
  await db.close();
  await store.drop();
  await rm(folder, { recursive: true });
});

const tables = ['parent', 'a_child', 'z_child', 'log'];
const contextOf = (tenantId: string) => ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;
const fill = (tenantId: string): Promise<unknown> => db.transact(contextOf(tenantId), async (tx) => {
  await tx.execute('INSERT INTO parent SELECT $1, n FROM generate_series(1, 10) n', [tenantId]);
  for (const child of ['a_child', 'z_child']) await tx.execute(`INSERT INTO ${child} SELECT $1, n, 1 + n % 10 FROM generate_series(1, 50) n`, [tenantId]);
  await tx.execute(`INSERT INTO log SELECT $1, n, date '2020-01-01' + n FROM generate_series(1, 3500) n`, [tenantId]);
});
const count = (tenantId: string): Promise<number[]> => db.read(contextOf(tenantId), async (tx) => {
  const counts: number[] = [];
  for (const table of tables) counts.push((await tx.row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? -1);
  return counts;
});

test('removes what the tenant owns, against foreign keys and over partitions, and nothing of others', async () => {
  const [gone, stays] = [newId('tenant'), newId('tenant')];
  await Promise.all([fill(gone), fill(stays)]);
  expect(await purgeTenant(db, gone)).toBe(3610);
  expect(await count(gone)).toEqual([0, 0, 0, 0]);
  expect(await count(stays)).toEqual([10, 50, 50, 3500]);
  expect(await purgeTenant(db, gone)).toBe(0);
});
