import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

const secretPaths = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'password',
  '*.password',
  'secret',
  '*.secret',
  'token',
  '*.token',
];

/**
 * Creates the log of one process: JSON lines on standard output, `ts` in RFC 3339, `level` by name.
 * Redacts secrets under their usual names; callers must still not log them.
 */
export const createLog = (service: string, level = 'info'): Logger =>
  pino({
    level,
    base: { service },
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[redacted]' },
  });

/** Writes lines of a fixed shape without secrets; see {@link createAccessLog}. */
export type AccessLog = { info(fields: object, message: string): void };

const heldBytes = 64 * 1024;
const heldMillis = 200;

/** Returns the formatted time of a line; cached, since many lines share a millisecond. */
function timestamps(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

/**
 * Creates the access log of a process: lines in the format of {@link createLog}, but without
 * redaction, and written in the background, in batches within 200 ms, so that a slow reader of the
 * output delays no request. Call `flush` before exit.
 * @param destination default: standard output
 */
export function createAccessLog(
  service: string,
  level = 'info',
  destination = pino.destination({ dest: 1, sync: false, maxWrite: heldBytes }),
): { log: AccessLog; flush(): void } {
  const isOn = (pino.levels.values[level] ?? Infinity) <= (pino.levels.values['info'] as number);
  const rest = `","service":${JSON.stringify(service)},`;
  const timestamp = timestamps();
  let held = '';
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held === '') return;
    destination.write(held);
    held = '';
  }

  return {
    log: {
      info(fields, message) {
        if (!isOn) return;
        const inner = JSON.stringify(fields).slice(1, -1);
        held += `{"level":"info","ts":"${timestamp()}${rest}${inner}${inner === '' ? '' : ','}"msg":${JSON.stringify(message)}}\n`;
        if (held.length >= heldBytes) write();
        else timer ??= setTimeout(write, heldMillis).unref();
      },
    },
    flush() {
      write();
      try {
        destination.flushSync();
      } catch {
        // Not open yet: nothing was written.
      }
    },
  };
}

/** A log that writes nothing, for tests and tools. */
export const silentLog: Logger = pino({ level: 'silent' });
