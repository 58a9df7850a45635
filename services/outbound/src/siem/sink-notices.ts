import type { SiemSinkResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { SinkChannelName, SinkCursor } from './cursor-store.ts';
import { isFailing, mayTellDrops, mustSuspend } from './sink-progress.ts';
import { sinkResource } from './sink-record.ts';
import { updateSink } from './sink-store.ts';
import type { SinkRecord } from './sink-store.ts';

export type SinkEventType =
  | 'siem.sink_created'
  | 'siem.sink_updated'
  | 'siem.sink_deleted'
  | 'siem.sink_failing'
  | 'siem.sink_recovered'
  | 'siem.sink_suspended'
  | 'siem.sink_events_dropped';

/** Publishes an event about a sink. */
export const publishSinkEvent = (
  tx: Tx,
  type: SinkEventType,
  siemSink: SiemSinkResource | { id: string },
  more: Record<string, unknown> = {},
): Promise<unknown> =>
  tx.publish({
    type,
    subject: { type: 'siem_sink', id: siemSink.id },
    data: { siemSink, ...more },
  });

async function tellDrops(tx: Tx, sink: SinkRecord, cursor: SinkCursor): Promise<void> {
  const channels = Object.keys(cursor.untoldDrops ?? {}) as SinkChannelName[];
  for (const channel of channels)
    await publishSinkEvent(tx, 'siem.sink_events_dropped', sinkResource(sink), {
      channel,
      dropped: cursor.untoldDrops?.[channel],
    });
}

/**
 * Publishes what a turn has changed for its sink, and suspends one that has failed for too long.
 * Returns the cursor to store; runs in the transaction that stores it, so each change is published
 * once.
 */
export async function noticed(
  tx: Tx,
  { sink, before, after }: { sink: SinkRecord; before: SinkCursor; after: SinkCursor },
  now: number,
): Promise<SinkCursor> {
  let cursor = after;
  const resource = sinkResource(sink);
  if (before.toldFailing && after.failingSince === null)
    await publishSinkEvent(tx, 'siem.sink_recovered', resource, { health: { state: 'healthy' } });
  if (!after.toldFailing && isFailing(after, now)) {
    await publishSinkEvent(tx, 'siem.sink_failing', resource, {
      health: { state: 'failing', lastError: after.lastError },
    });
    cursor = { ...cursor, toldFailing: true };
  }
  if (mayTellDrops(cursor, now)) {
    await tellDrops(tx, sink, cursor);
    cursor = { ...cursor, untoldDrops: null, dropsToldAt: now };
  }
  if (sink.status === 'active' && mustSuspend(after, now)) {
    const suspended: SinkRecord = {
      ...sink,
      status: 'suspended',
      version: sink.version + 1,
      updatedAt: new Date(now),
    };
    await updateSink(tx, suspended);
    await publishSinkEvent(tx, 'siem.sink_suspended', sinkResource(suspended), {
      health: { state: 'suspended', lastError: after.lastError },
    });
    cursor = { ...cursor, active: false, nextDueAt: null };
  }
  return cursor;
}
