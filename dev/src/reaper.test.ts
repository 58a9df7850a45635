import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { identityOf } from './process-identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

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
