import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';

/** The version of the Node binary that measured processes start with, such as `v20.20.2`. */
export const measuredNode = (): string =>
  execFileSync(process.execPath, ['--version'], { encoding: 'utf8' }).trim();

/** The machine that figures were measured on, in one line. Call it before the run: the load is what others caused. */
export function describeMachine(): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' '),
    `${all.length} × ${all[0]?.model.trim() ?? 'CPU'}`,
    `${gigabytes} GiB`,
    `Linux ${release()}`,
    `Node ${measuredNode()}`,
    `load before the run ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join(', ');
}

const canPin =
  cpus().length > 1 &&
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/taskset`));

/** The command that runs `command` on one CPU; where that cannot be, `command` itself. */
export const onCpu = (cpu: number, command: readonly string[]): string[] =>
  canPin ? ['taskset', '-c', String(cpu), ...command] : [...command];

/** Moves this process, and what it starts from now on, to one CPU. True where that is possible. */
export function moveToCpu(cpu: number): boolean {
  if (canPin)
    execFileSync('taskset', ['-a', '-c', '-p', String(cpu), String(process.pid)], {
      stdio: 'ignore',
    });
  return canPin;
}
