import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portsAt, SERVICES } from './platform-ports.ts';
import { forgetPlatform } from './platform-stores.ts';
import { startPlatform } from './platform.ts';
import type { DevPlatform, PlatformOptions } from './platform.ts';
import { withClient } from './postgres.ts';
import { identityOf } from './process-identity.ts';
import { parseCommand } from './start.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

// Replaces a service: reports its environment, and is ready.
const mainFile = join(folder.path, 'main.mjs');
writeFileSync(
  mainFile,
  `
  import { createServer } from 'node:http';
  const [, port] = Object.entries(process.env).find(([name]) => /^PLATFORM_[A-Z_]+_ADMIN_PORT$/.test(name));
  console.log(JSON.stringify({ level: 30, msg: 'up' }));
  createServer((request, response) => response.end(JSON.stringify(process.env))).listen(Number(port), '127.0.0.1');
`,
);

let platform: DevPlatform | undefined;
const said: string[] = [];
const start = async (options: PlatformOptions = {}): Promise<DevPlatform> => {
  platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    mainFile: () => mainFile,
    makeTenants: async () => [],
    durable: false,
    say: (line) => said.push(line),
    ...options,
  });
  return platform;
};
afterEach(async () => {
  await platform?.stop();
  platform = undefined;
  said.length = 0;
});

const environmentOf = async (admin: number): Promise<Record<string, string>> =>
  (await fetch(`http://127.0.0.1:${admin}/`)).json() as Promise<Record<string, string>>;

describe('startPlatform', () => {
  test('runs everything, reports the addresses, and leaves nothing behind when it stops', async () => {
    const { ready, processes, stop } = await start();
    expect([...processes.keys()].sort()).toEqual([...SERVICES, 'nats', 'postgres'].sort());
    const readyFile = join(folder.path, 'data', 'ready.json');
    expect(JSON.parse(readFileSync(readyFile, 'utf8'))).toEqual(ready);
    const pids = [...processes.values()].map(({ pid }) => pid as number);
    await stop();
    expect(pids.filter((pid) => identityOf(pid))).toEqual([]);
    expect(existsSync(readyFile)).toBe(false);
    expect(readFileSync(join(folder.path, 'data', 'logs', 'hub.log'), 'utf8')).toContain('"up"');
  });

  test('gives a service a login that is a member of its roles and owns nothing', async () => {
    const { ports } = await start({ services: ['hub'] });
    const { PLATFORM_DATABASE_URL: url, PLATFORM_DATABASE_MIGRATION_URL: ownerUrl } =
      await environmentOf(ports.hub.admin);
    await withClient(String(ownerUrl), (client) => client.query('CREATE SCHEMA IF NOT EXISTS hub'));
    await withClient(String(url), async (client) => {
      await client.query('SET ROLE hub_app');
      await client.query('SET ROLE hub_worker');
      await client.query('RESET ROLE');
      await expect(client.query('CREATE TABLE hub.things ()')).rejects.toThrow('permission denied');
      const { rows } = await client.query(
        'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([{ rolsuper: false }]);
    });
  });

  test('keeps data and secrets between starts', async () => {
    const first = await start({ services: ['hub'] });
    await withClient(first.postgresUrl, (client) => client.query('CREATE TABLE kept ()'));
    const before = await environmentOf(first.ports.hub.admin);
    await first.stop();
    const second = await start({ services: ['hub'] });
    await withClient(second.postgresUrl, (client) => client.query('SELECT FROM kept'));
    const after = await environmentOf(second.ports.hub.admin);
    expect(after.PLATFORM_SECRETS_ENCRYPTION_KEYS).toBe(before.PLATFORM_SECRETS_ENCRYPTION_KEYS);
  });

  test('restarts killed processes at the same address', async () => {
    const { processes, postgresUrl } = await start({ services: ['hub'], durable: true });
    for (const process_ of processes.values()) process.kill(process_.pid as number, 'SIGKILL');
    while ([...processes.values()].some(({ restarts }) => restarts === 0)) await pause(20);
    await Promise.all([...processes.values()].map((process_) => process_.ready()));
    await withClient(postgresUrl, (client) => client.query('SELECT 1'));
    expect(said).toContain('hub was ended by SIGKILL. Restarting it.');
  });

  test('rejects a second start on the same data', async () => {
    const { ports, ready } = await start({ services: ['hub'] });
    await expect(
      startPlatform({ dataDir: join(folder.path, 'data'), portOffset: 'any', services: [] }),
    ).rejects.toThrow(/in use by process/);
    await environmentOf(ports.hub.admin);
    expect(JSON.parse(readFileSync(join(folder.path, 'data', 'ready.json'), 'utf8'))).toEqual(
      ready,
    );
    await expect(forgetPlatform(join(folder.path, 'data'))).rejects.toThrow(/in use by process/);
  });

  test('reports a port that is in use and the process that needs it, and starts nothing', async () => {
    // Below the range that systems assign ports from.
    const portOffset = 10_000 + Math.floor(Math.random() * 10_000);
    const squatter = createServer().listen(portsAt(portOffset).directory.grpc, '127.0.0.1');
    await once(squatter, 'listening');
    await expect(start({ portOffset })).rejects.toThrow(
      `Port ${portsAt(portOffset).directory.grpc}, which directory needs`,
    );
    squatter.close();
  });

  test('reports why a service does not start, and stops the others', async () => {
    const broken = join(folder.path, 'broken.mjs');
    writeFileSync(broken, 'console.error("platform.hub.issuer: required"); process.exit(1);');
    await expect(
      start({ mainFile: (name) => (name === 'hub' ? broken : mainFile) }),
    ).rejects.toThrow(/hub ended before it was ready[^]*platform\.hub\.issuer: required/);
  });

  test('deletes only its own data when asked to start fresh', async () => {
    const dataDir = join(folder.path, 'data');
    writeFileSync(join(dataDir, 'mine.txt'), '');
    await forgetPlatform(dataDir);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(existsSync(join(dataDir, 'mine.txt'))).toBe(true);
  });
});

describe('parseCommand', () => {
  test('reads the options', () => {
    expect(parseCommand(['--fresh', '--data', '/d', '--port-offset', '200'])).toMatchObject({
      fresh: true,
      dataDir: '/d',
      portOffset: 200,
      host: '127.0.0.1',
    });
    expect(parseCommand(['--host', '0.0.0.0'])).toMatchObject({ host: '0.0.0.0' });
  });

  test.each([
    ['--port-offset', 'x'],
    ['--port-offset', '-1'],
    ['--port-offset', '70000'],
    ['--host', '192.0.2.1'],
    ['--unknown'],
    ['word'],
  ])('refuses %s %s', (...args) => {
    expect(() => parseCommand(args)).toThrow('npm start -- [options]');
  });
});
