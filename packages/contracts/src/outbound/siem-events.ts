import { z } from 'zod';
import { high, medium, outline } from '../events/outline.ts';

const sink = outline('outbound', 'siem_sink', 'snk');
const health = {
  data: { health: z.looseObject({ state: z.string() }) },
  example: { health: { state: 'failing' } },
};
const dropped = {
  data: { dropped: z.object({ count: z.int(), fromSequence: z.int(), toSequence: z.int() }) },
  example: { dropped: { count: 2, fromSequence: 41, toSequence: 42 } },
};

/** Events of SIEM sinks. */
export const siemEvents = {
  'siem.sink_created': sink('A SIEM sink was created.', high),
  'siem.sink_updated': sink('A SIEM sink was updated.', high),
  'siem.sink_deleted': sink('A SIEM sink was deleted.', high),
  'siem.sink_failing': sink('A SIEM sink has not accepted any events for a while.', {
    ...medium,
    ...health,
  }),
  'siem.sink_recovered': sink('A failing SIEM sink recovered.', {
    data: health.data,
    example: { health: { state: 'healthy' } },
  }),
  'siem.sink_suspended': sink('A SIEM sink was suspended.', { ...high, ...health }),
  'siem.sink_events_dropped': sink('Events expired before a SIEM sink accepted them.', {
    ...high,
    ...dropped,
  }),
  'siem.test': sink('A test event for a SIEM sink.', { subscribable: false }),
};
