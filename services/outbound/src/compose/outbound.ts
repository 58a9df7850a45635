import { eventOperations, hookTestOperations, ownActivityOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { partitionUpkeep, resealing } from '@platform/kit/upkeep';
import { fixedWindowSweep } from '@platform/kit/rate';
import { keyWatch } from '@platform/kit/async';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import { serveOverview } from '@platform/siblings/overview';
import type { OutboundConfig } from '../config.ts';
import { erasePerson } from '../data-subject/erase-person.ts';
import { outboundDataSubject } from '../data-subject/outbound-data-subject.ts';
import { eventTypeHandlers } from '../event-types/event-type-handlers.ts';
import { eventHandlers } from '../events/event-handlers.ts';
import { ownActivityHandlers } from '../events/own-activity.ts';
import { hookTestHandlers } from '../hook-test/hook-test-handlers.ts';
import type { IngestionHooks } from '../ingestion/ingested.ts';
import { ingestionWorker } from '../ingestion/ingestion-worker.ts';
import { outboundOverview } from '../overview/outbound-overview.ts';
import { composeClaimSchemas } from './claim-schemas.ts';
import { composeHooks } from './hooks.ts';
import { composeSiem } from './siem.ts';
import type { OutboundOptions } from './test-options.ts';
import { composeWebhooks } from './webhooks.ts';
import { movedRows } from './moved-rows.ts';

/** Composes the Events API and the log behind it. */
function composeEvents(
  platform: Platform,
  config: OutboundConfig,
  hooks: IngestionHooks,
): Required<Pick<ServiceParts, 'mounts' | 'singletons' | 'workers'>> {
  const { bus, cursors } = platform;
  const watch = keyWatch(config.longPollMaxWaiters);
  bus.onHint('head.*', (_payload, subject) =>
    watch.notify(subject.slice(subject.lastIndexOf('.') + 1)),
  );
  const handlers = {
    ...eventHandlers({ cursors, watch, maxWaitMs: config.longPollMaxWait }),
    ...eventTypeHandlers({ cursors }),
  };
  return {
    mounts: [
      serve(eventOperations, handlers),
      serve(ownActivityOperations, ownActivityHandlers({ cursors })),
    ],
    singletons: [
      partitionUpkeep(platform, [
        { table: 'events', unit: 'week', retentionMs: config.eventsRetention },
        { table: 'audit_events', unit: 'day', retentionMs: config.auditRetention },
      ]),
    ],
    workers: [
      ingestionWorker(platform, {
        hooks,
        onGrown: (tenantId, channel) => channel === 'events' && bus.hint(`head.${tenantId}`, {}),
      }),
    ],
  };
}

/** Erases a person again when their erasure completes: events may have arrived in the meantime. */
function eraseAtTheEnd({ bus }: Platform, hooks: IngestionHooks): void {
  bus.consume('erase', ['erasure.completed'], async ({ tenantId, event }, held) => {
    const { userId } = (event.data['erasureRequest'] ?? {}) as { userId?: string };
    if (userId)
      await erasePerson(
        { db: held, hooks },
        { tenantId, actor: event.actor },
        { userId, emails: [], keys: [] },
      );
  });
}

/** Composes the areas of outbound. */
export function composeOutbound(
  platform: Platform,
  config: OutboundConfig,
  options: OutboundOptions,
): ServiceParts {
  const { db, bus, log, common } = platform;
  const claims = composeClaimSchemas(platform, config, options);
  const webhooks = composeWebhooks(platform, config, claims.test, options);
  const inlineHooks = composeHooks(platform, config, options);
  const siem = composeSiem(platform, config, options);
  const hooks = { ...webhooks.hooks, onAppended: siem.onAppended };
  const events = composeEvents(platform, config, hooks);
  tenantPurge({ bus, log });
  eraseAtTheEnd(platform, hooks);
  const tests = hookTestHandlers({
    testers: { webhookEndpoint: webhooks.tester, hook: inlineHooks.tester, sink: siem.tester },
    limit: config.testLimit,
    windowMs: config.testWindow,
    resourceMetadata: `${common.issuer}/.well-known/oauth-protected-resource`,
  });
  return {
    mounts: [
      ...events.mounts,
      ...webhooks.mounts,
      ...inlineHooks.mounts,
      ...siem.mounts,
      serve(hookTestOperations, tests),
      ...claims.mounts,
    ],
    rpc: [
      outboundDataSubject({ db, hooks }),
      serveOverview(platform.rpcRunner, outboundOverview),
      serveTenantMove(platform, movedRows),
      ...webhooks.rpc,
      ...inlineHooks.rpc,
      ...claims.rpc,
    ],
    jobs: webhooks.jobs,
    singletons: [
      ...events.singletons,
      resealing(platform, movedRows.sealed),
      fixedWindowSweep(db),
      ...webhooks.singletons,
    ],
    workers: [
      ...events.workers,
      ...webhooks.workers,
      ...inlineHooks.workers,
      ...siem.workers,
      ...claims.workers,
    ],
  };
}
