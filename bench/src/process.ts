import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '@platform/dev/child';
import type { Child } from '@platform/dev/child';
import { nodeFlags } from '@platform/dev/node-flags';
import { onCpu } from './machine.ts';

const startMillis = 30_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Flags of Node as a process of the platform is deployed with, and those asked for. */
export const flagsOf = (name: string): string[] => [
  ...nodeFlags(name),
  ...(process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []),
];

/**
 * Starts a compiled file as a process of this name, optionally on one CPU, and waits until `readyUrl` responds. Its output is
 * discarded, except for errors.
 */
export async function startProcess({
  name,
  script,
  env,
  cpu,
  readyUrl,
}: {
  name: string;
  script: string;
  env: Record<string, string>;
  cpu?: number;
  readyUrl: string;
}): Promise<Child> {
  const node = [process.execPath, ...flagsOf(name), script];
  const command = cpu === undefined ? node : onCpu(cpu, node);
  // The shell replaces itself with the command; reading the output here line by line would cost the load generator time.
  const child = await startChild('/bin/sh', ['-c', 'exec "$@" >/dev/null', 'sh', ...command], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
  });
  for (const deadline = Date.now() + startMillis; Date.now() < deadline; await pause(50))
    if (await answers(readyUrl)) return child;
  await child.stop();
  throw new Error(`${script} did not become ready\n${child.tail()}`);
}
