import { processTime } from '../worker-pool/cpu-deadline.ts';
import type { TimeSource } from '../worker-pool/cpu-deadline.ts';

/**
 * Starts a stopwatch of the time that this thread can have run, in milliseconds: wall-clock time,
 * capped by the CPU time of the process. For limits on synchronous work, so that a busy machine
 * does not make little work look like much.
 */
export function runningTime({ wallMs, cpuMs }: TimeSource = processTime): () => number {
  const began = { wall: wallMs(), cpu: cpuMs() };
  return () => Math.min(wallMs() - began.wall, cpuMs() - began.cpu);
}
