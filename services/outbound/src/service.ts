import { eventOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { partitionUpkeep } from '@platform/kit/partitions';
import { resealing } from '@platform/kit/resealing';
import { service } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import { claimSchemaParts } from './claim-schemas/claim-schema-parts.ts';
import { agree, outboundShape } from './config.ts';
import { erasePerson } from './data-subject/erase-person.ts';
import { eventTypeHandlers } from './event-types/event-type-handlers.ts';
import { eventHandlers } from './events/event-handlers.ts';
import { headWatch } from './events/head-watch.ts';
import { ingestionWorker } from './ingestion/ingestion-worker.ts';
import { outboundDataSubject } from './data-subject/outbound-data-subject.ts';
import { sealedByEndpoints } from './webhooks/endpoint-secrets.ts';
import { webhookParts } from './webhooks/webhook-parts.ts';
import type { WebhookOptions } from './webhooks/webhook-parts.ts';

const auditRetentionMs = 14 * 86_400_000;

/** Facts on their way out: the event log, webhooks, hooks. `options` is what a test holds. */
export const outboundService = (options: WebhookOptions = {}) =>
  service({
    name: 'outbound',
    schema: 'outbound',
    migrations: new URL('../migrations/', import.meta.url),
    config: outboundShape,
    agree,
    compose: (platform, config) => {
      const { db, bus, cursors, log } = platform;
      const claims = claimSchemaParts(platform, config, options);
      const webhooks = webhookParts(platform, config, claims.test, options);
      const { hooks } = webhooks;
      const watch = headWatch(config.longPollMaxWaiters);
      bus.onHint('head.*', (_payload, subject) =>
        watch.tell(subject.slice(subject.lastIndexOf('.') + 1)),
      );
      tenantPurge({ db, bus, log });
      // what came in between the erasure and its end
      bus.consume('erase', ['erasure.completed'], async ({ tenantId, event }) => {
        const { userId } = (event.data['erasureRequest'] ?? {}) as { userId?: string };
        if (userId) await erasePerson({ db, hooks }, { tenantId, actor: event.actor }, userId);
      });

      return {
        mounts: [
          serve(eventOperations, {
            ...eventHandlers({ cursors, watch, maxWaitMs: config.longPollMaxWait }),
            ...eventTypeHandlers({ cursors }),
          }),
          ...webhooks.mounts,
          ...claims.mounts,
        ],
        rpc: [outboundDataSubject({ db, hooks }), ...claims.rpc],
        jobs: webhooks.jobs,
        singletons: [
          partitionUpkeep(platform, [
            { table: 'events', unit: 'week', retentionMs: config.eventsRetention },
            { table: 'audit_events', unit: 'day', retentionMs: auditRetentionMs },
          ]),
          resealing(platform, sealedByEndpoints),
          ...webhooks.singletons,
        ],
        workers: [
          ingestionWorker(platform, {
            hooks,
            onGrown: (tenantId, channel) =>
              channel === 'events' && bus.hint(`head.${tenantId}`, {}),
          }),
          ...webhooks.workers,
          ...claims.workers,
        ],
      };
    },
  });

/** The service as it runs. */
export const outbound = outboundService();
