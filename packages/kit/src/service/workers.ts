import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

/** Work in the background of a service. */
export interface Worker {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Runs `work` every `intervalMs`, one at a time, first at once; what fails is logged and tried again next time. */
export function every(intervalMs: number, name: string, log: Logger, work: () => Promise<unknown>): Worker & { wake(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const turn = (): void => {
    clearTimeout(timer);
    if (stopped || running) return;
    running = work()
      .then(() => undefined, (error: unknown) => {
        if (!stopped) log.warn({ err: error, job: name }, 'a background job failed; it runs again');
      })
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

/** Removes what the kit's own tables no longer need, a thousand rows a step. */
export const kitSweep = (db: Database, log: Logger): Worker => every(3_600_000, 'sweep', log, async () => {
  const old = ["idempotency_key WHERE created_at < now() - interval '24 hours'", "consumed_event WHERE consumed_at < now() - interval '14 days'"];
  for (const what of old) {
    const [table] = what.split(' ', 1);
    while ((await db.work((tx) => tx.execute(`DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${what} LIMIT 1000)`))) === 1000);
  }
});
