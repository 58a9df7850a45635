import type { Logger } from '../log/log.ts';
import { outsideScope } from '../request-scope/request-scope.ts';

/** Work in the background of a service. */
export interface Worker {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Runs `work` every `intervalMs`, one at a time, first at once; what fails is logged and tried again next time. */
export function every(
  intervalMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
): Worker & { wake(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const turn = (): void => {
    clearTimeout(timer);
    if (stopped || running) return;
    running = outsideScope(work)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!stopped)
            log.warn({ err: error, job: name }, 'a background job failed; it will be retried');
        },
      )
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(turn, intervalMs);
      });
  };
  return {
    start: turn,
    wake: turn,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
