import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessToken } from '@platform/dev/access-token';
import { startPlatform } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/testkit/stores';
import { describeMachine } from './machine.ts';
import { median, table, writeSection } from './report.ts';

const binary = fileURLToPath(new URL('../../tenantctl/bin/tenantctl.js', import.meta.url));
const rounds = 15;
/** Milliseconds of a command beyond what Node.js itself takes to start. */
const budgetMs = 150;

interface Timed {
  name: string;
  command: string;
  args: string[];
}

/** Milliseconds that a command takes from its start to its end. */
function elapsed({ command, args }: Timed, env: NodeJS.ProcessEnv): number {
  const since = performance.now();
  const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - since;
}

const ms = (values: readonly number[]): string => median(values).toFixed(0);

/** How long `tenantctl` takes to start, and to list users, next to an empty program and curl. */
export async function tenantctl(): Promise<boolean> {
  const machine = describeMachine();
  const folder = temporaryFolder('bench-tenantctl-');
  const platform = await startPlatform({ dataDir: join(folder.path, 'data'), portOffset: 'any' });
  try {
    const { gateway, hub, tenants } = platform.ready;
    const token = await accessToken(hub, tenants[0]!);
    const env = {
      ...process.env,
      TENANTCTL_CONFIG_DIR: join(folder.path, 'config'),
      TENANTCTL_TOKEN: token,
      TENANTCTL_API: gateway,
    };
    const url = `${gateway}/api/v1/directory/users`;
    const commands: Timed[] = [
      { name: 'node -e 0', command: process.execPath, args: ['-e', '0'] },
      { name: 'tenantctl --version', command: process.execPath, args: [binary, '--version'] },
      { name: 'tenantctl users list', command: process.execPath, args: [binary, 'users', 'list'] },
      {
        name: 'curl, the same request',
        command: 'curl',
        args: ['-sf', url, '-H', `Authorization: Bearer ${token}`],
      },
    ];
    // Interleaved, so that a busy moment of the machine slows all of them.
    const times = commands.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      commands.forEach((one, i) => times[i]!.push(elapsed(one, env)));
    const rows = commands.map(({ name }, i) => [
      name,
      ms(times[i]!),
      Math.min(...times[i]!).toFixed(0),
      Math.max(...times[i]!).toFixed(0),
    ]);
    const version = median(times[1]!);
    const holds = version <= budgetMs;
    writeSection(
      'tenantctl',
      [
        '## tenantctl: time to start',
        '',
        `${machine}. ${rounds} rounds, milliseconds of wall time from start to end. \`--version\` within ${budgetMs} ms: ${holds ? 'yes' : 'no'}.`,
        '',
        table(['command', 'median', 'least', 'most'], rows),
      ].join('\n'),
    );
    return holds;
  } finally {
    await platform.stop();
    folder.remove();
  }
}
