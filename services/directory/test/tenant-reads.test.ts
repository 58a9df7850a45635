import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import type { Tx } from '@platform/kit/database';
import { countedReads } from '@platform/testkit/counted-reads';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { insertUniqueValues } from '../src/attribute-schema/unique-value-store.ts';
import { filterConditionOf } from '../src/scim/filters/filter-condition.ts';
import { parseFilter } from '../src/scim/filters/filter-grammar.ts';
import { listedUsers } from '../src/scim/resource-list-store.ts';
import { userSchema } from '../src/scim/schemas/user-schema.ts';
import { directory } from '../src/service.ts';
import { listUnenrolled } from '../src/provisioning/logins/sign-in-store.ts';
import { insertSuppressions, listSuppressed } from '../src/suppressions/suppressions.ts';

const rows = 100_000;
const directoryId = 'dir_large';
const key = Buffer.alloc(32, 7);
const schema = {
  resourceType: 'User' as const,
  collection: 'Users',
  core: userSchema,
  extensions: [],
};
let platform: TestPlatform;
let tenantId: string;

/**
 * The many rows of the tenant. Users of the directory were created a second apart, the last one at
 * the end of the year.
 */
const tables: Record<string, string> = {
  directory_users: `(tenant_id, directory_id, id, user_name, user_name_key, external_id, active, resource, link, version, created_at, updated_at)
    SELECT $1, '${directoryId}', 'dusr_' || n, 'u' || n, 'u' || n, 'x' || n, true, '{}', 'none', 1,
      timestamptz '2027-01-01Z' - make_interval(secs => ${rows} - n), now()`,
  unique_attribute_values: `(tenant_id, definition_id, generation, digest, entity_id)
    SELECT $1, 'atd_badge', 1, sha256(convert_to('v' || n, 'UTF8')), 'usr_' || n`,
  erasure_suppressions: `(tenant_id, key_hash) SELECT $1, sha256(convert_to('k' || n, 'UTF8'))`,
  organization_domains: `(tenant_id, id, organization_id, domain, state, enrollment, token, expires_at, created_at, updated_at)
    SELECT $1, 'dom_' || n, 'org_' || n, 'd' || n || '.example', 'verified', 'auto_join', '', now(), now(), now()`,
  user_identifiers: `(tenant_id, kind, value, user_id, verified)
    SELECT $1, 'email', 'a@d' || n || '.example', 'usr_' || n, true`,
};

beforeAll(async () => {
  platform = await testPlatform(directory);
  tenantId = platform.hub.tenant('large').id;
  await withClient(platform.database.url, async (client) => {
    for (const [table, columns] of Object.entries(tables)) {
      const numbers = `FROM generate_series(1, ${rows}) AS n`;
      await client.query(`INSERT INTO directory.${table} ${columns} ${numbers}`, [tenantId]);
      await client.query(`ANALYZE directory.${table}`);
    }
  });
}, 300_000);
afterAll(() => platform.stop());

/** The result of `work`, and how many rows it reads. */
const readBy = <T>(work: (tx: Tx) => Promise<T>): Promise<{ found: T; read: number }> =>
  platform.service.platform.db.transact(
    { tenantId, actor: { type: 'system', id: 'test' } },
    async (plain) => {
      const counted = countedReads(plain);
      const found = await work(counted.tx);
      return { found, read: counted.rows() };
    },
  );

describe('a tenant with 100,000 rows of each kind reads few rows', () => {
  test.each([
    ['meta.created gt "2026-12-31T23:59:50Z"', 10],
    ['meta.created ge "2026-12-31T23:59:50Z" and active eq true', 11],
    ['meta.created lt "2026-12-30T20:13:30Z"', 9],
    ['userName sw "u9999"', 11],
    ['externalId eq "x77"', 1],
    ['id eq "dusr_77"', 1],
  ])('by the SCIM filter %s', async (filter, matches) => {
    const condition = filterConditionOf(schema, parseFilter(filter));
    const { found, read } = await readBy((tx) =>
      listedUsers.page(tx, directoryId, condition, { skip: 0 }, 100),
    );
    expect(found).toHaveLength(matches);
    expect(read).toBe(matches);
  });

  test('for the records of unique values', async () => {
    const valueOf = (n: number) => ({
      definitionId: 'atd_badge',
      generation: 1,
      digest: createHash('sha256').update(`v${n}`).digest(),
    });
    const { found, read } = await readBy((tx) =>
      insertUniqueValues(tx, [
        { ...valueOf(77), entityId: 'usr_new' },
        { ...valueOf(rows + 1), entityId: 'usr_newer' },
      ]),
    );
    expect(found).toEqual(new Set(['usr_new']));
    expect(read).toBeLessThan(10);
  });

  test('for the erased people of a list', async () => {
    const people = Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@example.com` }));
    const { found, read } = await readBy(async (tx) => {
      await insertSuppressions(tx, [key], people.slice(3));
      return listSuppressed(tx, [key], people);
    });
    expect(found).toEqual(new Set([3, 4]));
    expect(read).toBeLessThan(10);
  });

  test('for users whose domain enrolls them', async () => {
    const { found, read } = await readBy((tx) => listUnenrolled(tx, ['usr_7', 'usr_8', 'usr_0']));
    expect(found).toEqual(['usr_7', 'usr_8']);
    expect(read).toBeLessThan(20);
  });
});
