import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { shellVariables } from '@platform/dev/shell-variables';
import { programEnvironment, repository } from './example.ts';
import type { ExampleTenant } from './tenant.ts';

const run = promisify(execFile);

/** A file that a page shows, or commands with what has to be seen behind them. */
export type Block =
  | { kind: 'file'; name: string; text: string }
  | { kind: 'commands'; text: string; expected: RegExp[] };

const blocks = /(?:\*\*`([^`]+)`\*\*\n\n)?```(\w*)\n([\s\S]*?)```\n((?:<!-- expect: .* -->\n)*)/g;

/** The files and commands of a page, in its order. Blocks that are neither are for reading. */
export function blocksOf(page: string): Block[] {
  const markdown = readFileSync(join(repository, `docs/quickstarts/${page}.md`), 'utf8');
  return [...markdown.matchAll(blocks)].flatMap(
    ([, name, language, text = '', expects = '']): Block[] => {
      if (name !== undefined) return [{ kind: 'file', name, text }];
      if (language !== 'sh') return [];
      const patterns = [...expects.matchAll(/<!-- expect: (.*) -->/g)];
      const expected = patterns.map(([, pattern = '']) => new RegExp(pattern));
      return [{ kind: 'commands', text, expected }];
    },
  );
}

/** Whether packages can be installed here: by registry, or from the cache of npm. */
export const hasRegistry = async (): Promise<boolean> => {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const response = fetch(`${stdout.trim()}react`, {
    method: 'HEAD',
    signal: AbortSignal.timeout(10_000),
  });
  return response.then(
    ({ ok }) => ok,
    () => false,
  );
};

/** Makes the package of the SDK, as a stranger would install it. */
export async function packedSdk(folder: string): Promise<string> {
  const args = ['pack', '--silent', '--workspace', '@platform/sdk', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: repository });
  return join(folder, stdout.trim());
}

export interface Quickstart {
  page: string;
  tenant: Pick<ExampleTenant, 'under'>;
  /** An empty folder. */
  folder: string;
  /** Texts of the commands, such as names of packages that are not published, and what to run in their place. */
  replacements: Readonly<Record<string, string>>;
  /** The ports that the page uses, and those to use here. */
  ports: Readonly<Record<number, number>>;
  env?: Record<string, string>;
}

export interface WalkedQuickstart {
  /** The output of each block of commands. */
  outputs: string[];
  /** Ends what the commands have left in the background. */
  stop(): void;
}

const mark = '--- the step has ended ---';

/** Where the page finds the addresses of the platform. */
function writeVariables({ tenant: { under }, folder }: Quickstart): void {
  const { ready, ports, dataDir } = under;
  mkdirSync(join(folder, 'clone/.platform'), { recursive: true });
  const tenants = [{ ...under.tenant('demo'), slug: 'demo' }];
  const text = shellVariables({ ...ready, tenants }, { dataDir, ports });
  writeFileSync(join(folder, 'clone/.platform/demo.env'), text);
}

/** Files are written at their place among the commands, into the folder that those have made. */
const scriptOf = (all: readonly Block[], sources: string): string =>
  all
    .map((block) =>
      block.kind === 'file'
        ? `mkdir -p "$(dirname '${block.name}')" && cp '${join(sources, block.name)}' '${block.name}'\n`
        : `{ ${block.text}\n} 2>&1\necho; echo '${mark}'\n`,
    )
    .join('');

/** Runs a page from its first to its last command, in one shell, as its reader does. */
export async function walkQuickstart(quickstart: Quickstart): Promise<WalkedQuickstart> {
  const { page, folder, replacements, ports, env } = quickstart;
  const all = blocksOf(page);
  writeVariables(quickstart);
  const sources = join(folder, 'files');
  for (const block of all) {
    if (block.kind !== 'file') continue;
    mkdirSync(dirname(join(sources, block.name)), { recursive: true });
    writeFileSync(join(sources, block.name), block.text);
  }
  let script = scriptOf(all, sources);
  for (const [from, to] of Object.entries(replacements)) script = script.replaceAll(from, to);
  for (const [from, to] of Object.entries(ports))
    script = script.replaceAll(`localhost:${from}`, `localhost:${to}`);
  const shell = spawn('bash', ['-c', script], {
    cwd: join(folder, 'clone'),
    detached: true,
    env: {
      ...programEnvironment,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_prefer_offline: 'true',
      ...env,
    },
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Servers stay in the group of the shell, and keep its output open.
  await new Promise((resolve) => shell.once('exit', resolve));
  return {
    outputs: output.split(mark),
    stop: () => {
      try {
        process.kill(-Number(shell.pid), 'SIGKILL');
      } catch {
        // Nothing is left.
      }
    },
  };
}

/** The steps whose output lacks what the page says of it. */
export const surprisesOf = (page: string, { outputs }: WalkedQuickstart): object[] =>
  blocksOf(page)
    .flatMap((block) => (block.kind === 'commands' ? [block.expected] : []))
    .flatMap((expected, step) =>
      expected
        .filter((pattern) => !pattern.test(outputs[step] ?? ''))
        .map((pattern) => ({ page, step, pattern: pattern.source, output: outputs[step] })),
    );
