import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { withClient } from '@platform/dev/postgres';
import type { Client } from '@platform/dev/postgres';
import { migrate } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';

/** A schema and the folder of its migrations, as declared by a service. */
export interface MigratedSchema {
  schema: string;
  migrations: URL;
}

const kitMigrations = new URL('../../kit/migrations/', import.meta.url);

/** Depends on everything that the schema is built from. */
const hashOf = async ({ schema, migrations }: MigratedSchema): Promise<string> => {
  const hash = createHash('sha256').update(schema);
  for (const folder of [kitMigrations, migrations])
    for (const name of (await readdir(folder)).sort())
      hash.update(`\0${name}\0`).update(await readFile(new URL(name, folder)));
  return hash.digest('hex').slice(0, 16);
};

const exists = async (client: Client, database: string): Promise<boolean> =>
  (await client.query('SELECT FROM pg_database WHERE datname = $1', [database])).rowCount === 1;

/** Returns the URL of another database of the same server. */
export const databaseUrl = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/**
 * Returns the name of a migrated database to copy; the first caller creates it. It lives as long as
 * the server, since a changed schema gets another name.
 */
export const databaseTemplate = async (server: string, of: MigratedSchema): Promise<string> => {
  const name = `template_${of.schema}_${await hashOf(of)}`;
  await withClient(server, async (client) => {
    if (await exists(client, name)) return;
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    if (await exists(client, name)) return;
    // Migrated under another name, so that an interrupted one is never copied.
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    await migrate({
      url: databaseUrl(server, draft),
      schema: of.schema,
      folder: of.migrations,
      log: silentLog,
    });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
};
