import { readLogBounds } from './cursor-store.ts';
import { existingCursor, shownSink } from './existing-sink.ts';
import { sinkResource } from './sink-record.ts';
import { existingSink, listSinks } from './sink-store.ts';
import { oldestUnread } from './log-reading.ts';
import { changeSink, removeSink } from './sink-change.ts';
import { createSink } from './sink-creation.ts';
import type { SinkHandlerOptions, SinkHandlers } from './sink-handler-options.ts';
import { healthOf } from './sink-health.ts';
import { replaySink } from './sink-replay.ts';

const readers = ({
  cursors,
  clock,
}: SinkHandlerOptions): Pick<SinkHandlers, 'siemListSinks' | 'siemGetSink' | 'siemSinkHealth'> => ({
  async siemListSinks({ tx, principal: { tenantId }, query: { limit, cursor } }) {
    const bound = { tenantId, list: 'siem sinks' };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const sinks = await listSinks(tx, before as string | undefined, limit + 1);
    return cursors.page(bound, sinks, limit, {
      position: (sink) => [sink.id],
      present: sinkResource,
    });
  },

  siemGetSink: async ({ tx, params }) => shownSink(await existingSink(tx, params.id)),

  async siemSinkHealth({ tx, params }) {
    const { id, status } = await existingSink(tx, params.id);
    const cursor = await existingCursor(tx, id, false);
    const bounds = await readLogBounds(tx);
    const oldest = await Promise.all(
      cursor.channels.map((channel) => oldestUnread(tx, channel, cursor.positions[channel])),
    );
    const [oldestOfAll] = oldest
      .filter((at) => at !== undefined)
      .toSorted((a, b) => a.getTime() - b.getTime());
    return healthOf({ status, cursor, bounds, oldestUnread: oldestOfAll, now: clock() });
  },
});

export const sinkHandlers = (options: SinkHandlerOptions): SinkHandlers => ({
  ...readers(options),
  siemConfigureSink: (call) => createSink(options, call),
  siemUpdateSink: (call) => changeSink(options, call),
  siemDeleteSink: (call) => removeSink(call),
  siemReplaySink: (call) => replaySink(options, call),
});
