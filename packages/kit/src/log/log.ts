import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

const secretPaths = ['authorization', '*.authorization', 'headers.authorization', 'password', '*.password', 'secret', '*.secret', 'token', '*.token'];

/**
 * The log of one process: JSON lines on standard output, `ts` RFC 3339, `level` by name. Secrets that stand under
 * their usual names are cut out; it is still the caller's duty not to log them.
 */
export const createLog = (service: string, level = 'info'): Logger =>
  pino({
    level,
    base: { service },
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[redacted]' },
  });

/**
 * The access log of a process: as {@link createLog}, but for lines of a fixed shape that hold no secret, so nothing is
 * searched, and written in the background, many at once and within 200 ms, so that a slow reader of the output holds up
 * no request. `flush` before exit.
 */
export function createAccessLog(service: string, level = 'info'): { log: Logger; flush(): void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 200 });
  const log = pino({
    level, base: { service }, timestamp: () => `,"ts":"${new Date().toISOString()}"`, formatters: { level: (label) => ({ level: label }) },
  }, destination);
  return {
    log,
    flush() {
      try {
        destination.flushSync();
      } catch {
        // Not open yet: nothing was written.
      }
    },
  };
}

/** A log that says nothing, for tests and tools. */
export const silentLog: Logger = pino({ level: 'silent' });
