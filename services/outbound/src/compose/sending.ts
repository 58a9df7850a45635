import { deliveryWorker } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import type { Egress } from '@platform/kit/egress';
import { every } from '@platform/kit/service';
import type { Platform, Worker } from '@platform/kit/service';
import { attempts as attemptsOver } from '../attempts/attempt.ts';
import { outcomeRecorder } from '../attempts/outcome-recorder.ts';
import type { OutboundConfig } from '../config.ts';
import { laneChecks } from '../dispatch/lane-checks.ts';
import { laneRunners } from '../dispatch/lane-runner.ts';
import { laneDestinations } from '../lanes/lane-leases.ts';
import { localOutageDetector } from '../lanes/local-outage-detector.ts';
import { endpointNotices } from '../webhooks/endpoint-notices.ts';
import { endpointDependents } from './endpoints.ts';
import type { ComposedEndpoints } from './endpoints.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

type SendingPlatform = Pick<Platform, 'db' | 'bus' | 'log' | 'metrics'>;

/** A lane with much to do yields to others after this time. */
const turnMs = 5_000;
const mayStay = (_lane: HeldDestination, ms: number, isContended: boolean): boolean =>
  ms < turnMs || !isContended;

/** Composes the sending of pending deliveries: attempts, the lane worker, and the lane checks. */
export function composeSending(
  { db, bus, log, metrics }: SendingPlatform,
  config: OutboundConfig,
  { egress, targets, view }: ComposedEndpoints & { egress: Egress },
  options: OutboundOptions,
) {
  const { clock, random } = chanceOf(options);
  const deliveriesEnded = metrics.counter('platform_webhook_deliveries_total');
  const onOutcome = (outcome: string, count = 1): void => deliveriesEnded.inc({ outcome }, count);
  const notices = endpointNotices({ view, onDisabled: endpointDependents.cancelWork, clock });
  const outages = localOutageDetector(clock);
  const atMostOnce = config.guarantee === 'at-most-once';
  const rules = { ...config, atMostOnce };
  const attempts = attemptsOver({
    egress,
    captureBytes: config.responseCaptureBytes,
    clock,
    onFault: (error) => log.error({ err: error }, 'a delivery attempt failed unexpectedly'),
  });
  const recorder = outcomeRecorder({ rules, outages, notices, clock, random, onOutcome });
  const { leaseMs = 60_000, shutdownMs = 20_000, tickMs = 250 } = options;
  const waits = metrics.histogram('platform_webhook_lane_wait_seconds');
  const used = metrics.gauge('platform_webhook_slots_used');
  const onSending = (waitedMs: number): void => waits.observe(Math.max(0, waitedMs) / 1000);
  const sending = { db, targets, attempts, recorder, atMostOnce, clock, log };
  const lanes = laneRunners({ ...sending, onSending });
  const worker = deliveryWorker({
    name: 'lanes',
    // On the single connection for renewals, many lanes would delay the short leases of stream
    // positions.
    db: { work: (work) => db.work(work), renew: (work) => db.work(work) },
    destinations: laneDestinations,
    turn: lanes.turn,
    limits: config,
    mayStay,
    clock,
    log,
    onSlotsUsed: (count) => used.set(count),
    tickMs,
    leaseMs,
    shutdownMs,
  });
  const checkLanes = laneChecks({ db, rules, outages, notices, metrics, clock, onOutcome });
  bus.onHint('lanes', (payload) => lanes.wake((payload as { tenantId: string }).tenantId));

  const sender: Worker = {
    start: worker.start,
    async stop() {
      await worker.stop();
      await egress.close();
    },
  };

  return {
    attempts,
    checkLanes,
    /** Makes the pod that holds the tenant's lanes, this one or another, look for new deliveries immediately. */
    onDeliveriesDue(tenantId: string): void {
      lanes.wake(tenantId);
      worker.wake();
      bus.hint('lanes', { tenantId });
    },
    workers: [sender, every(60_000, 'lane checks', log, checkLanes)],
  };
}
