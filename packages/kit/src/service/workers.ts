import type { Logger } from '../telemetry/log.ts';
import { outsideScope } from '../telemetry/request-scope.ts';
import { serialLoop } from '../async/serial-loop.ts';

/** Work in the background of a service. */
export interface Worker {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every `intervalMs`, one at a time, first at once; what fails is logged and tried again next time. `wake` runs it
 * now, or once more when it is running: whatever it had already looked at is looked at again. With `isDone` the first run comes
 * after the interval as well: whoever builds the worker has done the work. `dueInMs` is asked after each run: the next one comes then if
 * that is sooner than the interval.
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
