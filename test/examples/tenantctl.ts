import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { programEnvironment, repository } from './example.ts';

const run = promisify(execFile);
const binary = join(repository, 'tenantctl/bin/tenantctl.js');

/** The environment of a shell that finds `tenantctl`, and has no sign-in of its own. */
export function shellWithTenantctl(folder: string): Record<string, string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(binary, join(bin, 'tenantctl'));
  return {
    PATH: `${bin}:${process.env['PATH']}`,
    TENANTCTL_CONFIG_DIR: join(folder, 'tenantctl'),
    TENANTCTL_KEYCHAIN: 'off',
  };
}

/** How a run of `tenantctl` has ended. */
export interface EndedCommand {
  code: number;
  output: string;
  notes: string;
}

/** Runs `tenantctl` in a folder. */
export async function tenantctl(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedCommand> {
  const options = { cwd, env: { ...programEnvironment, TENANTCTL_KEYCHAIN: 'off', ...env } };
  try {
    const { stdout, stderr } = await run(process.execPath, [binary, ...args], options);
    return { code: 0, output: stdout, notes: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout, notes: stderr };
  }
}

/** Starts `init` and kills it some milliseconds after it has written its first file. */
export async function killedInit(
  cwd: string,
  env: NodeJS.ProcessEnv,
  milliseconds: number,
): Promise<void> {
  const child = spawn(process.execPath, [binary, 'init'], {
    cwd,
    env: { ...programEnvironment, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !existsSync(join(cwd, '.env'))) await sleep(1);
  await sleep(milliseconds);
  child.kill('SIGKILL');
  await ended;
}
