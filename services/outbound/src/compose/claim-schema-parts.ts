import { claimSchemaOperations } from '@platform/contracts';
import { claimCompiler, claimValidators } from '@platform/kit/claims';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { OutboundConfig } from '../config.ts';
import { callGate } from '../lanes/call-gate.ts';
import { isNetworkError } from '../lanes/lane-health.ts';
import { networkGuard } from '../lanes/local-outage-detector.ts';
import { endpointSeals } from '../webhooks/endpoint-secrets.ts';
import { endpointTargets } from '../webhooks/endpoint-target.ts';
import { claimFlights } from '../claim-schemas/claim-flights.ts';
import { claimMemory } from '../claim-schemas/claim-memory.ts';
import { claimResolution } from '../claim-schemas/claim-resolution.ts';
import { claimSchemaHandlers } from '../claim-schemas/claim-schema-handlers.ts';
import { clientCheck } from '../claim-schemas/claim-schema-rules.ts';
import { claimSchemasRpc } from '../claim-schemas/claim-schemas-rpc.ts';
import { claimSnapshots } from '../claim-schemas/claim-snapshots.ts';
import { claimSource } from '../claim-schemas/claim-source.ts';
import { claimTest } from '../claim-schemas/claim-test.ts';
import type { ClaimTest } from '../claim-schemas/claim-test.ts';
import { sourceFailures } from '../claim-schemas/source-failures.ts';

/** What claim schemas need of the platform. */
export type ClaimPlatform = Pick<
  Platform,
  'db' | 'bus' | 'secrets' | 'cursors' | 'egress' | 'peer' | 'log' | 'metrics' | 'common'
>;

/** What a test holds. */
export interface ClaimOptions {
  clock?: () => number;
  random?: () => number;
}

/** Puts claim schemas together: their operations, and the values that endpoints give. */
export function claimSchemaParts(
  { db, bus, secrets, cursors, egress: egressFor, peer, log, metrics, common }: ClaimPlatform,
  config: OutboundConfig,
  options: ClaimOptions = {},
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers'>> & { test: ClaimTest } {
  const clock = options.clock ?? Date.now;
  const random = options.random ?? Math.random;
  const platformDomain = common.platformDomain.replace(/^\./, '');
  const times = metrics.histogram(
    'platform_claim_source_seconds',
    'How long claims of an endpoint took, by outcome.',
    ['outcome'],
  );
  const dropped = metrics.counter(
    'platform_claim_values_dropped_total',
    'Claims that an endpoint gave no valid value for, by reason.',
    ['reason'],
  );

  const compile = claimCompiler();
  const egress = egressFor('webhooks', {
    allowedHosts: config.allowedInternalHosts,
    allowInsecureHttp: config.allowInsecureHttp,
  });
  const guard = networkGuard(clock);
  const memory = claimMemory({ maxEntries: config.claimCacheEntries, clock });
  const validatorOf = claimValidators({ compile });
  const ask = claimSource({
    egress,
    maxResponseBytes: config.claimAnswerBytes,
    clock,
    onFault: (error) => log.error({ err: error }, 'a claims call failed in an unknown way'),
  });
  const flights = claimFlights({
    db,
    clock,
    log,
    timeoutMs: config.claimTimeout,
    validatorOf,
    ask,
    failures: sourceFailures(clock),
    gate: callGate({ isOn: config.webhooksEnabled, rules: config, guard, random }),
    targets: endpointTargets({
      seals: endpointSeals(secrets),
      origin: config.origin || platformDomain,
      maxRatePerEndpoint: config.maxRatePerEndpoint,
      log,
      clock,
    }),
    observe: (endpointId, { attempt }) =>
      guard.record(endpointId, isNetworkError(attempt.record.error)),
    onDropped: (reason) => dropped.inc({ reason }),
  });
  const resolve = claimResolution({
    schemasOf: claimSnapshots({ db, bus, platformDomain }),
    memory,
    fly: flights.fly,
    timeoutMs: config.claimTimeout,
    onSource: ({ outcome, durationMs, cached }) =>
      times.observe(
        { outcome: cached && outcome === 'succeeded' ? 'cached' : outcome },
        durationMs / 1000,
      ),
  });
  bus.follow(['user.deleted', 'user.erased'], async ({ tenantId, event }) =>
    memory.forget(tenantId, event.subject.id),
  );
  bus.follow(['tenant.deleted'], async ({ event }) => memory.forget(event.subject.id));

  return {
    test: claimTest({ ask, validatorOf, timeoutMs: config.claimTimeout }),
    mounts: [
      serve(
        claimSchemaOperations,
        claimSchemaHandlers({
          cursors,
          checkClients: clientCheck(() => peer('hub')),
          compile,
          platformDomain,
          clock,
        }),
      ),
    ],
    rpc: [claimSchemasRpc({ db, resolve })],
    workers: [
      {
        start: () => undefined,
        stop: async () => {
          await flights.rest();
          await egress.close();
        },
      },
    ],
  };
}
