import { readFileSync, readdirSync } from 'node:fs';

/** What Linux counts processor time in: `USER_HZ`, a hundredth of a second on every platform that Node runs on. */
const tickMicros = 10_000;

interface ProcessTime {
  pid: number;
  parent: number;
  micros: number;
}

/** Reads a process from `/proc/PID/stat` (proc(5)): the name may contain spaces and parentheses, the numbers follow it. */
function timeOf(pid: number): ProcessTime | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  // Its own time, and that of its exited children.
  const ticks = fields.slice(11, 15).reduce((sum, n) => sum + n, 0);
  return { pid, parent, micros: ticks * tickMicros };
}

/** Processor time of a process and of everything it has started, in microseconds. */
export function cpuMicros(root: number): number {
  const times = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timeOf(Number(name)) ?? []);
  const isWithin = (time: ProcessTime | undefined): boolean =>
    time !== undefined &&
    (time.pid === root || isWithin(times.find(({ pid }) => pid === time.parent)));
  return times.filter(isWithin).reduce((sum, { micros }) => sum + micros, 0);
}

/** Resident memory of a process, in MiB; 0 if it has ended. */
export function residentMebibytes(pid: number): number {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 0;
  }
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
}
