import type { Egress } from '@platform/kit/egress';
import { every } from '@platform/kit/service';
import type { Platform, Worker } from '@platform/kit/service';
import { attempts as attemptsOver } from '../attempts/attempt.ts';
import { outcomeRecorder } from '../attempts/outcome-recorder.ts';
import type { OutboundConfig } from '../config.ts';
import { dispatcher as dispatcherOver } from '../dispatch/dispatcher.ts';
import { laneChecks } from '../dispatch/lane-checks.ts';
import { localOutageDetector } from '../lanes/local-outage-detector.ts';
import { endpointNotices } from '../webhooks/endpoint-notices.ts';
import { endpointDependents } from './endpoints.ts';
import type { ComposedEndpoints } from './endpoints.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

type SendingPlatform = Pick<Platform, 'db' | 'bus' | 'log' | 'metrics'>;

/** Sends pending deliveries: attempts, the dispatcher, and the checks of lanes. */
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
  const { leaseMs, shutdownMs, tickMs } = options;
  const sending = { db, targets, attempts, recorder, atMostOnce, clock, log, metrics };
  const dispatcher = dispatcherOver({ ...sending, limits: config, leaseMs, shutdownMs, tickMs });
  const checkLanes = laneChecks({ db, rules, outages, notices, metrics, clock, onOutcome });
  bus.onHint('lanes', (payload) => dispatcher.wakeHeld((payload as { tenantId: string }).tenantId));

  const sender: Worker = {
    start: dispatcher.start,
    async stop() {
      await dispatcher.stop();
      await egress.close();
    },
  };

  return {
    attempts,
    checkLanes,
    /** New deliveries are looked for at once by the pod that holds the tenant's lanes, this one or another. */
    onOwed(tenantId: string): void {
      dispatcher.wake(tenantId);
      bus.hint('lanes', { tenantId });
    },
    workers: [sender, every(60_000, 'lane checks', log, checkLanes)],
  };
}
