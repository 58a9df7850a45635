import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase, temporaryFolder } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { database, migrate } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';

const schema = `deploy_${randomBytes(4).toString('hex')}`;
const script = readFileSync(new URL('../../deploy/database.sql', import.meta.url), 'utf8');
const folder = temporaryFolder('no-migrations-');
/** The tables that every service has are enough. */
const none = pathToFileURL(`${folder.path}/`);
let server: TestDatabase;

beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(async () => {
  const roles = ['login', 'owner', 'app', 'worker'].map((kind) => `${schema}_${kind}`).join(', ');
  await withClient(server.url, (client) =>
    client.query(`DROP OWNED BY ${roles} CASCADE; DROP ROLE ${roles}`),
  );
  await server.drop();
  folder.remove();
});

const missing = (name: string): never => {
  throw new Error(`${name} is not set`);
};

/** What `psql` makes of the file: its own commands taken out, its variables filled in. */
function filled(variables: Record<string, string>): string {
  const known = { ...variables };
  for (const [, name = '', , suffix = ''] of script.matchAll(/^\\set (\w+) :(\w+) (\w+)$/gm))
    known[name] = `${variables['schema']}${suffix}`;
  const valueOf = (name: string): string => known[name] ?? missing(name);
  return script
    .replace(/^\\.*$/gm, '')
    .replace(/:"(\w+)"/g, (_all, name: string) => `"${valueOf(name)}"`)
    .replace(/:'(\w+)'/g, (_all, name: string) => `'${valueOf(name)}'`);
}

test('its roles are those that migrations and services need, and the login role owns nothing', async () => {
  const url = new URL(server.url);
  const as = (kind: string): string =>
    Object.assign(new URL(url), { username: `${schema}_${kind}`, password: `${kind}-password` })
      .href;
  await withClient(server.url, (client) =>
    client.query(
      filled({
        schema,
        login_password: 'login-password',
        owner_password: 'owner-password',
        DBNAME: url.pathname.slice(1),
      }),
    ),
  );
  await migrate({ url: as('owner'), schema, folder: none, log: silentLog });
  const db = database({
    service: 'directory',
    url: as('login'),
    schema,
    maxConnections: 2,
    statementTimeoutMs: 5_000,
    log: silentLog,
  });
  try {
    await db.ping();
    expect(await db.work((tx) => tx.row('SELECT current_user::text AS role'))).toEqual({
      role: `${schema}_worker`,
    });
    await withClient(as('login'), async (client) => {
      await expect(client.query('CREATE TABLE public.mine (id int)')).rejects.toThrow(
        'permission denied',
      );
      await expect(client.query(`CREATE SCHEMA ${schema}_more`)).rejects.toThrow(
        'permission denied',
      );
    });
    await expect(
      migrate({ url: as('login'), schema, folder: none, log: silentLog }),
    ).rejects.toThrow('permission denied');
  } finally {
    await db.close();
  }
});
