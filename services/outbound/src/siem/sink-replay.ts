import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import { updateCursor } from './cursor-store.ts';
import type { SinkChannelName, SinkCursor } from './cursor-store.ts';
import { existingCursor, shownSink } from './existing-sink.ts';
import type { ShownSink } from './existing-sink.ts';
import { existingSink } from './sink-store.ts';
import type { SinkRecord } from './sink-store.ts';
import { lockLogs, oldestKept, seqBefore } from './log-reading.ts';
import type { SinkCall, SinkHandlerOptions } from './sink-handler-options.ts';

const channels: readonly SinkChannelName[] = ['lifecycle', 'audit'];

async function checkSince(tx: Tx, since: Date, now: number): Promise<void> {
  const oldest = await oldestKept(tx);
  if (since.getTime() > now) throw invalid('/since', 'invalid_format', 'must not be in the future');
  if (oldest && since < oldest)
    throw invalid(
      '/since',
      'invalid_format',
      `must not be before the oldest stored event, ${oldest.toISOString()}`,
    );
}

/** Moves the positions back to a time; keeps those that are before it. */
async function positionsSince(
  tx: Tx,
  { positions: present }: SinkCursor,
  since: Date,
): Promise<SinkCursor['positions']> {
  const positions = { ...present };
  for (const channel of channels) {
    const seq = await seqBefore(tx, channel, since);
    if (seq !== undefined && seq < positions[channel].seq)
      positions[channel] = { seq, at: -Infinity };
  }
  return positions;
}

/** Keeps the backoff of a failing sink. */
function dueAfterReplay({ status }: SinkRecord, cursor: SinkCursor, now: number): number | null {
  if (status !== 'active') return null;
  return cursor.consecutiveFailures > 0 ? cursor.nextDueAt : now;
}

/** Resends the events since a time to a sink. */
export async function replaySink(
  { clock, onDue }: SinkHandlerOptions,
  { tx, params, body }: SinkCall<'siemReplaySink'>,
): Promise<ShownSink> {
  await lockLogs(tx);
  const sink = await existingSink(tx, params.id);
  const cursor = await existingCursor(tx, sink.id, true);
  const since = new Date(body.since);
  await checkSince(tx, since, clock());
  await updateCursor(tx, {
    ...cursor,
    positions: await positionsSince(tx, cursor, since),
    batchChannel: null,
    batchUntil: null,
    batchRefusals: 0,
    nextDueAt: dueAfterReplay(sink, cursor, clock()),
  });
  tx.afterCommit(onDue);
  return shownSink(sink);
}
