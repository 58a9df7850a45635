import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { identityOf } from '@platform/dev/process-identity';
import {
  connectNats,
  createTestDatabase,
  startTestCluster,
  startTestNats,
  temporaryFolder,
  testNatsAccount,
} from '../src/stores.ts';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(async () => void (await Promise.all(databases.map((database) => database.drop()))));

describe('createTestDatabase', () => {
  test('creates a separate database for each call', async () => {
    for (const { url } of databases)
      await withClient(url, (client) => client.query('CREATE TABLE things ()'));
  });

  test('drops the database despite open connections', async () => {
    const { url, drop } = await createTestDatabase();
    await withClient(url, async (client) => {
      await drop();
      await expect(client.query('SELECT 1')).rejects.toThrow();
    });
    await expect(withClient(url, (client) => client.query('SELECT 1'))).rejects.toThrow(
      'does not exist',
    );
  });
});

describe('createTestDatabase of a schema', () => {
  const schemaOf = async (table: string) => {
    const folder = temporaryFolder('platform-test-migrations-');
    writeFileSync(join(folder.path, '0001-table.sql'), `CREATE TABLE ${table} (id int);`);
    return { schema: 'shop', migrations: pathToFileURL(`${folder.path}/`) };
  };
  const insert = (url: string, table: string) =>
    withClient(url, (client) => client.query(`INSERT INTO shop.${table} VALUES (1)`));

  test('copies the migrated schema into separate databases, also for concurrent calls', async () => {
    const schema = await schemaOf('things');
    const made = await Promise.all([1, 2, 3].map(() => createTestDatabase(schema)));
    for (const { url } of made) {
      await insert(url, 'things');
      const { rowCount } = await withClient(url, (client) =>
        client.query('SELECT FROM shop.things'),
      );
      expect(rowCount).toBe(1);
    }
    await Promise.all(made.map(({ drop }) => drop()));
  });

  test('migrates again after a migration has changed', async () => {
    const [former, changed] = [await schemaOf('former'), await schemaOf('changed')];
    const made = [await createTestDatabase(former), await createTestDatabase(changed)] as const;
    await insert(made[1].url, 'changed');
    await expect(insert(made[1].url, 'former')).rejects.toThrow('does not exist');
    await Promise.all(made.map(({ drop }) => drop()));
  });
});

describe('testNatsAccount', () => {
  const publish = async (url: string): Promise<void> => {
    const nc = await connectNats(url);
    const { streams } = await jetstreamManager(nc);
    await streams.add({ name: 'THINGS', subjects: ['things'] });
    await jetstream(nc).publish('things');
    await nc.close();
  };
  const streamsOf = async (url: string): Promise<string[]> => {
    const nc = await connectNats(url);
    const { streams } = await jetstreamManager(nc);
    const names = await streams.names().next();
    await nc.close();
    return names;
  };

  test('is isolated from other accounts, and leaves nothing behind', async () => {
    const [mine, theirs] = [await testNatsAccount(), await testNatsAccount()];
    await publish(mine.url);
    expect([await streamsOf(mine.url), await streamsOf(theirs.url)]).toEqual([['THINGS'], []]);
    await mine.stop();
    expect(await streamsOf(mine.url)).toEqual([]);
    await theirs.stop();
  });
});

describe('startTestNats', () => {
  test('ends its process when stopped', async () => {
    const { pid, stop } = await startTestNats();
    expect(identityOf(pid as number)).toBeDefined();
    await stop();
    expect(identityOf(pid as number)).toBeUndefined();
  });
});

describe('startTestCluster', () => {
  test('removes its tokens when stopped', async () => {
    const cluster = await startTestCluster();
    const file = await cluster.tokenFile('hub', 'directory');
    await cluster.stop();
    expect(existsSync(file)).toBe(false);
  });
});
