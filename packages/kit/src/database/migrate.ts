import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockSession } from './advisory-lock.ts';
import { primaryUrl } from './primary.ts';
import { kitLocks } from './kit-locks.ts';
import type { Logger } from '../telemetry/log.ts';
import { backoff } from '../async/retry.ts';

/** Settings of {@link migrate}. */
export interface MigrateOptions {
  /** Connection URL of the schema's owner. */
  url: string;
  schema: string;
  /** Folder of the service's own migrations, `NNNN-name.sql`. */
  folder: URL;
  log: Logger;
  /**
   * Applies only this many files; for the test that compares a fresh schema with an upgraded one.
   */
  limit?: number;
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

const kitFolder = new URL('../../migrations/', import.meta.url);

async function migrationsIn(folder: URL, prefix: string): Promise<Migration[]> {
  const path = fileURLToPath(folder);
  const files = (await readdir(path)).filter((f) => /^\d{4}-[a-z0-9-]+\.sql$/.test(f)).sort();
  return Promise.all(
    files.map(async (f) => {
      const sql = await readFile(join(path, f), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { name: `${prefix}/${f}`, sql, sha256 };
    }),
  );
}

const transient = /tuple concurrently updated|already exists|duplicate key/;

/** Roles are cluster-wide: migrations of two databases may create the same role concurrently. */
async function ensureRoles(client: pg.Client, schema: string): Promise<void> {
  for (const role of [`${schema}_app`, `${schema}_worker`]) {
    for (let attempt = 1; ; attempt++) {
      const { rows } = await client.query(
        `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS present,
                EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(current_user, oid, 'MEMBER')) AS granted`,
        [role],
      );
      try {
        if (!rows[0].present) await client.query(`CREATE ROLE ${role} NOLOGIN`);
        if (!rows[0].granted) await client.query(`GRANT ${role} TO CURRENT_USER`);
        break;
      } catch (error) {
        if (attempt === 20 || !transient.test((error as Error).message)) throw error;
        await new Promise((resolve) =>
          setTimeout(resolve, backoff({ firstMs: 20, maxMs: 400 }, attempt)),
        );
      }
    }
  }
}

const undefinedColumn = '42703';

/**
 * Lists the migrations that the schema still needs. Throws for a file that changed after it was
 * applied, since the change would never reach this schema.
 */
async function pendingMigrations(
  client: pg.Client,
  all: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client
    .query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_migration')
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== undefinedColumn) throw error;
      throw new Error(
        'the database is of an unreleased version, which cannot be upgraded; start with an empty one (npm start -- --fresh)',
        { cause: error },
      );
    });
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const edited = all.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (edited)
    throw new Error(
      `migration ${edited.name} was edited after it was applied; restore the file and add a new migration`,
    );
  return all.filter(({ name }) => !applied.has(name));
}

/**
 * Migrates a schema to the latest version, forward only, each file in its own transaction, under an
 * advisory lock so that several pods may run it concurrently. `{{schema}}` in a file is replaced by
 * the schema's name.
 * @throws if a file fails, or differs from the one that was applied under its name
 */
export async function migrate({ url, schema, folder, log, limit }: MigrateOptions): Promise<void> {
  const all = [
    ...(await migrationsIn(kitFolder, 'kit')),
    ...(await migrationsIn(folder, schema)),
  ].slice(0, limit);
  const connectionString = await primaryUrl(url, log);
  const client = new pg.Client({ connectionString, application_name: `${schema}-migrate` });
  await client.connect();
  try {
    await lockSession(client, kitLocks.migration, schema);
    await ensureRoles(client, schema);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path = ${schema};
      GRANT USAGE ON SCHEMA ${schema} TO ${schema}_app, ${schema}_worker;
      CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    for (const { name, sql, sha256 } of await pendingMigrations(client, all)) {
      await client.query('BEGIN');
      try {
        await client.query(sql.replaceAll('{{schema}}', schema));
        await client.query('INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)', [
          name,
          sha256,
        ]);
        await client.query('COMMIT');
      } catch (error) {
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, {
          cause: error,
        });
      }
      log.info({ migration: name }, 'migrated');
    }
  } finally {
    await client.end();
  }
}
