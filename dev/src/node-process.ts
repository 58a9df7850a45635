import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { nodeFlags } from './node-flags.ts';
import { processorMs, startProgress } from './start-progress.ts';

export interface NodeProcess {
  name: string;
  /** Path of its compiled main file. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** Responds with 200 when the process is ready. */
  readyUrl: string;
  onLine?: (line: string) => void;
  /** Path of its log, for messages. */
  logFile?: string;
  /** How long it may start without progress, in milliseconds. Default: one minute. */
  quietLimitMs?: number;
  /** Time between SIGTERM and SIGKILL. */
  graceMs?: number;
  /** Cancels the start: the process is stopped. */
  signal?: AbortSignal;
}

const readiness = async (url: string): Promise<string> => {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(2000),
      headers: { connection: 'close' },
    });
    const body = await answer.text();
    return answer.ok ? 'ready' : body;
  } catch {
    return 'it does not respond yet';
  }
};

const failure = (what: NodeProcess, how: string, child: Child): Error =>
  new Error(
    `${what.name} ${how}.${what.logFile ? ` Its log: ${what.logFile}` : ''}\n${child.tail()}`,
  );

/** Starts a Node process and waits until it is ready. Rejects with its last output if it exits before that. */
export const startNodeProcess = async (what: NodeProcess): Promise<Child> => {
  const { script, env, readyUrl, quietLimitMs = 60_000, graceMs = 30_000, signal } = what;
  let pid = 0;
  const progress = startProgress({ processorMs: () => processorMs(pid) });
  const child = await startChild(process.execPath, [...nodeFlags(what.name), script], {
    env,
    graceMs,
    onLine: (line) => {
      progress.see(line);
      what.onLine?.(line);
    },
    onSpawn: (its) => {
      pid = its;
    },
  });
  let exit: { code: number | null } | undefined;
  void child.exited.then((ended) => {
    exit = ended;
  });
  let last = '';
  for (; progress.quietMs() < quietLimitMs && !signal?.aborted; await pause(50)) {
    if (exit) throw failure(what, `ended before it was ready (code ${exit.code ?? '?'})`, child);
    last = await readiness(readyUrl);
    // Another process that answers on the port would look ready, so the child must also be alive.
    if (last === 'ready' && !exit) return child;
    progress.see(last);
  }
  await child.stop();
  if (signal?.aborted) throw new Error(`${what.name} was stopped before it was ready.`);
  throw failure(
    what,
    `is not ready, and made no progress for ${Math.round(quietLimitMs / 1000)} s (${last})`,
    child,
  );
};
