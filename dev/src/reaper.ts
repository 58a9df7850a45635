import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Guarded {
  /** Process to stop. */
  pid?: number;
  /** Signal that asks it to stop. */
  signal?: NodeJS.Signals;
  /** Time until SIGKILL. */
  graceMs?: number;
  /** Temporary folder to remove afterwards. */
  folder?: string;
}

let reaper: ChildProcess | undefined;
let lastId = 0;
const held = new Set<number>();

const start = (): ChildProcess => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../bin/reaper.js', import.meta.url))],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
      env: {},
    },
  );
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as unknown as Socket).unref();
  return child;
};

const tell = (message: object): void => {
  reaper?.stdin?.write(`${JSON.stringify(message)}\n`);
};

/**
 * Ties a process or a temporary folder to this process: when this one ends, even by SIGKILL, the process is stopped and the folder
 * removed. Returns a function that releases it.
 */
export const guard = (what: Guarded): (() => void) => {
  reaper ??= start();
  lastId += 1;
  const id = lastId;
  held.add(id);
  tell({ id, signal: 'SIGTERM', graceMs: 5000, ...what });
  return () => {
    if (!held.delete(id)) return;
    tell({ id, release: true });
    if (held.size > 0) return;
    reaper?.stdin?.end();
    reaper = undefined;
  };
};
