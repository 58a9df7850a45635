import type { Logger } from '../telemetry/log.ts';
import { outsideScope } from '../telemetry/request-scope.ts';
import { serialLoop } from '../async/serial-loop.ts';

/** Background work of a service. */
export interface Worker {
  start(): void;
  /** Resolves when none of its work is running. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every `intervalMs`, one run at a time, starting immediately; logs failures and
 * continues with the next run. `wake` runs it now, or once more after the current run, so that
 * nothing is missed. With `isDone`, the first run comes after the interval, because the caller has
 * already done the work. `dueInMs` is called after each run; the next run starts then if that is
 * sooner than the interval.
 */
export function every(
  intervalMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
  { isDone = false, dueInMs }: { isDone?: boolean; dueInMs?: () => number | undefined } = {},
): Worker & { wake(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const loop = serialLoop(async () => {
    clearTimeout(timer);
    await outsideScope(work).catch((error: unknown) => {
      if (!isStopped) log.warn({ err: error, job: name }, 'a background job failed; it runs again');
    });
    if (!isStopped) timer = setTimeout(loop.wake, Math.min(dueInMs?.() ?? intervalMs, intervalMs));
  });
  return {
    start() {
      if (isDone) timer = setTimeout(loop.wake, intervalMs);
      else loop.wake();
    },
    wake: loop.wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await loop.stop();
    },
  };
}
