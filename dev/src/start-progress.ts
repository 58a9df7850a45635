import { existsSync, readFileSync } from 'node:fs';

/** A process that starts, as {@link startProgress} sees it. */
export interface StartingProcess {
  /** Processor time so far, in milliseconds; 0 if unknown. */
  processorMs: () => number;
  now?: () => number;
}

const tickMs = 10;

/** Returns the processor time that a process has taken, in milliseconds; 0 where there is no `/proc`. */
export function processorMs(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, 'utf8');
  // The name, in parentheses, may contain spaces (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** An idle process takes less within a minute; a starting one more, even on a busy machine. */
const busyMs = 1_500;

/**
 * Tells a process that is slow to start from one that is stuck. A line or readiness that it has not
 * shown before is progress, whatever the numbers in it, and so is processor time.
 */
export function startProgress({ processorMs: taken, now = Date.now }: StartingProcess) {
  const seen = new Set<string>();
  let last = { at: now(), processorMs: taken() };
  const note = (): void => void (last = { at: now(), processorMs: taken() });

  return {
    /** Notes what the process says. */
    see(text: string): void {
      const form = text.replace(/\d+/g, '0');
      if (seen.has(form)) return;
      seen.add(form);
      note();
    },
    /** Returns the milliseconds since the last progress. */
    quietMs(): number {
      if (taken() - last.processorMs >= busyMs) note();
      return now() - last.at;
    },
  };
}
