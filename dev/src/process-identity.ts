import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const linuxStart = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') throw new Error('zombie');
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
};

/** Identifies the process behind a pid, since pids are reused; undefined if there is none. */
export const identityOf = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return linuxStart(pid);
    process.kill(pid, 0);
    if (process.platform === 'win32') return 'alive';
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
};
