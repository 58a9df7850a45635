import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { backlogOf } from './backlog.ts';
import type { CursorBounds, SinkChannelName, SinkCursor } from './cursor-store.ts';
import { eventFacts } from './event-facts.ts';
import { passesFilter } from './event-filter.ts';
import { formatted } from './formats/formats.ts';
import { readLog } from './log-reading.ts';
import type { LoggedEvent } from './log-reading.ts';
import { redactor } from './redaction.ts';
import type { SinkEntry } from './senders/sender.ts';
import type { ReadBatch } from './sink-progress.ts';
import type { SinkRecord } from './sink-store.ts';

/** A batch as read, and its entries to send. */
export interface PlannedBatch extends ReadBatch {
  entries: readonly SinkEntry[];
}

/** Serializes events for a sink. */
export function entryWriter(
  { format, redaction }: Pick<SinkRecord, 'format' | 'redaction'>,
  hashKey: string,
): (seq: number, event: PlatformEvent) => SinkEntry {
  const redacted = redactor(redaction, hashKey);
  return (seq, event) => {
    const sent = redacted(event);
    return {
      seq,
      id: event.id,
      type: event.type,
      occurredAt: event.occurredAt,
      severity: eventFacts(event).severity,
      text: formatted(format, sent),
      short: () => formatted(format, { ...sent, data: { truncated: true } }),
      isJson: format !== 'cef',
    };
  };
}

/** Returns the channel with the larger backlog, so that neither starves the other. */
function channelToRead(cursor: SinkCursor, bounds: CursorBounds): SinkChannelName | undefined {
  if (cursor.batchChannel && cursor.channels.includes(cursor.batchChannel))
    return cursor.batchChannel;
  const [longest] = cursor.channels.toSorted(
    (a, b) => backlogOf(cursor, bounds, b) - backlogOf(cursor, bounds, a),
  );
  return longest && backlogOf(cursor, bounds, longest) > 0 ? longest : undefined;
}

/** A generous bound for the separators and envelope of an entry. */
const entryOverhead = 256;

/** Returns entries up to the limit of bytes, at least one; `last` is the last examined event. */
function packed(
  rows: readonly LoggedEvent[],
  { filter, batch }: SinkRecord,
  write: ReturnType<typeof entryWriter>,
): { entries: SinkEntry[]; last: LoggedEvent | undefined } {
  const entries: SinkEntry[] = [];
  let bytes = 0;
  let last: LoggedEvent | undefined;
  for (const row of rows) {
    if (passesFilter(filter, row.event)) {
      const entry = write(row.seq, row.event);
      bytes += Buffer.byteLength(entry.text) + entryOverhead;
      if (bytes > batch.maxBytes && entries.length > 0) break;
      entries.push(entry);
    }
    last = row;
  }
  return { entries, last };
}

/** Reads the next batch of a sink; undefined if there is nothing to read. */
export async function readBatch(
  tx: Tx,
  {
    cursor,
    sink,
    bounds,
    hashKey,
  }: { cursor: SinkCursor; sink: SinkRecord; bounds: CursorBounds; hashKey: string },
): Promise<PlannedBatch | undefined> {
  const channel = channelToRead(cursor, bounds);
  if (channel === undefined) return undefined;
  const { seq, at } = cursor.positions[channel];
  const isFixed = cursor.batchChannel === channel && cursor.batchUntil !== null;
  const upTo = isFixed ? Number(cursor.batchUntil) : bounds[channel].head;
  const rows = await readLog(tx, channel, { seq, at, upTo, limit: sink.batch.maxEvents });
  const { entries, last } = packed(rows, sink, entryWriter(sink, hashKey));
  // Numbers without rows were trimmed by retention, which shows in the bounds.
  if (!last) return undefined;
  return {
    channel,
    fromSeq: seq,
    untilSeq: last.seq,
    untilAt: last.ingestedAt,
    seqs: entries.map((entry) => entry.seq),
    entries,
  };
}
