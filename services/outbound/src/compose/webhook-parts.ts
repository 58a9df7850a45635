import { hookOperations, webhookOperations } from '@platform/contracts';
import { serve, serveNothing } from '@platform/kit/http';
import { partitionUpkeep } from '@platform/kit/partitions';
import { every } from '@platform/kit/service';
import type { Chore, Platform, ServiceParts, Worker } from '@platform/kit/service';
import type { ClaimTest } from '../claim-schemas/claim-test.ts';
import type { OutboundConfig } from '../config.ts';
import { deliveryCreation } from '../deliveries/delivery-creation.ts';
import { deliveryHandlers } from '../deliveries/delivery-handlers.ts';
import { clearAttempts } from '../deliveries/delivery-redaction.ts';
import { hookTestHandlers } from '../hook-test/hook-test-handlers.ts';
import type { IngestionHooks } from '../ingestion/ingested.ts';
import { recoveryHandlers } from '../recoveries/recovery-handlers.ts';
import { recoveryWorker } from '../recoveries/recovery-worker.ts';
import { endpointHandlers } from '../webhooks/endpoint-handlers.ts';
import { secretHandlers } from '../webhooks/secret-handlers.ts';
import { endpointDependents, endpointEgress, endpointParts } from './endpoint-parts.ts';
import { sendingParts } from './sending-parts.ts';
import { followTenantPauses } from './tenant-pause-events.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

/** What webhooks need of the platform. */
export type WebhookPlatform = Pick<
  Platform,
  'db' | 'bus' | 'secrets' | 'cursors' | 'egress' | 'log' | 'metrics' | 'common'
>;

/** What webhooks are to the service. */
interface WebhookParts extends Required<Pick<ServiceParts, 'mounts' | 'workers' | 'chores'>> {
  hooks: IngestionHooks;
  /** The minute job. */
  checkLanes?: () => Promise<void>;
}

const redactionOnly: IngestionHooks = {
  onIngested: async () => undefined,
  afterIngest: () => undefined,
  onRedacted: (tx, _tenantId, eventIds) => clearAttempts(tx, eventIds),
};

const webhooksOff = (): WebhookParts => ({
  hooks: redactionOnly,
  mounts: [serveNothing(webhookOperations), serveNothing(hookOperations)],
  workers: [],
  chores: [],
});

const webhookChores = ({ db, log, metrics }: WebhookPlatform, config: OutboundConfig): Chore[] => [
  partitionUpkeep({ db, log, metrics }, [
    { table: 'webhook_deliveries', unit: 'week', retentionMs: config.eventsRetention },
    { table: 'webhook_attempts', unit: 'day', retentionMs: config.attemptsRetention },
  ]),
  {
    name: 'rate windows',
    intervalMs: 3_600_000,
    work: () =>
      db.work((tx) =>
        tx.execute("DELETE FROM rate_windows WHERE window_start < now() - interval '1 day'"),
      ),
  },
];

/** Works recoveries when one is started, and every 2 s those that others left. */
function recoveryParts(
  log: WebhookPlatform['log'],
  work: ReturnType<typeof recoveryWorker>,
): Worker & { wake(): void } {
  let isStopping = false;
  const { start, stop, wake } = every(2_000, 'recoveries', log, () => work(() => isStopping));
  return {
    start,
    wake,
    stop() {
      isStopping = true;
      return stop();
    },
  };
}

/** Puts endpoints, deliveries, recoveries and tests together. */
export function webhookParts(
  platform: WebhookPlatform,
  config: OutboundConfig,
  claimTest: ClaimTest,
  options: OutboundOptions = {},
): WebhookParts {
  if (!config.webhooksEnabled) return webhooksOff();
  const { db, cursors, log, common } = platform;
  if (config.allowInsecureHttp)
    log.warn('webhooks may go out over plain http: for development only');
  const { clock } = chanceOf(options);
  const { deliveredTypes, deliveryMaxAge, eventsRetention } = config;
  const egress = endpointEgress(platform, config);
  const endpoints = endpointParts(platform, config, clock);
  const { targets, view } = endpoints;
  const { attempts, checkLanes, onOwed, workers } = sendingParts(
    platform,
    config,
    { ...endpoints, egress },
    options,
  );
  const creation = { deliveredTypes, deliveryMaxAge, clock, onOwed };
  const { pageSize } = options;
  const recoveries = recoveryParts(log, recoveryWorker({ ...creation, db, view, log, pageSize }));
  followTenantPauses(platform);

  const endpointOptions = {
    ...endpoints,
    cursors,
    egress,
    dependents: endpointDependents,
    maxEndpoints: config.maxEndpointsPerTenant,
    maxRatePerEndpoint: config.maxRatePerEndpoint,
    clock,
    onOwed,
  };
  const testOptions = {
    attempts,
    targets,
    view,
    claimTest,
    limit: config.testLimit,
    windowMs: config.testWindow,
    resourceMetadata: `${common.issuer}/.well-known/oauth-protected-resource`,
    clock,
  };
  return {
    hooks: { ...redactionOnly, onIngested: deliveryCreation(creation) },
    checkLanes,
    mounts: [
      serve(webhookOperations, {
        ...endpointHandlers(endpointOptions),
        ...secretHandlers(endpointOptions),
        ...deliveryHandlers({ cursors, ...creation }),
        ...recoveryHandlers({ clock, eventsRetention, onStarted: recoveries.wake }),
      }),
      serve(hookOperations, hookTestHandlers(testOptions)),
    ],
    workers: [...workers, recoveries],
    chores: webhookChores(platform, config),
  };
}
