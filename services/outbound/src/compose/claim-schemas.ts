import { claimSchemaOperations } from '@platform/contracts';
import { claimCompiler, claimValidators } from '@platform/siblings/claims';
import type { Egress } from '@platform/kit/egress';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { claimFlights } from '../claim-schemas/claim-flights.ts';
import { claimMemory } from '../claim-schemas/claim-memory.ts';
import { claimResolution } from '../claim-schemas/claim-resolution.ts';
import { claimSchemaHandlers } from '../claim-schemas/claim-schema-handlers.ts';
import { knownClients } from '@platform/siblings/known-clients';
import { clientCheck } from '../claim-schemas/claim-schema-rules.ts';
import { claimSchemasRpc } from '../claim-schemas/claim-schemas-rpc.ts';
import { claimSnapshots } from '../claim-schemas/claim-snapshots.ts';
import { claimSource } from '../claim-schemas/claim-source.ts';
import type { AskSource } from '../claim-schemas/claim-source.ts';
import { claimTest } from '../claim-schemas/claim-test.ts';
import type { ClaimTest, ClaimTestOptions } from '../claim-schemas/claim-test.ts';
import { sourceFailures } from '../claim-schemas/source-failures.ts';
import type { OutboundConfig } from '../config.ts';
import { callGate } from '../lanes/call-gate.ts';
import { isNetworkError } from '../lanes/lane-health.ts';
import { localOutageDetector } from '../lanes/local-outage-detector.ts';
import { endpointEgress, composeEndpoints } from './endpoints.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

export type ClaimPlatform = Pick<
  Platform,
  | 'db'
  | 'rpcRunner'
  | 'bus'
  | 'secrets'
  | 'cursors'
  | 'egress'
  | 'peer'
  | 'log'
  | 'metrics'
  | 'common'
>;

const metersOf = (metrics: Platform['metrics']) => ({
  times: metrics.histogram('platform_claim_source_seconds'),
  dropped: metrics.counter('platform_claim_values_dropped_total'),
});

/** Composes the resolver of tokens, with calls to endpoints and their cache. */
function composeResolution(
  platform: ClaimPlatform,
  config: OutboundConfig,
  { ask, validatorOf }: Pick<ClaimTestOptions, 'ask' | 'validatorOf'>,
  options: OutboundOptions,
) {
  const { db, bus, log, metrics, common } = platform;
  const { clock, random } = chanceOf(options);
  const { times, dropped } = metersOf(metrics);
  const outages = localOutageDetector(clock);
  const memory = claimMemory({ maxEntries: config.claimCacheEntries, clock });
  const timeoutMs = config.claimTimeout;
  const flights = claimFlights({
    db,
    clock,
    log,
    timeoutMs,
    validatorOf,
    ask,
    failures: sourceFailures(clock),
    gate: callGate({ isOn: config.webhooksEnabled, rules: config, outages, random }),
    targets: composeEndpoints(platform, config, clock).targets,
    observe: (endpointId, { attempt }) =>
      outages.record(endpointId, isNetworkError(attempt.record.error)),
    onDropped: (reason) => dropped.inc({ reason }),
  });
  const resolve = claimResolution({
    schemasOf: claimSnapshots({ db, bus, platformDomain: domainOf(common) }),
    memory,
    fly: flights.fly,
    timeoutMs,
    onSource({ outcome, durationMs, cached }) {
      const shown = cached && outcome === 'succeeded' ? 'cached' : outcome;
      times.observe({ outcome: shown }, durationMs / 1000);
    },
  });
  bus.follow(['user.deleted', 'user.erased'], async ({ tenantId, event }) =>
    memory.forget(tenantId, event.subject.id),
  );
  bus.follow(['tenant.deleted'], async ({ event }) => memory.forget(event.subject.id));
  return { flights, resolve };
}

const domainOf = ({ platformDomain }: Platform['common']): string =>
  platformDomain.replace(/^\./, '');

const sourceOf = (
  { log }: ClaimPlatform,
  config: OutboundConfig,
  { egress, clock }: { egress: Egress; clock: () => number },
): AskSource =>
  claimSource({
    egress,
    maxResponseBytes: config.claimAnswerBytes,
    clock,
    onFault: (error) => log.error({ err: error }, 'a claims call failed unexpectedly'),
  });

/** Composes claim schemas: their operations, and the values that endpoints provide. */
export function composeClaimSchemas(
  platform: ClaimPlatform,
  config: OutboundConfig,
  options: OutboundOptions = {},
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers'>> & { test: ClaimTest } {
  const { cursors, peer, common } = platform;
  const { clock } = chanceOf(options);
  const compile = claimCompiler();
  const validatorOf = claimValidators({ compile });
  const egress = endpointEgress(platform, config);
  const ask = sourceOf(platform, config, { egress, clock });
  const { flights, resolve } = composeResolution(platform, config, { ask, validatorOf }, options);
  const handlers = claimSchemaHandlers({
    cursors,
    checkClients: clientCheck(knownClients({ hub: () => peer('hub'), bus: platform.bus })),
    compile,
    platformDomain: domainOf(common),
    clock,
  });
  return {
    test: claimTest({ ask, validatorOf, timeoutMs: config.claimTimeout }),
    mounts: [serve(claimSchemaOperations, handlers)],
    rpc: [claimSchemasRpc({ rpcRunner: platform.rpcRunner, resolve })],
    workers: [
      {
        start: () => undefined,
        async stop() {
          await flights.rest();
          await egress.close();
        },
      },
    ],
  };
}
