import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextNames, services } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { migrate } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { fillSchema } from './filling.ts';
import { describeSchema } from './introspection.ts';

const kitFolder = new URL('../../packages/kit/migrations/', import.meta.url);
function migrationsOf(service: string): URL {
  return new URL(`../../services/${service}/migrations/`, import.meta.url);
}
const filesIn = (folder: URL): number =>
  readdirSync(folder).filter((f) => f.endsWith('.sql')).length;

describe.each(contextNames)('schema of %s', (service) => {
  const { schema } = services[service];
  const folder = migrationsOf(service);
  let fresh: TestDatabase;
  let upgraded: TestDatabase;
  beforeAll(async () => {
    [fresh, upgraded] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([fresh.drop(), upgraded.drop()]));

  const describeIn = (database: TestDatabase): Promise<string> =>
    withClient(database.url, (client) => describeSchema(client, schema));
  const ownerOf = async (database: TestDatabase): Promise<string> =>
    (await prepareServiceDatabase(database.url, schema)).migrationUrl;

  test('is the same whether built in one step or migrated file by file with data', async () => {
    await migrate({ url: await ownerOf(fresh), schema, folder, log: silentLog });
    const url = await ownerOf(upgraded);
    const tenantId = newId('tenant');
    const steps = filesIn(kitFolder) + filesIn(folder);
    const filled = new Set<string>();
    for (let limit = 1; limit <= steps; limit++) {
      await migrate({ url, schema, folder, log: silentLog, limit });
      const now = await withClient(upgraded.url, (client) => fillSchema(client, schema, tenantId));
      for (const table of now) filled.add(table);
    }
    const { rows } = await withClient(upgraded.url, (client) =>
      client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.schema_migration`),
    );
    expect(rows[0]?.n).toBe(steps);
    await withClient(upgraded.url, async (client) => {
      for (const table of filled)
        expect([
          table,
          (await client.query(`SELECT FROM ${schema}.${table}`)).rowCount,
        ]).not.toEqual([table, 0]);
    });
    expect(await describeIn(upgraded)).toBe(await describeIn(fresh));
  });

  test('matches its snapshot', async () => {
    const text = await describeIn(fresh);
    const file = new URL(`../../services/${service}/schema.snapshot.txt`, import.meta.url);
    if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(file, text);
    // UPDATE_SNAPSHOT=1 npm run -s jest -- test/schema
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  test('is not changed by a second migration', async () => {
    const before = await describeIn(fresh);
    await migrate({ url: await ownerOf(fresh), schema, folder, log: silentLog });
    expect(await describeIn(fresh)).toBe(before);
  });
});
