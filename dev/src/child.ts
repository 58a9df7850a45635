import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { guard } from './reaper.ts';

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Signal that asks the process to stop. Default: SIGTERM. */
  signal?: NodeJS.Signals;
  graceMs?: number;
  /** Receives each line of its standard output and error. */
  onLine?: (line: string) => void;
  /** Called with its pid before anything else happens. */
  onSpawn?: (pid: number) => void;
  /** Temporary folder to remove with the process. */
  folder?: string;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  exited: Promise<Exit>;
  /** Its last lines of output. */
  tail(): string;
  /** Asks the process to stop, waits, then kills it. */
  stop(): Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

const TAIL_LINES = 40;

const lines = (stream: Readable, onLine: (line: string) => void): Promise<unknown> => {
  (stream as unknown as Socket).unref();
  const reader = createInterface({ input: stream });
  reader.on('line', onLine);
  return new Promise((resolve) => reader.once('close', resolve));
};

/**
 * Starts a process that ends with this one, in its own process group: Ctrl-C reaches only this process, which stops its children
 * in order.
 */
export const startChild = async (
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<Child> => {
  const {
    signal = 'SIGTERM',
    graceMs = 5000,
    onLine = () => {},
    onSpawn,
    folder,
    ...spawning
  } = options;
  const child = spawn(command, args, {
    ...spawning,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept: string[] = [];
  const keep = (line: string): void => {
    kept.push(line);
    if (kept.length > TAIL_LINES) kept.shift();
    onLine(line);
  };
  const drained = Promise.all([lines(child.stdout, keep), lines(child.stderr, keep)]);
  const ended = new Promise<Exit>((resolve) =>
    child.once('exit', (code, by) => resolve({ code, signal: by })),
  );
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const pid = child.pid as number;
  const release = guard({ pid, signal, graceMs, folder });
  onSpawn?.(pid);
  child.unref();
  const exited = ended.then(async (exit) => {
    // A grandchild may keep the pipes open after the child exits.
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 200).unref())]);
    release();
    return exit;
  });
  const stop = async (): Promise<Exit> => {
    child.ref();
    const alive = (): boolean => child.exitCode === null && child.signalCode === null;
    if (alive()) child.kill(signal);
    const timer = setTimeout(() => alive() && child.kill('SIGKILL'), graceMs);
    const keepAlive = setInterval(() => {}, 1000);
    try {
      return await exited;
    } finally {
      clearTimeout(timer);
      clearInterval(keepAlive);
    }
  };
  return { pid, exited, tail: () => kept.join('\n'), stop, kill: (by) => void child.kill(by) };
};
