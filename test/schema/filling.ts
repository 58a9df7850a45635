import type { Client } from '@platform/dev/postgres';
import { uuidOf } from '@platform/kit/ids';
import { relationsOf } from './introspection.ts';
import type { Relation } from './introspection.ts';

interface Column {
  name: string;
  type: string;
  isGiven: boolean;
  checks: string[];
}

const columnsOf = `
  SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.atthasdef OR a.attidentity <> '' OR NOT a.attnotnull AS "isGiven",
         array(SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = a.attrelid AND contype = 'c' AND conkey = ARRAY[a.attnum]) AS checks
  FROM pg_attribute a WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped`;

const samples: Record<string, string> = {
  text: 'x',
  bytea: '\\x00',
  jsonb: '{}',
  json: '{}',
  'text[]': '{}',
  'bigint[]': '{}',
  boolean: 'true',
  integer: '1',
  smallint: '1',
  bigint: '1',
  'timestamp with time zone': '2030-01-01T00:00:00Z',
  'timestamp with time zone[]': '{}',
  cidr: '192.0.2.0/24',
};

function sampleOf({ name, type, checks }: Column): string {
  const listed = checks
    .map((check) => /ARRAY\['([^']+)'::text/.exec(check)?.[1])
    .find((value) => value !== undefined);
  const value = listed ?? samples[type];
  if (value === undefined) throw new Error(`no sample of ${name} ${type}`);
  return value;
}

/**
 * Inserts a row into each table of a schema, with only the required columns. `tenantId`, or the UUID within it, is the value of
 * `tenant_id`; tables with a row of the tenant are skipped. Returns the number of tables with a row.
 */
export async function fillSchema(
  client: Client,
  schema: string,
  tenantId: string,
): Promise<string[]> {
  await client.query(`SET search_path = ${schema}`);
  const filled: string[] = [];
  let waiting = (await relationsOf(client, schema)).filter(
    (r) => !r.isPartition && r.name !== 'schema_migration',
  );
  // Rows that refer to others come after them.
  for (let before = -1; waiting.length > 0 && waiting.length !== before;) {
    before = waiting.length;
    const refused: Relation[] = [];
    for (const relation of waiting) {
      const { rows } = await client.query<Column>(columnsOf, [relation.oid]);
      const needed = rows.filter((c) => !c.isGiven || c.name === 'tenant_id');
      const owned = rows.some((c) => c.name === 'tenant_id');
      const values = needed.map((c) =>
        c.name === 'tenant_id' || (!owned && c.name === 'id')
          ? c.type === 'uuid'
            ? uuidOf('tenant', tenantId)
            : tenantId
          : sampleOf(c),
      );
      const names = needed.map((c) => c.name).join(', ');
      await client
        .query(
          `INSERT INTO ${relation.name} (${names}) VALUES (${needed.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
          values,
        )
        .then(
          () => filled.push(relation.name),
          (error: { code?: string }) => {
            if (error.code !== '23503') throw error;
            refused.push(relation);
          },
        );
    }
    waiting = refused;
  }
  if (waiting.length > 0)
    throw new Error(`tables that take no row: ${waiting.map((r) => r.name).join(', ')}`);
  return filled;
}
