import type { AccessLog } from './log.ts';
import type { AccessNotes } from './request-scope.ts';

/** One answered request. */
export interface AccessLine {
  /** The operation, endpoint or gRPC method. */
  operationId: string;
  requestId: string | undefined;
  traceId: string | undefined;
  /** HTTP method; absent for gRPC. */
  method?: string | undefined;
  /** HTTP status, or the name of a gRPC status. */
  status: number | string;
  outcome: 'success' | 'denied' | 'failure';
  durationMs: number;
  notes: AccessNotes;
}

/** Writes the access lines of a service. */
export interface AccessLines {
  write(message: 'request' | 'call', line: AccessLine): void;
}

/** Options of {@link accessLines}. */
export interface AccessLinesOptions {
  log: AccessLog;
  /** Maximum number of successful requests per operation and second that are written; 0: all. */
  perSecond: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** A request this slow is always written. */
const slowMs = 1_000;

interface Second {
  at: number;
  written: number;
  skipped: number;
}

/**
 * Writes one line per request. Of an operation's successful requests within a second, writes only
 * the first `perSecond`; its next line reports in `skipped` how many were omitted, so that none
 * goes uncounted.
 */
export function accessLines({
  log,
  perSecond,
  now = () => performance.now(),
}: AccessLinesOptions): AccessLines {
  const seconds = new Map<string, Second>();

  /** Returns how many lines were omitted before this one; undefined if this one is omitted too. */
  function admitted(operationId: string): number | undefined {
    const at = Math.floor(now() / 1_000);
    const known = seconds.get(operationId);
    if (!known) {
      seconds.set(operationId, { at, written: 1, skipped: 0 });
      return 0;
    }
    if (known.at !== at) Object.assign(known, { at, written: 0 });
    if (known.written >= perSecond) {
      known.skipped += 1;
      return undefined;
    }
    known.written += 1;
    const { skipped } = known;
    known.skipped = 0;
    return skipped;
  }

  return {
    write(message, { notes, ...line }) {
      const isAlways = perSecond === 0 || line.outcome !== 'success' || line.durationMs >= slowMs;
      const skipped = isAlways ? 0 : admitted(line.operationId);
      if (skipped === undefined) return;
      log.info(
        {
          requestId: line.requestId,
          traceId: line.traceId,
          method: line.method,
          operationId: line.operationId,
          status: line.status,
          outcome: line.outcome,
          code: notes.code,
          caller: notes.caller,
          tenantId: notes.tenantId,
          principalType: notes.principalType,
          clientId: notes.clientId,
          grant: notes.grant,
          durationMs: Math.round(line.durationMs * 1_000) / 1_000,
          skipped: skipped > 0 ? skipped : undefined,
        },
        message,
      );
    },
  };
}

/** Returns the outcome of an HTTP status. */
export const outcomeOfStatus = (status: number): AccessLine['outcome'] => {
  if (status < 400) return 'success';
  return status === 401 || status === 403 ? 'denied' : 'failure';
};

/** Writes nothing: for tests and fakes. */
export const noAccessLines: AccessLines = { write: () => undefined };
