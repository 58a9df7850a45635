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
/** Milliseconds of processor time that the start may take. */
const budgetMs = 150;

interface Timed {
  name: string;
  command: string;
  args: string[];
}

/** Milliseconds of a command, from its start to its end. */
interface Elapsed {
  wall: number;
  /** Of its processor time, which other load does not change. */
  cpu: number;
}

function elapsed({ command, args }: Timed, env: NodeJS.ProcessEnv): Elapsed {
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@" > /dev/null';
  const since = performance.now();
  const options = { env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('bash', ['-c', script, 'time', command, ...args], options);
  const wall = performance.now() - since;
  const [, user, system] = /^cpu ([\d.]+) ([\d.]+)$/m.exec(stderr) ?? [];
  if (status !== 0 || user === undefined)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { wall, cpu: 1000 * (Number(user) + Number(system)) };
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
    const times = commands.map((): Elapsed[] => []);
    for (let round = 0; round < rounds; round++)
      commands.forEach((one, i) => times[i]!.push(elapsed(one, env)));
    const cpu = times.map((all) => median(all.map((one) => one.cpu)));
    const rows = commands.map(({ name }, i) => {
      const walls = times[i]!.map(({ wall }) => wall);
      return [name, cpu[i]!.toFixed(0), ms(walls), Math.min(...walls).toFixed(0)];
    });
    const holds = cpu[1]! <= budgetMs;
    writeSection(
      'tenantctl',
      [
        '## tenantctl: time to start',
        '',
        `${machine}. ${rounds} rounds, milliseconds. \`--version\` takes at most ${budgetMs} ms of processor time: ${holds ? 'yes' : 'no'}.`,
        '',
        table(['command', 'processor time', 'wall time', 'least wall time'], rows),
      ].join('\n'),
    );
    return holds;
  } finally {
    await platform.stop();
    folder.remove();
  }
}
