import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { migrate } from '../src/database/database.ts';
import { silentLog } from '../src/telemetry/log.ts';

const folder = join(tmpdir(), `migrations-${process.pid}`);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await mkdir(folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.drop();
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const migrated = () =>
  migrate({
    url: test.url,
    schema: 'garden',
    folder: pathToFileURL(`${folder}/`),
    log: silentLog,
  });
const tables = () =>
  withClient(test.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'garden' AND tablename LIKE 'bed%' ORDER BY 1",
    );
    return rows.map(({ name }) => name);
  });

describe('A migration', () => {
  it('is applied once, and later files after it', async () => {
    await write('0001-beds.sql', 'CREATE TABLE bed (id text PRIMARY KEY);');
    await migrated();
    await write('0002-plants.sql', 'CREATE TABLE bed_plant (id text PRIMARY KEY);');
    await Promise.all([migrated(), migrated()]);
    expect(await tables()).toEqual(['bed', 'bed_plant']);
  });

  it('is rejected if it was edited after it was applied, and nothing is applied with it', async () => {
    await write('0001-beds.sql', 'CREATE TABLE bed (id uuid PRIMARY KEY);');
    await write('0003-bees.sql', 'CREATE TABLE bed_bee (id text PRIMARY KEY);');
    await expect(migrated()).rejects.toThrow(
      'migration garden/0001-beds.sql was edited after it was applied',
    );
    expect(await tables()).toEqual(['bed', 'bed_plant']);
  });

  it('may be missing, as after a rollback to an earlier release', async () => {
    await rm(join(folder, '0002-plants.sql'));
    await write('0001-beds.sql', 'CREATE TABLE bed (id text PRIMARY KEY);');
    await migrated();
    expect(await tables()).toEqual(['bed', 'bed_bee', 'bed_plant']);
  });

  it('is not applied to a database of an unreleased version', async () => {
    await withClient(test.url, (client) =>
      client.query('ALTER TABLE garden.schema_migration DROP COLUMN sha256'),
    );
    await expect(migrated()).rejects.toThrow('start with an empty one');
  });
});
