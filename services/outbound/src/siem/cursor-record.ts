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
  sinkId: string;
  epoch: number;
  active: boolean;
  suspended: boolean;
  unentitled: boolean;
  channels: SinkChannelName[];
  maxEvents: number;
  waitMs: number;
  nextDueAt: Date | null;
  lifecycleSeq: number;
  lifecycleAt: Time;
  auditSeq: number;
  auditAt: Time;
  batchChannel: SinkChannelName | null;
  batchUntil: number | null;
  batchRefusals: number;
  consecutiveFailures: number;
  failingSince: Date | null;
  unauthorizedSince: Date | null;
  toldFailing: boolean;
  lastSuccessAt: Date | null;
  lastAttemptAt: Date | null;
  lastError: SinkCursor['lastError'];
  deliveredTotal: number;
  droppedTotal: number;
  untoldDrops: SinkCursor['untoldDrops'];
  dropsToldAt: Date | null;
  isSlow: boolean;
}

const timeOf = (value: Date | null): number | null => value?.getTime() ?? null;

/** A row as a cursor. */
export const cursorRecord = (row: CursorRow): SinkCursor => ({
  sinkId: row.sinkId,
  epoch: row.epoch,
  active: row.active,
  suspended: row.suspended,
  unentitled: row.unentitled,
  channels: row.channels,
  maxEvents: row.maxEvents,
  waitMs: row.waitMs,
  nextDueAt: timeOf(row.nextDueAt),
  positions: {
    lifecycle: { seq: row.lifecycleSeq, at: row.lifecycleAt },
    audit: { seq: row.auditSeq, at: row.auditAt },
  },
  batchChannel: row.batchChannel,
  batchUntil: row.batchUntil,
  batchRefusals: row.batchRefusals,
  consecutiveFailures: row.consecutiveFailures,
  failingSince: timeOf(row.failingSince),
  unauthorizedSince: timeOf(row.unauthorizedSince),
  toldFailing: row.toldFailing,
  lastSuccessAt: timeOf(row.lastSuccessAt),
  lastAttemptAt: timeOf(row.lastAttemptAt),
  lastError: row.lastError,
  deliveredTotal: row.deliveredTotal,
  droppedTotal: row.droppedTotal,
  untoldDrops: row.untoldDrops,
  dropsToldAt: timeOf(row.dropsToldAt),
  isSlow: row.isSlow,
});

/** How far a log goes: what is in `(trimmed, head]` is kept. */
export interface ChannelBounds {
  head: number;
  trimmed: number;
}

/** The bounds of both logs. */
export type CursorBounds = Record<SinkChannelName, ChannelBounds>;

/** Events that are not read yet, of one channel. */
export const backlogOf = (
  { positions }: Pick<SinkCursor, 'positions'>,
  bounds: CursorBounds,
  channel: SinkChannelName,
): number => Math.max(0, bounds[channel].head - positions[channel].seq);

/** Events that are not read yet, before the filter. */
export const totalBacklog = (cursor: SinkCursor, bounds: CursorBounds): number =>
  cursor.channels.reduce((sum, channel) => sum + backlogOf(cursor, bounds, channel), 0);
