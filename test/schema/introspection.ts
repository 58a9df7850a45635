import type { Client } from '@platform/dev/postgres';

/** Partitions that a maintenance function makes by the clock. */
const madeByTheClock = /_\d{6,10}$/;

/** Partitions are made like their parent: what they have of their own is their bounds, and grants that must not be. */
const relations = `
  SELECT c.oid, c.relname AS name, c.relispartition AS "isPartition",
         pg_get_partkeydef(c.oid) AS "partitionKey", pg_get_expr(c.relpartbound, c.oid) AS bounds,
         c.relrowsecurity AS "isSecured", c.relforcerowsecurity AS "isForced",
         (SELECT relname FROM pg_class p JOIN pg_inherits i ON i.inhparent = p.oid WHERE i.inhrelid = c.oid) AS parent
  FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname COLLATE "C"`;

const columns = `
  SELECT format('column %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           CASE WHEN a.attcollation <> t.typcollation THEN format(' collate %s', (SELECT collname FROM pg_collation WHERE oid = a.attcollation)) END,
           CASE WHEN a.attnotnull THEN ' not null' END,
           CASE WHEN a.attidentity <> '' THEN ' identity ' || a.attidentity::text WHEN a.attgenerated <> '' THEN ' generated ' || pg_get_expr(d.adbin, d.adrelid) WHEN d.adbin IS NOT NULL THEN ' default ' || pg_get_expr(d.adbin, d.adrelid) END) AS line
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

// Servers from 18 on also store NOT NULL as a constraint; it is listed with the column.
const constraints = `SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint WHERE conrelid = $1 AND contype <> 'n' ORDER BY conname COLLATE "C"`;
const indexes = `SELECT format('index %s', pg_get_indexdef(indexrelid)) AS line FROM pg_index WHERE indrelid = $1 ORDER BY indexrelid::regclass::text COLLATE "C"`;
const triggers = `SELECT format('trigger %s', pg_get_triggerdef(oid)) AS line FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname COLLATE "C"`;

/** The owner has a name of its own on each server. */
const roleName = (owner: string, role: string): string =>
  `CASE WHEN ${role} = 0 THEN 'public' WHEN ${role} = ${owner} THEN 'owner' ELSE (SELECT rolname::text FROM pg_roles WHERE oid = ${role}) END`;

const policies = `
  SELECT format('policy %s %s for %s to %s using %s%s', polname, CASE WHEN polpermissive THEN 'permissive' ELSE 'restrictive' END, polcmd,
           (SELECT string_agg(${roleName('relowner', 'r')}, ', ') FROM unnest(polroles) AS r), pg_get_expr(polqual, polrelid),
           ' with check ' || pg_get_expr(polwithcheck, polrelid)) AS line
  FROM pg_policy JOIN pg_class c ON c.oid = polrelid WHERE polrelid = $1 ORDER BY polname COLLATE "C"`;

const grants = `
  SELECT format('grant %s%s to %s', privilege_type, CASE WHEN columns IS NOT NULL THEN format(' (%s)', columns) END, ${roleName('relowner', 'grantee')}) AS line
  FROM (
    SELECT g.privilege_type, g.grantee, NULL AS columns, c.relowner FROM pg_class c, aclexplode(c.relacl) g WHERE c.oid = $1
    UNION ALL
    SELECT g.privilege_type, g.grantee, string_agg(a.attname, ', ' ORDER BY a.attnum), c.relowner
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) g WHERE c.oid = $1 GROUP BY 1, 2, 4) AS given
  WHERE grantee <> relowner ORDER BY 1`;

const functions = `
  SELECT format('function %s(%s) returns %s %s%s%s%s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, CASE p.provolatile WHEN 's' THEN ' stable' WHEN 'i' THEN ' immutable' END,
           CASE WHEN p.prosecdef THEN ' security definer' END, (SELECT string_agg(' set ' || s, '') FROM unnest(p.proconfig) AS s)) AS line,
         p.prosrc AS body,
         (SELECT array_agg('grant EXECUTE to ' || ${roleName('p.proowner', 'g.grantee')})
          FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g WHERE g.grantee <> p.proowner) AS grants
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = $1::regnamespace ORDER BY p.proname COLLATE "C", 1`;

const others = `
  SELECT format('type %s %s', typname, typtype) AS line FROM pg_type t WHERE typnamespace = $1::regnamespace AND typtype IN ('e', 'd', 'r')
  UNION ALL SELECT format('relation %s %s', relname, relkind) FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind NOT IN ('r', 'p', 'i', 'I', 'S')
  UNION ALL SELECT format('grant %s on the schema to %s', privilege_type, rolname) FROM pg_namespace, aclexplode(nspacl) g JOIN pg_roles r ON r.oid = g.grantee
    WHERE pg_namespace.oid = $1::regnamespace AND g.grantee <> nspowner ORDER BY 1`;

/** A table, of a schema. */
export interface Relation {
  oid: number;
  name: string;
  isPartition: boolean;
  partitionKey: string | null;
  bounds: string | null;
  isSecured: boolean;
  isForced: boolean;
  parent: string | null;
}

/** The tables of a schema, without those that come and go with time. */
export async function relationsOf(client: Client, schema: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(relations, [schema]);
  return rows.filter((r) => !madeByTheClock.test(r.name));
}

/** A schema as text: every table with its columns, constraints, indexes, policies and grants, every function. */
export async function describeSchema(client: Client, schema: string): Promise<string> {
  await client.query(`SET search_path = ${schema}`);
  const linesOf = async (sql: string, oid: unknown): Promise<string[]> =>
    (await client.query<{ line: string }>(sql, [oid])).rows.map((r) => `  ${r.line}`);
  const text: string[] = (await linesOf(others, schema)).map((line) => line.trim());
  for (const relation of await relationsOf(client, schema)) {
    const { oid, name, isPartition, partitionKey, bounds, isSecured, isForced, parent } = relation;
    if (isPartition) {
      text.push(
        '',
        `table ${name} partition of ${parent} ${bounds}`,
        ...(await linesOf(grants, oid)),
        ...(await linesOf(policies, oid)),
      );
      continue;
    }
    const security = isForced
      ? 'row security forced'
      : isSecured
        ? 'row security for all but the owner'
        : 'no row security';
    text.push(
      '',
      `table ${name}${partitionKey ? ` partition by ${partitionKey}` : ''}, ${security}`,
    );
    for (const part of [columns, constraints, indexes, triggers, policies, grants])
      text.push(...(await linesOf(part, oid)));
  }
  const made = await client.query<{ line: string; body: string; grants: string[] | null }>(
    functions,
    [schema],
  );
  for (const { line, body, grants: given } of made.rows)
    text.push(
      '',
      line,
      ...(given ?? []).toSorted().map((g) => `  ${g}`),
      ...body
        .trim()
        .split('\n')
        .map((l) => `  | ${l}`),
    );
  return `${text.join('\n')}\n`;
}
