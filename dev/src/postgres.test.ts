import { afterAll, describe, expect, test } from 'vitest';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './process-identity.ts';
import { removePostgresData } from './postgres-cluster.ts';
import { startPostgres, withClient } from './postgres.ts';

const env = {};
const folder = mkdtempSync(join(tmpdir(), 'platform-pg-'));
const dataDir = join(folder, 'postgres');
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const count = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz)');
    await client.query('INSERT INTO starts VALUES (now())');
    return Number((await client.query('SELECT count(*) FROM starts')).rows[0].count);
  });

describe('startPostgres', () => {
  test('keeps its data between starts', async () => {
    const first = await startPostgres({ dataDir, env, database: 'platform' });
    expect(await count(first.url)).toBe(1);
    await first.stop();
    expect(identityOf(first.pid as number)).toBeUndefined();

    const second = await startPostgres({ dataDir, env, database: 'platform' });
    expect(await count(second.url)).toBe(2);
    await second.stop();
  });

  test('starts again after its server was killed', async () => {
    const first = await startPostgres({ dataDir, env, database: 'platform' });
    const rows = await count(first.url);
    process.kill(first.pid as number, 'SIGKILL');
    await first.exited;
    const second = await startPostgres({ dataDir, env, database: 'platform' });
    expect(await count(second.url)).toBe(rows + 1);
    await second.stop();
  });

  test('is not misled by a stale postmaster.pid that names a living process', async () => {
    writeFileSync(join(dataDir, 'data', 'postmaster.pid'), `${process.pid}\n`);
    const server = await startPostgres({ dataDir, env });
    await server.stop();
  });

  test('uses another location if its account has no access to the folder', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'platform-pg-closed-'));
    const server = await startPostgres({ dataDir: closed, env });
    expect(await count(server.url)).toBe(1);
    await server.stop();
    removePostgresData(closed);
    expect(existsSync(closed)).toBe(false);
  });

  test('rejects a folder that is in use', async () => {
    const server = await startPostgres({ dataDir, env });
    await expect(startPostgres({ dataDir, env })).rejects.toThrow(/in use by process/);
    await server.stop();
  });

  test('names the port that is in use', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await pause(20);
    const { port } = squatter.address() as AddressInfo;
    await expect(startPostgres({ dataDir, env, port })).rejects.toThrow(`Port ${port}`);
    squatter.close();
    await (await startPostgres({ dataDir, env })).stop();
  });

  test('uses the server that DATABASE_URL names', async () => {
    const unused = join(folder, 'unused');
    const server = await startPostgres({
      dataDir: unused,
      env: { DATABASE_URL: 'postgres://u:p@db.example/x' },
    });
    expect(server).toMatchObject({ url: 'postgres://u:p@db.example/x', port: 5432 });
    expect(existsSync(unused)).toBe(false);
  });
});
