import type { CursorBounds, SinkChannelName, SinkCursor } from './cursor-store.ts';

/** Returns the number of unread events of one channel. */
export const backlogOf = (
  { positions }: Pick<SinkCursor, 'positions'>,
  bounds: CursorBounds,
  channel: SinkChannelName,
): number => Math.max(0, bounds[channel].head - positions[channel].seq);

/** Returns the number of unread events, before the filter. */
export const totalBacklog = (cursor: SinkCursor, bounds: CursorBounds): number =>
  cursor.channels.reduce((sum, channel) => sum + backlogOf(cursor, bounds, channel), 0);
