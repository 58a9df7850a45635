import { apiOnIssuerHost, ssfReceiverOperations } from '@platform/contracts';
import { deliveryWorker } from '@platform/kit/delivery';
import { serve } from '@platform/kit/http';
import { keyWatch } from '@platform/kit/async';
import { problem } from '@platform/kit/problem';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { knownClients } from '@platform/siblings/known-clients';
import type { ComplianceConfig } from '../config.ts';
import { documentSigner } from '../document-signer.ts';
import { consumeSecurityEvents } from '../ssf-events/event-consumer.ts';
import { peopleOf, userIdsOf } from '../ssf-events/people.ts';
import { queueRun } from '../ssf-push/queue-run.ts';
import { stopAnnouncement } from '../ssf-push/stop-announcement.ts';
import { queueDestinations } from '../ssf-push/push-store.ts';
import { pollHandler } from '../ssf-streams/poll-handler.ts';
import { statusHandlers, streamHandlers } from '../ssf-streams/stream-handlers.ts';
import { subjectHandlers } from '../ssf-streams/subject-handlers.ts';
import { configurationSurface, streamSurface } from '../ssf-streams/stream-surfaces.ts';
import { receiverHandlers } from '../ssf/receiver-handlers.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import { receiverSweeps } from '../ssf/receiver-sweep.ts';

/** The most concurrent polls that may wait on one stream. */
const maxWaitingPolls = 5;
/** Receivers that one pod pushes to concurrently; at most a quarter of the slots go to those that failed last. */
const slots = 64;
const queuedHint = 'ssf-queued';

/** Wakes the waiting polls of every pod when tokens are queued. */
function queueNews({ bus }: Pick<Platform, 'bus'>, wakePush: () => void) {
  const watch = keyWatch(maxWaitingPolls);
  bus.onHint(queuedHint, (receiverId) => {
    if (typeof receiverId === 'string') watch.notify(receiverId);
  });
  return {
    watch,
    onQueued(_tenantId: string, receiverId: string): void {
      watch.notify(receiverId);
      wakePush();
      bus.hint(queuedHint, receiverId);
    },
  };
}

function issuers({ trust }: Pick<Platform, 'trust'>) {
  return async function issuerOf(tenantId: string): Promise<string> {
    const tenant = await trust.tenants.byId(tenantId);
    if (!tenant) throw problem('not_found');
    return tenant.issuer;
  };
}

/** Durations that tests shorten, in milliseconds. */
export interface SsfOptions {
  pushLeaseMs?: number;
}

/** Composes the transmitter of security events: receivers, their queues, push and poll. */
export function composeSsf(
  platform: Platform,
  config: ComplianceConfig,
  { pushLeaseMs = 20_000 }: SsfOptions,
): Required<Pick<ServiceParts, 'mounts' | 'surfaces' | 'workers' | 'singletons'>> {
  const { db, bus, cursors, secrets, trust, peer, log, metrics } = platform;
  const hub = () => peer('hub');
  const issuerOf = issuers(platform);
  const signing = {
    db,
    signer: documentSigner(hub),
    isPublished: (kid: string) => trust.hubKeys.knows(kid),
  };
  const egress = platform.egress('compliance', { allowedHosts: config.allowedInternalHosts });
  const pushing = { ...signing, egress, secrets, issuerOf, timeoutMs: config.ssfPushTimeout, log };
  const announce = stopAnnouncement(pushing);
  const run = queueRun({
    ...pushing,
    maxAgeMs: config.ssfPushMaxAge,
    pauseAfterFailures: config.ssfPauseAfterFailures,
    random: Math.random,
  });
  const used = metrics.gauge('platform_ssf_push_queues');
  const worker = deliveryWorker({
    name: 'queues',
    db,
    destinations: queueDestinations,
    turn: run,
    limits: { maxInFlight: slots, maxInFlightPerTenant: slots },
    mayStay: () => true,
    log,
    onSlotsUsed: (count) => used.set(count),
    tickMs: 500,
    leaseMs: pushLeaseMs,
    // An aborted push is repeated; receivers recognize it by its id.
    shutdownMs: 0,
  });
  const { watch, onQueued } = queueNews(platform, worker.wake);
  const options: ReceiverOptions = {
    clients: knownClients({ hub, bus }),
    cursors,
    egress,
    secrets,
    issuerOf,
    baseUrlOf: apiOnIssuerHost(config.publicBaseUrl),
    limits: {
      maxReceivers: config.ssfMaxReceivers,
      maxHeld: config.ssfMaxHeld,
      minVerificationIntervalMs: config.ssfMinVerificationInterval,
      inactivityMs: config.ssfInactivityTimeout,
    },
    onQueued,
    announceStop: (tenantId, stopped) => void announce(tenantId, stopped),
  };
  const findPerson = peopleOf(() => peer('directory'));
  consumeSecurityEvents({
    bus,
    issuerOf,
    findPerson,
    maxHeld: config.ssfMaxHeld,
    onQueued,
    announceStop: options.announceStop,
  });
  const streams = { ...options, db };
  const poll = {
    ...signing,
    watch,
    maxWaitMs: config.ssfPollMaxWait,
    maxEvents: config.ssfPollMaxEvents,
  };
  return {
    mounts: [serve(ssfReceiverOperations, receiverHandlers(options))],
    surfaces: [
      streamSurface(platform, {
        ...streamHandlers(streams),
        ...statusHandlers(streams),
        ...subjectHandlers({ issuerOf, findUserId: userIdsOf(() => peer('directory')) }),
        ...pollHandler(poll),
      }),
      configurationSurface(platform, options),
    ],
    workers: [worker],
    singletons: [
      ...receiverSweeps({
        db,
        issuerOf,
        inactivityMs: config.ssfInactivityTimeout,
        maxHoldMs: config.ssfMaxHoldAge,
      }),
    ],
  };
}
