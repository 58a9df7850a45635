import { hookOperations, webhookOperations } from '@platform/contracts';
import type { NewEvent } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { serve, serveNothing } from '@platform/kit/http';
import type { JobMount, SingletonJob } from '@platform/kit/jobs';
import { partitionUpkeep } from '@platform/kit/partitions';
import { every } from '@platform/kit/service';
import type { Platform, Worker } from '@platform/kit/service';
import type { ClaimTest } from '../claim-schemas/claim-test.ts';
import type { OutboundConfig } from '../config.ts';
import { attempts as attemptsOver } from '../deliveries/attempt.ts';
import { deliveryCreation } from '../deliveries/delivery-creation.ts';
import { deliveryHandlers } from '../deliveries/delivery-handlers.ts';
import { clearAttempts } from '../deliveries/delivery-redaction.ts';
import { dispatcher as dispatcherOver } from '../deliveries/dispatcher.ts';
import { laneChecks } from '../deliveries/lane-checks.ts';
import { lanesRest } from '../deliveries/lane-rests.ts';
import { networkGuard } from '../deliveries/network-guard.ts';
import { settlement as settlementOver } from '../deliveries/settlement.ts';
import { hookTestHandlers } from '../hook-test/hook-test-handlers.ts';
import type { IngestionHooks } from '../ingestion/ingested.ts';
import { recoveryHandlers } from '../recoveries/recovery-handlers.ts';
import { recoveryJob } from '../recoveries/recovery-job.ts';
import { endpointHandlers } from './endpoint-handlers.ts';
import { endpointNotices } from './endpoint-notices.ts';
import { endpointSeals } from './endpoint-secrets.ts';
import { endpointTargets } from './endpoint-target.ts';
import { endpointView } from './endpoint-view.ts';

/** What a test holds. */
export interface WebhookOptions {
  clock?: () => number;
  random?: () => number;
  leaseMs?: number;
  shutdownMs?: number;
  tickMs?: number;
  pageSize?: number;
}

/** What webhooks need of the platform. */
export type WebhookPlatform = Pick<
  Platform,
  'db' | 'bus' | 'jobs' | 'secrets' | 'cursors' | 'egress' | 'log' | 'metrics' | 'common'
>;

const nothing: IngestionHooks = {
  onIngested: async () => undefined,
  afterIngest: () => undefined,
  onRedacted: async () => undefined,
};

/** Puts endpoints, deliveries, recoveries and tests together. */
export function webhookParts(
  { db, bus, jobs, secrets, cursors, egress: egressFor, log, metrics, common }: WebhookPlatform,
  config: OutboundConfig,
  claimTest: ClaimTest,
  options: WebhookOptions = {},
) {
  const clock = options.clock ?? Date.now;
  const random = options.random ?? Math.random;
  const redaction: IngestionHooks = {
    ...nothing,
    onRedacted: (tx, _tenantId, eventIds) => clearAttempts(tx, eventIds),
  };
  if (!config.webhooksEnabled)
    return {
      hooks: redaction,
      mounts: [serveNothing(webhookOperations), serveNothing(hookOperations)],
      workers: [] as Worker[],
      jobs: [] as JobMount[],
      singletons: [] as SingletonJob[],
    };
  if (config.allowInsecureHttp)
    log.warn('webhooks may go out over plain http: for development only');

  const origin = config.origin || common.platformDomain.replace(/^\./, '');
  const egress = egressFor('webhooks', {
    allowedHosts: config.allowedInternalHosts,
    allowInsecureHttp: config.allowInsecureHttp,
  });
  const outcomes = metrics.counter(
    'platform_webhook_deliveries_total',
    'Deliveries that ended, by outcome.',
    ['outcome'],
  );
  const publish = (tx: Tx, event: NewEvent): Promise<unknown> => {
    return tx.publish(event);
  };
  const view = endpointView({ sourceAddresses: config.sourceAddresses, clock });
  const seals = endpointSeals(secrets);
  const targets = endpointTargets({
    seals,
    origin,
    maxRatePerEndpoint: config.maxRatePerEndpoint,
    log,
    clock,
  });
  const notices = endpointNotices({ view, publish, clock });
  const guard = networkGuard(clock);
  const attempts = attemptsOver({
    egress,
    captureBytes: config.responseCaptureBytes,
    clock,
    onFault: (error) => log.error({ err: error }, 'an attempt failed in an unknown way'),
  });
  const atMostOnce = config.guarantee === 'at-most-once';
  const settlement = settlementOver({
    rules: { ...config, atMostOnce },
    guard,
    notices,
    clock,
    random,
    onOutcome: (outcome) => outcomes.inc({ outcome }),
  });
  const dispatcher = dispatcherOver({
    db,
    targets,
    attempts,
    settlement,
    atMostOnce,
    clock,
    log,
    metrics,
    limits: config,
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
    ...(options.shutdownMs === undefined ? {} : { shutdownMs: options.shutdownMs }),
    ...(options.tickMs === undefined ? {} : { tickMs: options.tickMs }),
  });
  /** A pod that holds the tenant's lanes looks at once, this one or another. */
  const onOwed = (tenantId: string): void => {
    dispatcher.wake(tenantId);
    bus.hint('lanes', { tenantId });
  };
  bus.onHint('lanes', (payload) => dispatcher.wakeHeld((payload as { tenantId: string }).tenantId));
  bus.consume('lanes', ['tenant.suspended', 'tenant.reactivated'], async ({ event }) =>
    lanesRest(db, {
      tenantId: event.subject.id,
      reason: 'suspended',
      rests: event.type === 'tenant.suspended',
      eventId: event.id,
    }),
  );
  bus.consume(
    'entitled-lanes',
    ['entitlement.changed'],
    async ({ tenantId, event: { id: eventId, data } }) => {
      if (data['family'] === 'webhooks')
        await lanesRest(db, {
          tenantId,
          reason: 'unentitled',
          rests: data['entitled'] === false,
          eventId,
        });
    },
  );

  const { deliveredTypes, deliveryMaxAge } = config;
  const checkLanes = laneChecks({
    db,
    rules: config,
    guard,
    notices,
    metrics,
    clock,
    onOutcome: (outcome, count) => outcomes.inc({ outcome }, count),
  });
  const recoveries = recoveryJob({
    view,
    publish,
    deliveredTypes,
    deliveryMaxAge,
    clock,
    onOwed,
    ...(options.pageSize === undefined ? {} : { pageSize: options.pageSize }),
  });
  const hooks: IngestionHooks = {
    ...redaction,
    onIngested: deliveryCreation({ deliveredTypes, deliveryMaxAge, clock, onOwed }),
  };

  return {
    hooks,
    dispatcher,
    checkLanes,
    mounts: [
      serve(webhookOperations, {
        ...endpointHandlers({
          cursors,
          egress,
          seals,
          view,
          origin,
          maxEndpoints: config.maxEndpointsPerTenant,
          maxRatePerEndpoint: config.maxRatePerEndpoint,
          clock,
          onOwed,
        }),
        ...deliveryHandlers({ cursors, deliveryMaxAge, clock, onOwed }),
        ...recoveryHandlers({
          clock,
          eventsRetention: config.eventsRetention,
          jobs,
        }),
      }),
      serve(
        hookOperations,
        hookTestHandlers({
          attempts,
          targets,
          view,
          claimTest,
          limit: config.testLimit,
          windowMs: config.testWindow,
          resourceMetadata: `${common.issuer}/.well-known/oauth-protected-resource`,
          clock,
        }),
      ),
    ],
    workers: [
      {
        ...dispatcher,
        stop: async () => {
          await dispatcher.stop();
          await egress.close();
        },
      },
      every(60_000, 'lane checks', log, checkLanes),
    ] as Worker[],
    jobs: [recoveries],
    singletons: [
      partitionUpkeep({ db, log, metrics }, [
        { table: 'webhook_deliveries', unit: 'week', retentionMs: config.eventsRetention },
        { table: 'webhook_attempts', unit: 'day', retentionMs: config.attemptsRetention },
      ]),
      {
        name: 'rate windows',
        schedule: 3_600_000,
        work: () =>
          db.work((tx) =>
            tx.execute("DELETE FROM rate_windows WHERE window_start < now() - interval '1 day'"),
          ),
      },
    ] as SingletonJob[],
  };
}
