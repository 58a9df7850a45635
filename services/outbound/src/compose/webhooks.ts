import { webhookOperations } from '@platform/contracts';
import { serve, serveNothing } from '@platform/kit/http';
import { partitionUpkeep } from '@platform/kit/upkeep';
import type { SingletonJob } from '@platform/kit/jobs';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { ClaimTest } from '../claim-schemas/claim-test.ts';
import type { OutboundConfig } from '../config.ts';
import { deliveriesRpc } from '../deliveries/deliveries-rpc.ts';
import { deliveryCreation } from '../deliveries/delivery-creation.ts';
import { deliveryHandlers } from '../deliveries/delivery-handlers.ts';
import { clearAttempts } from '../deliveries/attempt-store.ts';
import { endpointTest } from '../hook-test/endpoint-test.ts';
import type { HookTester } from '../hook-test/hook-test-handlers.ts';
import type { IngestionHooks } from '../ingestion/ingested.ts';
import { recoveryHandlers } from '../recoveries/recovery-handlers.ts';
import { recoveryJob } from '../recoveries/recovery-job.ts';
import { endpointHandlers } from '../webhooks/endpoint-handlers.ts';
import { secretHandlers } from '../webhooks/secret-handlers.ts';
import { endpointDependents, endpointEgress, composeEndpoints } from './endpoints.ts';
import { composeSending } from './sending.ts';
import { followTenantPauses } from './tenant-pause-events.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

export type WebhookPlatform = Pick<
  Platform,
  | 'db'
  | 'rpcRunner'
  | 'bus'
  | 'jobs'
  | 'secrets'
  | 'cursors'
  | 'egress'
  | 'log'
  | 'metrics'
  | 'common'
>;

interface ComposedWebhooks extends Required<
  Pick<ServiceParts, 'mounts' | 'rpc' | 'workers' | 'jobs' | 'singletons'>
> {
  hooks: IngestionHooks;
  tester?: HookTester;
  /** The job that runs every minute. */
  checkLanes?: () => Promise<void>;
}

const redactionOnly: IngestionHooks = {
  onIngested: async () => undefined,
  afterIngest: () => undefined,
  onRedacted: (tx, _tenantId, eventIds) => clearAttempts(tx, eventIds),
};

const webhooksOff = (): ComposedWebhooks => ({
  hooks: redactionOnly,
  mounts: [serveNothing(webhookOperations)],
  rpc: [],
  workers: [],
  jobs: [],
  singletons: [],
});

const webhookSingletons = (
  { db, log, metrics }: WebhookPlatform,
  config: OutboundConfig,
): SingletonJob[] => [
  partitionUpkeep({ db, log, metrics }, [
    { table: 'webhook_deliveries', unit: 'week', retentionMs: config.eventsRetention },
    { table: 'webhook_attempts', unit: 'day', retentionMs: config.attemptsRetention },
  ]),
];

/** Composes endpoints, deliveries, recoveries and tests. */
export function composeWebhooks(
  platform: WebhookPlatform,
  config: OutboundConfig,
  claimTest: ClaimTest,
  options: OutboundOptions = {},
): ComposedWebhooks {
  if (!config.webhooksEnabled) return webhooksOff();
  const { cursors, jobs, log } = platform;
  if (config.allowInsecureHttp)
    log.warn('webhooks may be sent over plain http, which is for development only');
  const { clock } = chanceOf(options);
  const { deliveredTypes, deliveryMaxAge, eventsRetention } = config;
  const egress = endpointEgress(platform, config);
  const endpoints = composeEndpoints(platform, config, clock);
  const { targets, view } = endpoints;
  const { attempts, checkLanes, onDeliveriesDue, workers } = composeSending(
    platform,
    config,
    { ...endpoints, egress },
    options,
  );
  const creation = { deliveredTypes, deliveryMaxAge, clock, onDeliveriesDue };
  const { pageSize } = options;
  followTenantPauses(platform, onDeliveriesDue);

  const endpointOptions = {
    ...endpoints,
    cursors,
    egress,
    dependents: endpointDependents,
    maxEndpoints: config.maxEndpointsPerTenant,
    maxRatePerEndpoint: config.maxRatePerEndpoint,
    clock,
    onDeliveriesDue,
  };
  return {
    hooks: { ...redactionOnly, onIngested: deliveryCreation(creation) },
    checkLanes,
    mounts: [
      serve(webhookOperations, {
        ...endpointHandlers(endpointOptions),
        ...secretHandlers(endpointOptions),
        ...deliveryHandlers({ cursors, ...creation }),
        ...recoveryHandlers({ clock, eventsRetention, jobs }),
      }),
    ],
    rpc: [deliveriesRpc({ ...platform, clock })],
    workers,
    tester: endpointTest({ attempts, targets, view, claimTest, clock }),
    jobs: [recoveryJob({ ...creation, view, pageSize })],
    singletons: webhookSingletons(platform, config),
  };
}
