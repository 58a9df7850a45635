import { setupLogStreamOperations, siemOperations } from '@platform/contracts';
import { deliveryWorker } from '@platform/kit/delivery';
import type { HeldDestination, SlotLimits } from '@platform/kit/delivery';
import { serve, serveNothing } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { OutboundConfig } from '../config.ts';
import type { HookTester } from '../hook-test/hook-test-handlers.ts';
import { sinkTest } from '../hook-test/sink-test.ts';
import type { Appended } from '../ingestion/ingested.ts';
import { setSinkPause, sinkDestinations, wakeSinks } from '../siem/cursor-store.ts';
import { senders } from '../siem/senders/senders.ts';
import { logStreamHandlers } from '../setup/log-stream-handlers.ts';
import { sinkSeals } from '../siem/sink-definition.ts';
import { sinkHandlers } from '../siem/sink-handlers.ts';
import { sinkTurns } from '../siem/sink-turn.ts';
import { changeTenantPause } from '../lanes/tenant-pauses.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

export type SiemPlatform = Pick<
  Platform,
  'db' | 'bus' | 'secrets' | 'cursors' | 'egress' | 'log' | 'metrics' | 'common'
>;

interface ComposedSiem extends Required<Pick<ServiceParts, 'mounts' | 'workers'>> {
  tester?: HookTester;
  onAppended: Appended;
}

/**
 * Sinks that a pod works concurrently; each holds one batch in memory. A tenant whose sinks hang
 * can occupy twice its share, more than its maximum of sinks, so none of them waits for timeouts of
 * the others.
 */
const limits: SlotLimits = { maxInFlight: 32, maxInFlightPerTenant: 8 };
/** How long a pod stays with one sink while others wait. */
const turnMs = 30_000;
/** Whether a sink may keep its slot; one that was failing or slow releases it after each batch. */
const mayStay = ({ priorityClass }: HeldDestination, ms: number): boolean =>
  priorityClass !== 'poor' && ms < turnMs;

/** Pauses the sinks of tenants that are suspended or not entitled to audit streaming. */
function followPauses({ bus }: SiemPlatform, onResumed: () => void): void {
  bus.consume('sinks', ['tenant.suspended', 'tenant.reactivated'], async ({ event }, held) => {
    const isPaused = event.type === 'tenant.suspended';
    const { id: tenantId } = event.subject;
    const change = { tenantId, isPaused, eventId: event.id, purpose: 'sinks suspended' };
    await changeTenantPause(held, change, (tx) => setSinkPause(tx, 'suspended', isPaused));
    if (!isPaused) onResumed();
  });
  bus.consume('entitled-sinks', ['entitlement.changed'], async ({ tenantId, event }, held) => {
    if (event.data['family'] !== 'audit_streaming') return;
    const isPaused = event.data['entitled'] === false;
    const change = { tenantId, isPaused, eventId: event.id, purpose: 'sinks unentitled' };
    await changeTenantPause(held, change, (tx) => setSinkPause(tx, 'unentitled', isPaused));
    if (!isPaused) onResumed();
  });
}

/** Composes sinks: their operations, the worker that feeds them, and their test. */
export function composeSiem(
  platform: SiemPlatform,
  config: OutboundConfig,
  options: OutboundOptions,
): ComposedSiem {
  if (!config.siemEnabled)
    return {
      mounts: [serveNothing(siemOperations), serveNothing(setupLogStreamOperations)],
      workers: [],
      onAppended: async () => undefined,
    };
  const { db, bus, cursors, log, metrics, common } = platform;
  const { clock, random } = chanceOf(options);
  const egress = platform.egress('webhooks', {
    allowedHosts: config.allowedInternalHosts,
    allowInsecureHttp: config.allowInsecureHttp,
  });
  const seals = sinkSeals(platform.secrets);
  const { send, close } = senders({
    egress,
    clock,
    enterpriseId: config.syslogEnterpriseId,
    hostname: new URL(common.issuer).hostname,
    vendors: options.vendors,
  });
  const batches = metrics.counter('platform_siem_batches_total');
  const delivered = metrics.counter('platform_siem_events_total');
  const turn = sinkTurns({
    db,
    seals,
    send,
    clock,
    random,
    log,
    onBatch({ kind, result, events }) {
      batches.inc({ kind, result });
      if (result === 'delivered') delivered.inc({ kind }, events);
    },
  });
  const { tickMs = 1_000, leaseMs = 20_000, shutdownMs = 20_000 } = options;
  const worker = deliveryWorker({
    name: 'sinks',
    db,
    destinations: sinkDestinations,
    turn,
    limits,
    mayStay,
    clock,
    log,
    tickMs,
    leaseMs,
    shutdownMs,
  });
  followPauses(platform, worker.wake);
  bus.onHint('sinks', worker.wake);
  const onDue = (): void => {
    worker.wake();
    bus.hint('sinks', {});
  };
  const maxSinks = config.maxSinksPerTenant;
  const tester = sinkTest({ send, seals, clock });
  const sinkOptions = { cursors, egress, seals, maxSinks, clock, onDue };
  const handlers = sinkHandlers(sinkOptions);
  const logStreams = logStreamHandlers({
    ...sinkOptions,
    handlers,
    tester,
    testLimit: config.testLimit,
    testWindowMs: config.testWindow,
  });
  return {
    tester,
    mounts: [serve(siemOperations, handlers), serve(setupLogStreamOperations, logStreams)],
    workers: [
      {
        start: worker.start,
        async stop() {
          await worker.stop();
          close();
          await egress.close();
        },
      },
    ],
    onAppended: async (tx, channel, lastSeq) => {
      const name = channel === 'audit' ? 'audit' : 'lifecycle';
      const woken = await wakeSinks(tx, name, lastSeq, new Date(clock()));
      if (woken > 0) tx.afterCommit(worker.wake);
    },
  };
}
