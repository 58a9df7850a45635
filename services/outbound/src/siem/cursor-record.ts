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
}

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
