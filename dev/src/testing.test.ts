import { afterAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, startTestCluster, startTestNats, temporaryFolder } from './testing.ts';
import { withClient } from './postgres.ts';
import { identityOf } from './process-identity.ts';

const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(async () => void (await Promise.all(databases.map((database) => database.drop()))));

describe('createTestDatabase', () => {
  test('gives each its own', async () => {
    for (const { url } of databases)
      await withClient(url, (client) => client.query('CREATE TABLE things ()'));
  });

  test('drops it while somebody is still connected', async () => {
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

describe('startTestNats', () => {
  test('ends with all that it had', async () => {
    const { pid, stop } = await startTestNats();
    expect(identityOf(pid as number)).toBeDefined();
    await stop();
    expect(identityOf(pid as number)).toBeUndefined();
  });
});

describe('startTestCluster', () => {
  test('ends with all that it had', async () => {
    const cluster = await startTestCluster();
    const file = await cluster.tokenFile('hub', 'directory');
    await cluster.stop();
    expect(existsSync(file)).toBe(false);
  });
});

describe('guard', () => {
  test('stops the processes and removes the folders of an owner that was killed', async () => {
    const folder = temporaryFolder();
    const reaper = new URL('../bin/reaper.js', import.meta.url);
    const owner = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      const reaper = spawn(process.execPath, [${JSON.stringify(reaper.pathname)}], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
      reaper.stdin.write(JSON.stringify({ id: 1, pid: child.pid, signal: 'SIGTERM', graceMs: 1000, folder: ${JSON.stringify(folder.path)} }) + '\\n');
      console.log(child.pid);
      setInterval(() => {}, 1000);
    `,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pid = Number(String((await once(owner.stdout, 'data'))[0]));
    expect(identityOf(pid)).toBeDefined();
    owner.kill('SIGKILL');
    for (
      let waited = 0;
      waited < 5000 && (identityOf(pid) || existsSync(folder.path));
      waited += 50
    )
      await pause(50);
    expect(identityOf(pid)).toBeUndefined();
    expect(existsSync(folder.path)).toBe(false);
    folder.remove();
  });
});
