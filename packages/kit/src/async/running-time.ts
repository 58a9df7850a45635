import { processTime } from '../worker-pool/cpu-deadline.ts';
import type { TimeSource } from '../worker-pool/cpu-deadline.ts';

/**
 * A stopwatch of milliseconds that this thread can have run since: those of the clock, but no more than the process has used of the CPU.
 * For limits on work that stays on its thread, so that a busy machine does not make little of it look like much.
 */
export function runningTime({ wallMs, cpuMs }: TimeSource = processTime): () => number {
  const began = { wall: wallMs(), cpu: cpuMs() };
  return () => Math.min(wallMs() - began.wall, cpuMs() - began.cpu);
}
