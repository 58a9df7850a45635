import type { SiemSinkHealthResource } from '@platform/contracts';

/** The logs of a tenant, as sinks call them. */
export type SinkChannelName = 'lifecycle' | 'audit';

/** Numbers of a channel that a sink never got, and no event has told of. */
export interface Drops {
  count: number;
  fromSequence: number;
  toSequence: number;
}

/** Where a sink stands: a row of siem_cursors. Times in epoch milliseconds. */
export interface SinkCursor {
  sinkId: string;
  epoch: number;
  active: boolean;
  suspended: boolean;
  unentitled: boolean;
  channels: SinkChannelName[];
  maxEvents: number;
  waitMs: number;
  nextDueAt: number | null;
  /** What was read last. */
  positions: Record<SinkChannelName, { seq: number; at: Date | number }>;
  batchChannel: SinkChannelName | null;
  batchUntil: number | null;
  batchRefusals: number;
  consecutiveFailures: number;
  failingSince: number | null;
  unauthorizedSince: number | null;
  toldFailing: boolean;
  lastSuccessAt: number | null;
  lastAttemptAt: number | null;
  lastError: SiemSinkHealthResource['lastError'];
  deliveredTotal: number;
  droppedTotal: number;
  untoldDrops: Partial<Record<SinkChannelName, Drops>> | null;
  dropsToldAt: number | null;
  /** The last batch took long. */
  isSlow: boolean;
}

/** Infinite times come as numbers. */
type Time = Date | number;

/** A row of siem_cursors. */
export interface CursorRow {
  sink_id: string;
  epoch: number;
  active: boolean;
  suspended: boolean;
  unentitled: boolean;
  channels: SinkChannelName[];
  max_events: number;
  wait_ms: number;
  next_due_at: Date | null;
  lifecycle_seq: number;
  lifecycle_at: Time;
  audit_seq: number;
  audit_at: Time;
  batch_channel: SinkChannelName | null;
  batch_until: number | null;
  batch_refusals: number;
  consecutive_failures: number;
  failing_since: Date | null;
  unauthorized_since: Date | null;
  told_failing: boolean;
  last_success_at: Date | null;
  last_attempt_at: Date | null;
  last_error: SinkCursor['lastError'];
  delivered_total: number;
  dropped_total: number;
  untold_drops: SinkCursor['untoldDrops'];
  drops_told_at: Date | null;
  is_slow: boolean;
}

const timeOf = (value: Date | null): number | null => value?.getTime() ?? null;

/** A row as a cursor. */
export const cursorRecord = (row: CursorRow): SinkCursor => ({
  sinkId: row.sink_id,
  epoch: row.epoch,
  active: row.active,
  suspended: row.suspended,
  unentitled: row.unentitled,
  channels: row.channels,
  maxEvents: row.max_events,
  waitMs: row.wait_ms,
  nextDueAt: timeOf(row.next_due_at),
  positions: {
    lifecycle: { seq: row.lifecycle_seq, at: row.lifecycle_at },
    audit: { seq: row.audit_seq, at: row.audit_at },
  },
  batchChannel: row.batch_channel,
  batchUntil: row.batch_until,
  batchRefusals: row.batch_refusals,
  consecutiveFailures: row.consecutive_failures,
  failingSince: timeOf(row.failing_since),
  unauthorizedSince: timeOf(row.unauthorized_since),
  toldFailing: row.told_failing,
  lastSuccessAt: timeOf(row.last_success_at),
  lastAttemptAt: timeOf(row.last_attempt_at),
  lastError: row.last_error,
  deliveredTotal: row.delivered_total,
  droppedTotal: row.dropped_total,
  untoldDrops: row.untold_drops,
  dropsToldAt: timeOf(row.drops_told_at),
  isSlow: row.is_slow,
});

/** How far a log goes: what is in `(trimmed, head]` is kept. */
export interface ChannelBounds {
  head: number;
  trimmed: number;
}

/** The bounds of both logs. */
export type LogBounds = Record<SinkChannelName, ChannelBounds>;

/** Events that are not read yet, of one channel. */
export const backlogOf = (
  { positions }: Pick<SinkCursor, 'positions'>,
  bounds: LogBounds,
  channel: SinkChannelName,
): number => Math.max(0, bounds[channel].head - positions[channel].seq);

/** Events that are not read yet, before the filter. */
export const totalBacklog = (cursor: SinkCursor, bounds: LogBounds): number =>
  cursor.channels.reduce((sum, channel) => sum + backlogOf(cursor, bounds, channel), 0);
