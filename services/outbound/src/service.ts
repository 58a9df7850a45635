import { eventOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { service } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import { agree, outboundShape } from './config.ts';
import { erasePerson } from './data-subject/erase-person.ts';
import { eventTypeHandlers } from './event-types/event-type-handlers.ts';
import { eventHandlers } from './events/event-handlers.ts';
import { headWatch } from './events/head-watch.ts';
import type { IngestionHooks } from './ingestion/ingested.ts';
import { ingestionWorker } from './ingestion/ingestion-worker.ts';
import { logMaintenance } from './ingestion/log-maintenance.ts';
import { dataSubjectRpc } from './rpc/data-subject-rpc.ts';

/** Nobody is owed a delivery. */
const undelivered: IngestionHooks = { onIngested: async () => undefined, afterIngest: () => undefined, onRedacted: async () => undefined };

/** Facts on their way out: the event log, webhooks, hooks. */
export const outbound = service({
  name: 'outbound',
  schema: 'outbound',
  migrations: new URL('../migrations/', import.meta.url),
  config: outboundShape,
  agree,
  compose: (platform, config) => {
    const { db, bus, cursors, log } = platform;
    const hooks = undelivered;
    const watch = headWatch(config.longPollMaxWaiters);
    bus.onHint('head.*', (_payload, subject) => watch.tell(subject.slice(subject.lastIndexOf('.') + 1)));
    tenantPurge({ db, bus, log });
    // what came in between the erasure and its end
    bus.consume('erase', ['erasure.completed'], async ({ tenantId, event }) => {
      const { userId } = (event.data['erasureRequest'] ?? {}) as { userId?: string };
      if (userId) await erasePerson({ db, hooks }, { tenantId, actor: event.actor }, userId);
    });

    return {
      mounts: [serve(eventOperations, {
        ...eventHandlers({ cursors, watch, maxWaitMs: config.longPollMaxWait }), ...eventTypeHandlers({ cursors }),
      })],
      rpc: [dataSubjectRpc({ db, hooks })],
      workers: [
        logMaintenance(platform, config.eventsRetention),
        ingestionWorker(platform, { hooks, onGrown: (tenantId, channel) => channel === 'events' && bus.hint(`head.${tenantId}`, {}) }),
      ],
    };
  },
});
