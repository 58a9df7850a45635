import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { defaultTenantId } from '@platform/contracts';
import { migrate } from '@platform/kit/database';
import { newId, uuidOf } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';

const folder = new URL('../migrations/', import.meta.url);
const ofKit = new URL('../../../packages/kit/migrations/', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('existing tuples are preserved under the UUID of the tenant’s id', async () => {
  const { migrationUrl } = await prepareServiceDatabase(database.url, 'access');
  const before =
    readdirSync(ofKit).length + readdirSync(folder).filter((name) => name < '0053').length;
  await migrate({ url: migrationUrl, schema: 'access', folder, log: silentLog, limit: before });
  const tenants = [
    newId('tenant'),
    newId('tenant'),
    defaultTenantId,
    'tnt_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  ];
  const rest = `object_id, condition_name, condition_context, expires_at, created_at, revision`;
  const kept = await withClient(database.url, async (client) => {
    for (const [i, tenant] of tenants.entries()) {
      await client.query(
        `INSERT INTO access.relation_tuples (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation, condition_name, condition_context, expires_at, created_at, revision)
        VALUES ($1, 'doc', 'plain', 'viewer', 'user', 'anne', '', NULL, NULL, NULL, '2026-01-02T03:04:05.678901Z', $2),
               ($1, 'doc', 'conditional', 'viewer', 'group', 'g', 'member', 'while', '{"a": 1}', '2999-01-01', '2026-01-02', $2)`,
        [tenant, i],
      );
    }
    return (
      await client.query(
        `SELECT tenant_id, ${rest} FROM access.relation_tuples ORDER BY revision, object_id`,
      )
    ).rows;
  });
  await migrate({ url: migrationUrl, schema: 'access', folder, log: silentLog });
  const { rows } = await withClient(database.url, (client) =>
    client.query(
      `SELECT tenant_id, ${rest} FROM access.relation_tuples ORDER BY revision, object_id`,
    ),
  );
  expect(rows).toEqual(kept.map((row) => ({ ...row, tenant_id: uuidOf('tenant', row.tenant_id) })));
});
