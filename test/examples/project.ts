import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tenantctl } from './tenantctl.ts';
import type { ExampleTenant } from './tenant.ts';

const run = promisify(execFile);

/** What `init` reports. */
export interface InitReport {
  action: 'registered' | 'updated' | 'found' | 'dry-run';
  application: { clientId: string; type: string; redirectUris: string[] };
  issuer: string;
  variables: string[];
  files: { path: string; text: string; state: 'missing' | 'exists' | 'unchanged' }[];
  next: string[];
}

/** Writes the files of a project. */
export function writeProject(folder: string, files: Readonly<Record<string, string | object>>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(folder, name), text);
  }
}

/** The credentials of an administrator of the tenant, for `tenantctl`. */
export function administratorOf({ under }: ExampleTenant): Record<string, string> {
  const { issuer, clientId, clientSecret } = under.tenant('demo');
  return {
    TENANTCTL_ISSUER: issuer,
    TENANTCTL_API: under.ready.gateway,
    TENANTCTL_CLIENT_ID: clientId,
    TENANTCTL_CLIENT_SECRET: clientSecret,
    TENANTCTL_CONFIG_DIR: join(under.dataDir, 'no-profiles'),
  };
}

/** Runs `init`. Returns its report. */
export async function initialize(
  folder: string,
  tenant: ExampleTenant,
  args: readonly string[] = [],
): Promise<InitReport> {
  const ended = await tenantctl(folder, ['init', ...args, '-o', 'json'], administratorOf(tenant));
  if (ended.code !== 0) throw new Error(`init ended with ${ended.code}: ${ended.notes}`);
  return JSON.parse(ended.output) as InitReport;
}

/** Runs the commands that install packages, and takes over the code that is shown because a file exists. */
export async function followSteps(folder: string, { next, files }: InitReport): Promise<void> {
  for (const { path, text, state } of files)
    if (state === 'exists') writeFileSync(join(folder, path), text);
  const PATH = `${join(folder, '.venv/bin')}:${process.env['PATH']}`;
  for (const step of next.slice(0, -1)) {
    const flags = step.startsWith('npm ') ? ' --no-audit --no-fund --prefer-offline' : '';
    await run('bash', ['-c', step + flags], { cwd: folder, env: { ...process.env, PATH } });
  }
}
