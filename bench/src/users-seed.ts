import type { Client } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';

const givenNames = [
  'Ada',
  'Alan',
  'Barbara',
  'Claude',
  'Dorothy',
  'Edsger',
  'Frances',
  'Grace',
  'Hedy',
  'Ivan',
  'John',
  'Katherine',
  'Leslie',
  'Margaret',
  'Maria',
  'Niklaus',
  'Olga',
  'Peter',
  'Radia',
  'Sophie',
  'Tim',
  'Ursula',
  'Vint',
  'Wilma',
  'Xenia',
  'Yukihiro',
  'Zoe',
  'Bela',
  'Chris',
  'Dana',
];

/** The n-th person: one in thirty shares the given name, few the family name. */
export const personOf = (n: number) => {
  const givenName = givenNames[n % givenNames.length] as string;
  const familyName = `F${((n * 7919) % 99_991).toString(36)}son`;
  return {
    email: `person${n}@example.com`,
    givenName,
    familyName,
    displayName: `${givenName} ${familyName}`,
  };
};

/** Ids of seeded people, oldest first. */
export type SeededIds = readonly string[];

const idsPerStatement = 20_000;

async function insertSeeds(client: Client, from: number, to: number): Promise<string[]> {
  await client.query(
    'CREATE TEMPORARY TABLE seed (n int, id text, email text, given text, family text, display text)',
  );
  const all: string[] = [];
  for (let start = from; start < to; start += idsPerStatement) {
    const numbers = Array.from(
      { length: Math.min(idsPerStatement, to - start) },
      (_, i) => start + i,
    );
    const people = numbers.map(personOf);
    const ids = numbers.map(() => newId('user'));
    all.push(...ids);
    await client.query(
      'INSERT INTO seed SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])',
      [
        numbers,
        ids,
        people.map((p) => p.email),
        people.map((p) => p.givenName),
        people.map((p) => p.familyName),
        people.map((p) => p.displayName),
      ],
    );
  }
  await client.query('ANALYZE seed');
  return all;
}

/** Indexes that are no constraint's are made again at the end, which is faster than keeping them up to date. */
async function withoutIndexes(
  client: Client,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/**
 * Adds people `from` (at least 1) to `to`, exclusive, and makes every other one a member, in the rows that the service writes:
 * they are copies of the template, a person whom the service itself created as `personOf(0)`.
 */
export async function seedPeople(
  client: Client,
  {
    tenantId,
    templateId,
    organizationId,
    from,
    to,
  }: { tenantId: string; templateId: string; organizationId: string; from: number; to: number },
): Promise<SeededIds> {
  await client.query(
    "SET search_path = directory; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'",
  );
  const ids = await insertSeeds(client, from, to);
  const key = [tenantId, templateId];
  await withoutIndexes(client, 'users', () =>
    client.query(
      `INSERT INTO users (tenant_id, id, external_id, username, email, email_verified, phone_number, phone_verified, display_name, profile, metadata,
       identities, status, status_reason, status_changed_at, version, created_at, updated_at)
     SELECT t.tenant_id, s.id, external_id, username, s.email, email_verified, phone_number, phone_verified, s.display,
       jsonb_set(jsonb_set(profile, '{name,givenName}', to_jsonb(s.given)), '{name,familyName}', to_jsonb(s.family)), metadata,
       identities, status, status_reason, status_changed_at, version, created_at, updated_at
     FROM seed s, users t WHERE t.tenant_id = $1 AND t.id = $2 ORDER BY s.id`,
      key,
    ),
  );
  await withoutIndexes(client, 'user_identifiers', () =>
    client.query(
      `INSERT INTO user_identifiers (tenant_id, kind, value, user_id, verified)
     SELECT t.tenant_id, t.kind, s.email, s.id, t.verified FROM seed s, user_identifiers t WHERE t.tenant_id = $1 AND t.user_id = $2 ORDER BY 3`,
      key,
    ),
  );
  await withoutIndexes(client, 'user_search', () =>
    client.query(
      `INSERT INTO user_search (tenant_id, term, user_id)
     SELECT $1, term COLLATE "C", s.id FROM seed s, LATERAL (SELECT DISTINCT lower(unnest(ARRAY[s.email, s.given, s.family, s.display]))) AS t (term) ORDER BY 2, 3`,
      [tenantId],
    ),
  );
  await withoutIndexes(client, 'memberships', () =>
    client.query(
      `INSERT INTO memberships (tenant_id, organization_id, user_id, id, state, roles, sources, joined_at, version)
     SELECT t.tenant_id, organization_id, s.id, 'mem' || substr(s.id, 4), state, roles, sources, joined_at, version
     FROM seed s, memberships t WHERE t.tenant_id = $1 AND t.organization_id = $3 AND t.user_id = $2 AND s.n % 2 = 0 ORDER BY s.id`,
      [...key, organizationId],
    ),
  );
  await client.query(
    'INSERT INTO counter_steps (tenant_id, counter, step) VALUES ($1, $2, $3), ($1, $4, $5)',
    [tenantId, 'users', ids.length, `members/${organizationId}`, Math.floor(ids.length / 2)],
  );
  for (const table of ['users', 'user_identifiers', 'user_search', 'memberships'])
    await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
  return ids;
}
