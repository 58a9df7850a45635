import { ConfigError } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { createLog } from '../log/log.ts';

/** Something that runs until it is closed. */
export interface Running {
  /** From SIGTERM on: unready, serving on for a moment, then draining. */
  close(): Promise<void>;
}

/** Words for the faults of a start that an operator can mend. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what listens there, or set another port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs a process: starts it, says plainly what keeps it from starting, and on SIGTERM or SIGINT closes it. A second
 * signal ends it at once with status 1.
 */
export function runProcess(name: string, start: () => Promise<Running>): void {
  const log: Logger = createLog(name);
  let closing = false;
  const started = start().catch((error: unknown) => {
    process.stderr.write(`${name} could not start. ${explain(error)}\n`);
    process.exit(1);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      void started.then(async (running) => {
        await running.close();
        process.exit(0);
      });
    });
  }
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'an error was not handled'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught');
    process.exit(1);
  });
}

/** Runs a process that does one thing and ends: with status 0, or with 1 and what kept it from it. */
export function runTask(name: string, task: () => Promise<void>): void {
  task().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${name} could not do it. ${explain(error)}\n`);
      process.exit(1);
    },
  );
}
