import type { Database, Tx, TxContext } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import { backoff } from '../async/retry.ts';
import { SpanKind, runEntry } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/telemetry.ts';
import { activeJob } from './active-job.ts';
import { deferJob, endJob, recurJob, releaseJob } from './held-job.ts';
import type { HeldJob } from './held-job.ts';
import type { ClaimedJob } from './job-claims.ts';
import { LostJobError, PermanentJobError, errorRecord } from './job-errors.ts';
import type { StopReason } from './job-errors.ts';
import type { JobMount } from './job-kind.ts';
import { findJob } from './job-store.ts';
import type { JobRecord } from './job-store.ts';
import { verdictOf } from './job-verdict.ts';
import type { JobVerdict } from './job-verdict.ts';

/** Options of a run, in addition to the job. */
export interface RunOptions {
  db: Pick<Database, 'transact' | 'read'>;
  service: string;
  log: Logger;
  tracing?: Tracing | undefined;
  random: () => number;
  now: () => number;
}

/** How a run ended; `lost` writes nothing. */
export type RunOutcome = JobVerdict | 'lost';

interface Run {
  options: RunOptions;
  record: JobRecord;
  held: HeldJob;
  mount: JobMount;
  context: TxContext;
}

/** Runs the handler and rethrows its error. */
async function attempt(run: Run, signal: AbortSignal): Promise<void> {
  const { options, record, held, mount, context } = run;
  if (record.attempts > record.maxAttempts)
    throw new PermanentJobError(
      'attempts_exhausted',
      `none of ${record.maxAttempts} attempts completed`,
    );
  const job = activeJob({
    db: options.db,
    held,
    context,
    id: record.id,
    tenantId: context.tenantId,
    payload: mount.kind.payload.parse(record.payload),
    createdBy: record.createdBy,
    attempt: record.attempts,
    resumeFrom: record.checkpoint ?? undefined,
    signal,
    resetAttempts: mount.kind.resetAttemptsOnCheckpoint,
  });
  const entry = {
    name: `job ${mount.kind.name}`,
    kind: SpanKind.INTERNAL,
    requestId: undefined,
    traceparent: undefined,
    access: {},
  };
  await runEntry(options.tracing, entry, () => mount.handler.run(job));
}

async function end(
  tx: Tx,
  run: Run,
  state: 'FAILED' | 'CANCELED',
  thrown?: unknown,
): Promise<boolean> {
  const { record, held, mount, context } = run;
  const error = thrown === undefined ? undefined : errorRecord(thrown);
  if (!(await endJob(tx, held, state, error))) return false;
  await mount.handler.onEnded?.(tx, {
    id: record.id,
    tenantId: context.tenantId,
    payload: record.payload,
    createdBy: record.createdBy,
    state,
    error,
  });
  return true;
}

/** Writes the outcome of the job. Returns false if this worker does not hold it. */
async function write(tx: Tx, run: Run, verdict: JobVerdict, error: unknown): Promise<boolean> {
  const { options, held, mount, record } = run;
  if (verdict === 'release') return releaseJob(tx, held);
  if (verdict === 'retry') {
    const { backoffMs: firstMs, maxBackoffMs: maxMs } = mount.kind;
    const pauseMs = backoff({ firstMs, maxMs }, record.attempts, options.random);
    return deferJob(tx, held, { pauseMs, error: errorRecord(error) });
  }
  const next = mount.next?.(new Date(options.now()));
  if (next) return recurJob(tx, held, next, verdict === 'fail' ? errorRecord(error) : undefined);
  if (verdict === 'complete') return endJob(tx, held, 'COMPLETED');
  return end(tx, run, verdict === 'fail' ? 'FAILED' : 'CANCELED', error);
}

async function attemptOutcome(
  run: Run,
  signal: AbortSignal,
): Promise<[RunOutcome, error: unknown]> {
  const { options, record, context, held } = run;
  const error = record.cancelRequestedAt
    ? undefined
    : await attempt(run, signal).catch(
        (thrown: unknown) => thrown ?? new Error('nothing was thrown'),
      );
  const stopped = signal.aborted ? (signal.reason as StopReason) : undefined;
  const reason = record.cancelRequestedAt ? 'canceled' : stopped;
  if (reason === 'lost' || error instanceof LostJobError) return ['lost', error];
  return options.db.transact(context, async (tx) => {
    // Checkpoints and cancellations have changed the row since it was read.
    const now = (await findJob(tx, held.id)) ?? record;
    const isCancelRequested = now.cancelRequestedAt !== null;
    const verdict = verdictOf({ ...now, error, reason, isCancelRequested });
    const isHeld = await write(tx, { ...run, record: now }, verdict, error);
    return [isHeld ? verdict : 'lost', error];
  });
}

/**
 * Runs a claimed job and writes its outcome. Never throws: if the outcome cannot be written,
 * another pod takes the job when its lease expires.
 */
export async function runJob(
  options: RunOptions,
  mount: JobMount,
  claimed: ClaimedJob,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { tenantId, id, kind, epoch } = claimed;
  const context: TxContext = { tenantId, actor: { type: 'system', id: options.service } };
  const about = { job: id, kind, tenantId };
  try {
    const record = await options.db.read(context, (tx) => findJob(tx, id));
    if (record?.epoch !== epoch) return 'lost';
    const held = { id, epoch, leaseMs: mount.kind.leaseMs };
    const [outcome, error] = await attemptOutcome(
      { options, record, held, mount, context },
      signal,
    );
    if (outcome === 'retry' || outcome === 'fail')
      options.log.warn({ err: error, ...about, outcome }, 'a job failed');
    return outcome;
  } catch (error) {
    options.log.warn({ err: error, ...about }, 'the result of a job could not be stored');
    return 'lost';
  }
}
