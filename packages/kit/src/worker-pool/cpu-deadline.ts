/** Why a task ended: it used up its time, or the machine was too busy to give it that time. */
export type DeadlineEnd = 'timed_out' | 'starved';

/** Sources of time: the wall clock, and the CPU time of the process, both in milliseconds. */
export interface TimeSource {
  wallMs(): number;
  cpuMs(): number;
}

/** How many times its deadline a task may take if it gets no CPU. */
const patience = 10;

/** The time sources of this process. */
export const processTime: TimeSource = {
  wallMs: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Calls `onEnd` once `timeoutMs` have passed by the wall clock and the process has used as much
 * CPU, since a thread cannot have used more than its process. So a busy machine does not make a
 * small task look endless; one that gets no CPU for ten times as long is `starved`.
 * @returns a function that cancels the deadline
 */
export function cpuDeadline(
  timeoutMs: number,
  onEnd: (end: DeadlineEnd) => void,
  { wallMs, cpuMs }: TimeSource = processTime,
): () => void {
  const began = { wall: wallMs(), cpu: cpuMs() };
  const look = (): void => {
    const owed = timeoutMs - (cpuMs() - began.cpu);
    const left = timeoutMs * patience - (wallMs() - began.wall);
    if (owed <= 0) onEnd('timed_out');
    else if (left <= 0) onEnd('starved');
    else timer = setTimeout(look, Math.min(owed, left));
  };
  let timer = setTimeout(look, timeoutMs);
  return () => clearTimeout(timer);
}
