import type { Bus } from '../bus/bus.ts';
import { ConfigError, processSources, readConfig, valueFiles } from '../config/config.ts';
import type { ConfigShape, ConfigSources } from '../config/config.ts';
import type { Logger } from '../telemetry/log.ts';
import { createLog } from '../telemetry/log.ts';
import { restartTurn } from './restart-turn.ts';
import { valueFileWatch } from './value-file-watch.ts';

/** Something that runs until it is closed. */
export interface Running {
  /** Called on SIGTERM: becomes unready, serves for a moment longer, then drains. */
  close(): Promise<void>;
  /** The bus shared by the pods of this service. */
  bus?: Pick<Bus, 'service' | 'take'>;
}

/** Describes start-up faults that an operator can fix. */
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
 * Runs a process: starts it, logs what prevents the start, and closes it on SIGTERM or SIGINT. A
 * second signal ends it immediately with status 1. It also closes when a file with a value of its
 * configuration has changed, one pod after the other, so that its container restarts with the new
 * value.
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
      void restartTurn({ bus: running.bus, maxWaitMs }).then(end);
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

/** Runs a process that performs one task and exits: with status 0, or 1 after logging the error. */
export function runTask(name: string, task: () => Promise<void>): void {
  task().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${name} failed. ${explain(error)}\n`);
      process.exit(1);
    },
  );
}
