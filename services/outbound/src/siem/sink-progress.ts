import { backoff, withRetryAfter } from '@platform/kit/async';
import { totalBacklog } from './backlog.ts';
import type { CursorBounds, Drops, SinkChannelName, SinkCursor } from './cursor-store.ts';
import type { SinkFault } from './senders/sink-fault.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A sink with waiting events and without a success for this time is failing. */
const failingAfterMs = 15 * minute;
const suspendedAfterUnauthorizedMs = day;
const suspendedAfterMs = 7 * day;
const maxPauseMs = 5 * minute;
const maxRequestedPauseMs = 15 * minute;
const maxDetail = 512;
/** A single event that is rejected this often is skipped. */
const maxRefusals = 3;
const dropsIntervalMs = hour;

/** 1 s, doubling to 5 min, ± 20 %. */
export const pauseMs = (failures: number, random: number): number =>
  backoff({ firstMs: second, maxMs: maxPauseMs }, failures, () => random);

/** The events read from a channel for one batch. */
export interface ReadBatch {
  channel: SinkChannelName;
  /** The position before the batch. */
  fromSeq: number;
  /** The position after the batch, including filtered events. */
  untilSeq: number;
  untilAt: Date;
  /** The numbers of the events to send. */
  seqs: readonly number[];
}

const withoutBatch = { batchChannel: null, batchUntil: null, batchRefusals: 0 } as const;

const moved = (
  cursor: SinkCursor,
  { channel, untilSeq, untilAt }: Pick<ReadBatch, 'channel' | 'untilSeq' | 'untilAt'>,
): SinkCursor => ({
  ...cursor,
  ...withoutBatch,
  positions: { ...cursor.positions, [channel]: { seq: untilSeq, at: untilAt } },
});

/** Counts events of a channel that the sink never gets. */
function withDrops(cursor: SinkCursor, channel: SinkChannelName, drops: Drops): SinkCursor {
  const before = cursor.untoldDrops?.[channel];
  const all: Drops = before
    ? {
        count: before.count + drops.count,
        fromSequence: Math.min(before.fromSequence, drops.fromSequence),
        toSequence: Math.max(before.toSequence, drops.toSequence),
      }
    : drops;
  return {
    ...cursor,
    droppedTotal: cursor.droppedTotal + drops.count,
    untoldDrops: { ...cursor.untoldDrops, [channel]: all },
  };
}

/** Skips and counts events that retention deleted before the sink read them. */
export function withoutTrimmed(cursor: SinkCursor, bounds: CursorBounds): SinkCursor {
  let after = cursor;
  for (const channel of cursor.channels) {
    const { trimmed } = bounds[channel];
    const { seq } = after.positions[channel];
    if (trimmed <= seq) continue;
    after = withDrops(after, channel, {
      count: trimmed - seq,
      fromSequence: seq + 1,
      toSequence: trimmed,
    });
    const positions = { ...after.positions, [channel]: { seq: trimmed, at: -Infinity } };
    after = { ...after, ...withoutBatch, positions };
  }
  return after;
}

/** Moves past a batch that contained nothing for the sink. */
export const afterSkip = (cursor: SinkCursor, read: ReadBatch): SinkCursor => moved(cursor, read);

/** Moves past a confirmed batch, unless a replay has moved the position in the meantime. */
export function afterSuccess(cursor: SinkCursor, read: ReadBatch, now: number): SinkCursor {
  const isOurs = cursor.positions[read.channel].seq === read.fromSeq;
  return {
    ...(isOurs ? moved(cursor, read) : { ...cursor, ...withoutBatch }),
    deliveredTotal: cursor.deliveredTotal + read.seqs.length,
    consecutiveFailures: 0,
    failingSince: null,
    unauthorizedSince: null,
    toldFailing: false,
    lastSuccessAt: now,
    lastAttemptAt: now,
    lastError: null,
  };
}

/** The step after a failed batch. */
export type FailureEnd = 'retry' | 'halve' | 'skip';

function rejectedAfter(
  cursor: SinkCursor,
  read: ReadBatch,
): { cursor: SinkCursor; end: FailureEnd } | undefined {
  const { channel, seqs } = read;
  if (seqs.length > 1) {
    const batchUntil = seqs[Math.ceil(seqs.length / 2) - 1] ?? null;
    const halved = { ...cursor, batchChannel: channel, batchUntil, batchRefusals: 0 };
    return { cursor: halved, end: 'halve' };
  }
  const batchRefusals = cursor.batchRefusals + 1;
  if (batchRefusals < maxRefusals) return undefined;
  const [seq = read.untilSeq] = seqs;
  const dropped = withDrops(cursor, channel, { count: 1, fromSequence: seq, toSequence: seq });
  return { cursor: moved(dropped, read), end: 'skip' };
}

/** Records a batch that was not confirmed. `detail` is the part of the response that may be shown. */
export function afterFailure(
  cursor: SinkCursor,
  read: ReadBatch,
  {
    fault,
    detail,
    now,
    random,
  }: { fault: SinkFault; detail: string | null; now: number; random: number },
): { cursor: SinkCursor; end: FailureEnd } {
  const { code, status, retryAfterMs } = fault;
  const lastError = {
    code,
    status,
    detail: detail?.slice(0, maxDetail) ?? null,
    at: new Date(now).toISOString(),
  };
  const known: SinkCursor = { ...cursor, lastAttemptAt: now, lastError };
  const isOurs = cursor.positions[read.channel].seq === read.fromSeq;
  const isRejected = code === 'rejected' && isOurs;
  const ended = isRejected ? rejectedAfter(known, read) : undefined;
  if (ended) return ended;
  const consecutiveFailures = cursor.consecutiveFailures + 1;
  const pause = pauseMs(consecutiveFailures, random);
  return {
    end: 'retry',
    cursor: {
      ...known,
      consecutiveFailures,
      failingSince: cursor.failingSince ?? now,
      unauthorizedSince: code === 'unauthorized' ? (cursor.unauthorizedSince ?? now) : null,
      nextDueAt: now + withRetryAfter(pause, retryAfterMs, maxRequestedPauseMs),
      ...(isRejected
        ? {
            batchChannel: read.channel,
            batchUntil: read.untilSeq,
            batchRefusals: cursor.batchRefusals + 1,
          }
        : {}),
    },
  };
}

/** Whether a sink has failed for so long that it is suspended until an administrator acts. */
export const mustSuspend = (
  { failingSince, unauthorizedSince }: SinkCursor,
  now: number,
): boolean =>
  (unauthorizedSince !== null && now - unauthorizedSince >= suspendedAfterUnauthorizedMs) ||
  (failingSince !== null && now - failingSince >= suspendedAfterMs);

/** Whether it has failed for so long that the tenant is notified. */
export const isFailing = ({ failingSince }: SinkCursor, now: number): boolean =>
  failingSince !== null && now - failingSince >= failingAfterMs;

/** Whether drops may be reported now: at most once an hour. */
export const mayTellDrops = ({ untoldDrops, dropsToldAt }: SinkCursor, now: number): boolean =>
  untoldDrops !== null && (dropsToldAt === null || now - dropsToldAt >= dropsIntervalMs);

/**
 * Returns when a sink without failures is due again: immediately with a full batch, after its wait
 * with less, never with nothing.
 */
export function nextDue(cursor: SinkCursor, bounds: CursorBounds, now: number): number | null {
  const untold = cursor.untoldDrops && (cursor.dropsToldAt ?? now) + dropsIntervalMs;
  if (cursor.batchUntil !== null) return now;
  const backlog = totalBacklog(cursor, bounds);
  if (backlog === 0) return untold;
  return backlog >= cursor.maxEvents ? now : now + cursor.waitMs;
}
