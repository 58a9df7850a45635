import { contextNames, services } from '@platform/contracts';
import { exportTenant, importTenant } from '@platform/data-lifecycle/tenant-move';
import type { TenantMove } from '@platform/data-lifecycle/tenant-move';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { database } from '@platform/kit/database';
import { newId, uuidOf } from '@platform/kit/ids';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import { silentLog } from '@platform/kit/telemetry';
import { testKeys } from '@platform/testkit/encryption-keys';
import { runsLongTests } from '@platform/testkit/long-tests';
import { createTestDatabase } from '@platform/testkit/stores';
import { describe, expect, test } from 'vitest';
import { fillSchema } from './filling.ts';
import { movedRows } from './moved-rows.ts';
import { movedTables } from './moved-tables.ts';

const boxOf = (id: string) => {
  const { 'platform.secrets.encryption.keys': keys } = testKeys(id);
  return secretBox(parseKeys(JSON.parse(String(keys)) as Record<string, string>, id));
};
const transfer = boxOf('transfer');

/** A database of a service, with keys of its own. */
async function installation(service: (typeof contextNames)[number], keyId: string) {
  const { schema } = services[service];
  const migrations = new URL(`../../services/${service}/migrations/`, import.meta.url);
  const store = await createTestDatabase({ schema, migrations });
  const { url } = await prepareServiceDatabase(store.url, schema);
  const db = database({
    service,
    url,
    schema,
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    log: silentLog,
  });
  const move: TenantMove = { service, db, secrets: boxOf(keyId), moved: movedRows[service] };
  return {
    move,
    url: store.url,
    async stop(): Promise<void> {
      await db.close();
      await store.drop();
    },
  };
}

/** Columns that mean something else in each installation, such as the id of a key. */
const replacedIn = ({ replaced = [] }: TenantMove['moved'], table: string): string[] =>
  replaced.filter((one) => one.table === table).map(({ column }) => column);

/** Columns that a table requires together with its secret. */
const besides: Record<string, string> = { claims_webhook: `, url = 'https://example.com'` };

/** Puts a row into each table, with sealed values, and none into tables of steps. */
async function fillTenant(url: string, { moved, secrets, db }: TenantMove, tenantId: string) {
  await withClient(url, async (client) => {
    await fillSchema(client, db.schema, tenantId);
    for (const table of Object.keys(moved.drained ?? {}))
      await client.query(`DELETE FROM ${table}`);
    for (const { table, column, key, contextOf } of moved.sealed) {
      const { rows } = await client.query<Record<string, string>>(
        `SELECT ${key.join(', ')} FROM ${table} WHERE tenant_id = $1`,
        [tenantId],
      );
      const context = contextOf(tenantId, ...key.map((name) => rows[0]?.[name] ?? ''));
      await client.query(
        `UPDATE ${table} SET ${column} = $2${besides[table] ?? ''} WHERE tenant_id = $1`,
        [tenantId, secrets.seal(`secret of ${table}`, context)],
      );
    }
  });
}

/** The rows of the tables that move, with opened secrets. */
const rowsOf = (url: string, { moved, secrets, service, db }: TenantMove, tenantId: string) =>
  withClient(url, async (client) => {
    await client.query(`SET search_path = ${db.schema}`);
    const found: Record<string, unknown> = {};
    for (const table of movedTables[service as keyof typeof movedTables]) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) - 'seal_key_id' AS row FROM ${table} t WHERE tenant_id::text IN ($1, $2)`,
        [tenantId, uuidOf('tenant', tenantId)],
      );
      const sealed = moved.sealed.filter((column) => column.table === table);
      const elsewhere = Object.fromEntries(replacedIn(moved, table).map((name) => [name, null]));
      const opened = rows.map(({ row }) => ({
        ...row,
        ...elsewhere,
        ...Object.fromEntries(
          sealed.map(({ column, key, contextOf }) => [
            column,
            secrets.open(
              String(row[column]),
              contextOf(tenantId, ...key.map((name) => String(row[name]))),
            ),
          ]),
        ),
      }));
      const inOrder = opened.map((row) => JSON.stringify(row)).toSorted();
      found[table] = inOrder.map((row) => JSON.parse(row) as unknown);
    }
    return found;
  });

describe.skipIf(!runsLongTests)('a tenant moves to another installation', () => {
  test.each(contextNames)('with a row of each table of %s', async (service) => {
    const tenantId = newId('tenant');
    const [home, abroad] = [
      await installation(service, 'home'),
      await installation(service, 'abroad'),
    ];
    try {
      await fillTenant(home.url, home.move, tenantId);
      const lines: string[] = [];
      await exportTenant(home.move, tenantId, transfer, async (line) => void lines.push(line));
      async function* archive(): AsyncGenerator<string> {
        yield* lines;
      }
      await importTenant(abroad.move, tenantId, transfer, archive());
      const expected = await rowsOf(home.url, home.move, tenantId);
      expect(Object.entries(expected).filter(([, rows]) => (rows as []).length === 0)).toEqual([]);
      expect(await rowsOf(abroad.url, abroad.move, tenantId)).toEqual(expected);
    } finally {
      await home.stop();
      await abroad.stop();
    }
  });
});
