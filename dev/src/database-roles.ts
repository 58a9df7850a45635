import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseServers } from '@platform/kit/database';
import type { Client } from 'pg';
import { withClient } from './postgres.ts';

export interface ServiceDatabase {
  /** Connection of the service: a member of its `_app` and `_worker` roles. */
  url: string;
  /** Connection as the owner of its schema. */
  migrationUrl: string;
}

const firstOf = (url: string): URL => new URL(databaseServers(url).urls[0] as string);

// Derives passwords, so that every platform on one server computes the same ones: roles belong to the server.
const passwordOf = (superuserUrl: string, role: string): string =>
  createHmac('sha256', firstOf(superuserUrl).password || 'none')
    .update(role)
    .digest('hex');

/** Returns the URL with another role; it may have several hosts. */
const urlAs = (superuserUrl: string, role: string): string =>
  superuserUrl.replace(/^(\w+:\/\/)(?:[^/?]*@)?/, `$1${role}:${passwordOf(superuserUrl, role)}@`);

/** An existing role without `how` is left alone: on Citus, roles of transactions can log in. */
const ensureRole = async (client: Client, role: string, how?: string): Promise<void> => {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} ${how ?? 'NOLOGIN'}`);
  else if (how) await client.query(`ALTER ROLE ${role} ${how}`);
};

/** From PostgreSQL 16, a grant keeps the inheritance that the login had when the grant was made. */
async function endInheritance(client: Client, roles: string[], login: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  if (rows[0]!.version >= 160_000)
    await client.query(`GRANT ${roles.join(', ')} TO ${login} WITH INHERIT FALSE`);
}

const AT_ONCE = new Set(['23505', '42710', 'XX000']);

const prepare = async (client: Client, superuserUrl: string, schema: string): Promise<void> => {
  const [app, worker, login, owner] = ['app', 'worker', 'login', 'owner'].map(
    (kind) => `${schema}_${kind}`,
  ) as [string, string, string, string];
  await ensureRole(client, app);
  await ensureRole(client, worker);
  const password = (role: string) =>
    `PASSWORD ${client.escapeLiteral(passwordOf(superuserUrl, role))}`;
  await ensureRole(client, login, `LOGIN NOINHERIT ${password(login)}`);
  await ensureRole(client, owner, `LOGIN ${password(owner)}`);
  await client.query(`GRANT ${app}, ${worker} TO ${login}, ${owner}`);
  await endInheritance(client, [app, worker], login);
  const database = firstOf(superuserUrl).pathname.slice(1);
  await client.query(
    `GRANT CONNECT, CREATE ON DATABASE ${client.escapeIdentifier(database)} TO ${owner}`,
  );
};

/**
 * Creates the roles of a service as in production: a login that owns and inherits nothing, and an owner that is not a superuser.
 */
export const prepareServiceDatabase = (
  superuserUrl: string,
  schema: string,
): Promise<ServiceDatabase> =>
  withClient(superuserUrl, async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await prepare(client, superuserUrl, schema);
        return {
          url: urlAs(superuserUrl, `${schema}_login`),
          migrationUrl: urlAs(superuserUrl, `${schema}_owner`),
        };
      } catch (error) {
        // Roles belong to the server, not to the database: another platform may be creating the same ones.
        if (attempt === 10 || !AT_ONCE.has(String((error as { code?: string }).code))) throw error;
        await pause(20 * attempt);
      }
    }
  });
