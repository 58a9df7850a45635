import { contextNames, services } from '@platform/contracts';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { migrate } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relationsOf } from '../schema/introspection.ts';

describe.each(contextNames)('the login role of %s', (service) => {
  const { schema } = services[service];
  let store: TestDatabase;
  let url: string;

  beforeAll(async () => {
    store = await createTestDatabase();
    const roles = await prepareServiceDatabase(store.url, schema);
    url = roles.url;
    const folder = new URL(`../../services/${service}/migrations/`, import.meta.url);
    await migrate({ url: roles.migrationUrl, schema, folder, log: silentLog });
  });
  afterAll(() => store.drop());

  test('can neither read nor change a table before it takes a role', async () => {
    const tables = await withClient(store.url, (client) => relationsOf(client, schema));
    expect(tables.length).toBeGreaterThan(5);
    await withClient(url, async (client) => {
      for (const { name } of tables)
        for (const statement of [`SELECT FROM ${schema}.${name}`, `DELETE FROM ${schema}.${name}`])
          await expect(client.query(statement)).rejects.toThrow('permission denied');
    });
  });

  test.runIf(service === 'compliance')(
    'deletes no audit record of a living tenant under any role that it can take',
    async () => {
      const tenant = newId('tenant');
      await withClient(store.url, (client) =>
        client.query(
          `SET search_path = compliance;
           INSERT INTO audit_records (tenant_id, seq, recorded_at, id, occurred_at, operation_id, outcome, actor_id, subject_id, fixed, record_hash, hash)
             VALUES ('${tenant}', 1, now(), 'evt_1', now(), 'x', 'success', 'a', 's', '{}', '', '');
           INSERT INTO audit_personal (tenant_id, seq, recorded_at) VALUES ('${tenant}', 1, now());
           INSERT INTO audit_checkpoints (tenant_id, seq, hash, at, jws, kid) VALUES ('${tenant}', 1, '', now(), '', '')`,
        ),
      );
      const tables = ['audit_records', 'audit_personal', 'audit_checkpoints'];
      for (const role of ['compliance_app', 'compliance_worker', 'none'])
        for (const table of tables)
          await withClient(url, (client) =>
            client.query(
              `SET ROLE ${role}; SET platform.tenant_id = '${tenant}'; DELETE FROM compliance.${table}`,
            ),
          ).catch((error: Error) =>
            expect(error.message).toMatch(/permission denied|cannot be changed/),
          );
      await withClient(store.url, async (client) => {
        for (const table of tables)
          expect((await client.query(`SELECT FROM compliance.${table}`)).rowCount).toBe(1);
        // A role that inherits both, as logins once did, passes for neither of them.
        await client.query(
          `CREATE ROLE inheriting_${schema}_login; GRANT compliance_app, compliance_worker TO inheriting_${schema}_login`,
        );
        try {
          await expect(
            client.query(
              `SET ROLE inheriting_${schema}_login; SET platform.tenant_id = '${tenant}'; DELETE FROM compliance.audit_records`,
            ),
          ).rejects.toThrow('cannot be changed');
        } finally {
          await client.query(`RESET ROLE; DROP ROLE inheriting_${schema}_login`);
        }
      });
    },
  );
});
