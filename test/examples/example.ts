import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startChild } from '@platform/dev/child';
import { freePorts } from '@platform/dev/ports';
import { eventually } from '@platform/testkit/eventually';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The environment of a program on a machine that resolves names below `localhost`. */
export const programEnvironment = {
  ...process.env,
  NODE_OPTIONS: `--import=${pathToFileURL(join(repository, 'dev/bin/local-hosts.js')).href}`,
};

export interface RunningExample {
  url: string;
  /** What it has printed. */
  output(): string;
  stop(): Promise<unknown>;
}

const bin = (name: string): string => join(repository, 'node_modules/.bin', name);

interface Start {
  folder: string;
  command: string;
  args: string[];
  /** What its `.env` would contain. */
  env: (port: number) => Record<string, string> | Promise<Record<string, string>>;
  /** It prints this when it is ready. */
  ready: RegExp;
}

/** Starts a server in a folder on a free port and waits for it. */
export async function startServer(start: Start): Promise<RunningExample> {
  const { folder, command, args, env, ready } = start;
  const [port = 0] = await freePorts(1);
  const lines: string[] = [];
  const child = await startChild(command, args, {
    cwd: folder,
    env: { ...programEnvironment, ...(await env(port)), PORT: String(port) },
    onLine: (line) => lines.push(line),
  });
  let hasEnded = false;
  void child.exited.then(() => (hasEnded = true));
  await eventually(() => hasEnded || ready.test(lines.join('\n')), { what: lines.join('\n') });
  if (hasEnded) throw new Error(`${folder} ended:\n${child.tail()}`);
  const output = (): string => lines.join('\n');
  return { url: `http://localhost:${port}`, output, stop: () => child.stop() };
}

/** Starts the server of an example. `env`: what its `.env` would contain. */
export const startExample = (
  name: string,
  env: Record<string, string>,
  file = 'server.ts',
): Promise<RunningExample> =>
  startServer({
    folder: join(repository, 'examples', name),
    command: bin('tsx'),
    args: [file],
    env: () => env,
    ready: /listens on/,
  });

/** Runs the program of an example to its end. Returns what it has printed. */
export async function runExample(
  name: string,
  file: string,
  env: Record<string, string>,
): Promise<string> {
  const lines: string[] = [];
  const child = await startChild(bin('tsx'), [file], {
    cwd: join(repository, 'examples', name),
    env: { ...programEnvironment, ...env },
    onLine: (line) => lines.push(line),
  });
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${child.tail()}`);
  return lines.join('\n');
}
