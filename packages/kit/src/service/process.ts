import type { Leases } from '../bus/bus.ts';
import { ConfigError, processSources, readConfig, valueFiles } from '../config/config.ts';
import type { ConfigShape, ConfigSources } from '../config/config.ts';
import type { Logger } from '../telemetry/log.ts';
import { createLog } from '../telemetry/log.ts';
import { restartTurn } from './restart-turn.ts';
import { valueFileWatch } from './value-file-watch.ts';

/** Something that runs until it is closed. */
export interface Running {
  /** From SIGTERM on: unready, serving on for a moment, then draining. */
  close(): Promise<void>;
  /** Leases that the pods of this service share. */
  leases?: Pick<Leases, 'hold'>;
}

/** Words for the faults of a start that an operator can mend. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the process that listens on it, or configure another port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const restartShape = {
  checkInterval: 'platform.value-files.check-interval',
} as const satisfies ConfigShape;

const minuteMs = 60_000;

/**
 * Runs a process: starts it, says plainly what keeps it from starting, and on SIGTERM or SIGINT closes it. A second
 * signal ends it at once with status 1. When a file that holds a value of its configuration has changed, it closes as well, one pod
 * after the other, for its container to be started again with the new value.
 */
export function runProcess(
  name: string,
  start: (sources: ConfigSources) => Promise<Running>,
): void {
  const log: Logger = createLog(name);
  const watch = valueFileWatch(valueFiles(process.env));
  let ending: Promise<void> | undefined;
  const begin = async (): Promise<Running> => {
    const sources = processSources();
    const { checkInterval } = readConfig(restartShape, sources);
    const running = await start(sources);
    const onChange = (path: string): void => {
      log.info(
        { path },
        'a configuration file has changed: shutting down in order to be restarted',
      );
      const maxWaitMs = minuteMs * (5 + 5 * Math.random());
      void restartTurn({ leases: running.leases, maxWaitMs }).then(end);
    };
    watch({ intervalMs: checkInterval, onChange });
    return running;
  };
  const started = begin().catch((error: unknown) => {
    process.stderr.write(`${name} could not start. ${explain(error)}\n`);
    process.exit(1);
  });
  const end = (): Promise<void> =>
    (ending ??= started.then(async (running) => {
      await running.close();
      process.exit(0);
    }));
  let isSignalled = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isSignalled) process.exit(1);
      isSignalled = true;
      void end();
    });
  }
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

/** Runs a process that does one thing and ends: with status 0, or with 1 and what kept it from it. */
export function runTask(name: string, task: () => Promise<void>): void {
  task().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${name} failed. ${explain(error)}\n`);
      process.exit(1);
    },
  );
}
