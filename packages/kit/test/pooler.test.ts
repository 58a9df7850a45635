import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startChild } from '@platform/dev/child';
import type { Child } from '@platform/dev/child';
import { findOnPath } from '@platform/dev/path-search';
import { freePorts } from '@platform/dev/ports';
import { postgresAccount } from '@platform/dev/postgres-account';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { database, migrate } from '../src/database/database.ts';
import type { Database } from '../src/database/database.ts';
import { silentLog } from '../src/telemetry/log.ts';

const binary =
  findOnPath('pgbouncer') ??
  (existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : undefined);
if (!binary)
  console.warn('pgbouncer is not installed: its tests are skipped (apt-get install pgbouncer)');

describe.skipIf(!binary)('PgBouncer', () => {
  let source: TestDatabase;
  let pooler: Child | undefined;
  let db: Database | undefined;
  const folder = temporaryFolder('platform-test-pgbouncer-');

  beforeAll(async () => {
    source = await createTestDatabase();
    await migrate({
      url: source.url,
      schema: 'notes',
      folder: new URL('../src/database/', import.meta.url),
      log: silentLog,
    });
  });
  afterEach(async () => {
    await db?.close();
    await pooler?.stop();
  });
  afterAll(async () => {
    await source.drop();
    folder.remove();
  });

  /** Opens the database through a pooler with these settings. */
  async function through(settings: readonly string[]): Promise<Database> {
    const [port = 0] = await freePorts(1);
    const { hostname, port: to, username, password, pathname } = new URL(source.url);
    const account = postgresAccount();
    const name = pathname.slice(1);
    const file = join(folder.path, 'pgbouncer.ini');
    writeFileSync(join(folder.path, 'users.txt'), `"${username}" "${password}"\n`);
    writeFileSync(
      file,
      [
        '[databases]',
        `${name} = host=${hostname} port=${to}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = plain',
        `auth_file = ${join(folder.path, 'users.txt')}`,
        ...settings,
        '',
      ].join('\n'),
    );
    chmodSync(folder.path, 0o755);
    pooler = await startChild(binary as string, [file], {
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    const url = `postgres://${username}:${password}@127.0.0.1:${port}/${name}`;
    const opened = database({
      service: 'notes',
      url,
      schema: 'notes',
      maxConnections: 2,
      statementTimeoutMs: 5_000,
      log: silentLog,
    });
    db = opened;
    await eventually(async () => !(await reasonOf(opened)).includes('ECONNREFUSED'));
    return opened;
  }

  const options = 'ignore_startup_parameters = options,statement_timeout';

  test.each(['transaction', 'session'])(
    'in %s mode rejects the options, and the service reports it',
    async (mode) => {
      const opened = await through([`pool_mode = ${mode}`]);
      expect(await reasonOf(opened)).toMatch(/^a pooler rejects the options of the connection/);
    },
  );

  test.each(['transaction', 'session'])(
    'in %s mode that ignores the options is recognized by the role',
    async (mode) => {
      const opened = await through([`pool_mode = ${mode}`, options]);
      expect(await reasonOf(opened)).toMatch(/a pooler has changed them/);
    },
  );
});

/** Returns why the database is not ready; empty if it is. */
const reasonOf = (db: Database): Promise<string> =>
  db.ping().then(
    () => '',
    (error: Error) => error.message,
  );
