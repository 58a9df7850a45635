import { readFileSync } from 'node:fs';
import { tokenClaimsOperations } from '@platform/contracts';
import { claimSchemas, claimValidators } from '@platform/siblings/claims';
import { egress } from '@platform/kit/egress';
import { serve } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts, Worker } from '@platform/kit/service';
import type { Logger } from '@platform/kit/telemetry';
import type { KnownClients } from '@platform/siblings/known-clients';
import { isFirstTime } from '@platform/kit/database';
import { organizations } from '../people/organizations.ts';
import type { People } from '../people/people.ts';
import type { AccessOf } from '../roles/principal-access.ts';
import { accessCache } from '../token-claims/access-cache.ts';
import { customClaims } from '../token-claims/custom-claims.ts';
import { enrichment } from '../token-claims/enrichment.ts';
import { enrichmentSurface } from '../token-claims/enrichment-surface.ts';
import { hubWebhooks } from '../token-claims/hub-webhooks.ts';
import { reconcile } from '../token-claims/reconciliation.ts';
import { removeRegistration } from '../token-claims/registrations.ts';
import type { Registrations } from '../token-claims/registrations.ts';
import { replayGuard } from '../token-claims/replay-guard.ts';
import { tokenClaimsHandlers } from '../token-claims/token-claims-handlers.ts';
import type { tokenClaimsConfig } from '../token-claims/token-claims-config.ts';

export interface TokenClaimsPartsOptions {
  config: {
    [K in keyof typeof tokenClaimsConfig]: K extends 'hubBaseUrl' | 'hubTokenPath' | 'enrichmentUrl'
      ? string
      : number;
  } & { elevatedTtlSeconds: number };
  people: People;
  clients: KnownClients;
  accessOf: AccessOf;
  /** Milliseconds between two sweeps. */
  sweepMs?: number;
}

/** A pod that was killed holds its registrations for a while longer: they are not left for a whole interval. */
const soonMs = 10_000;

/** Synchronizes registrations with the hub. */
function reconciliation(registrations: Registrations, log: Logger, sweepMs: number): Worker {
  let isComplete = true;
  const work = async () => {
    isComplete = await reconcile({ log, registrations });
  };
  return every(sweepMs, 'token claims', log, work, {
    dueInMs: () => (isComplete ? undefined : soonMs),
  });
}

/**
 * Composes access claims in tokens: the setting of a client, its synchronization with the hub, and
 * the endpoint that the hub calls.
 */
export function tokenClaimsParts(
  platform: Platform,
  { config, people, clients, accessOf, sweepMs = 60_000 }: TokenClaimsPartsOptions,
): Required<Pick<ServiceParts, 'mounts' | 'surfaces' | 'workers'>> {
  const { db, bus, secrets, log, metrics, common } = platform;
  const url = config.enrichmentUrl;
  // The operator configures the hub's own address, which is not behind a proxy.
  const outward = egress({
    profile: 'claims-webhook',
    trustedOrigins: [config.hubBaseUrl],
    ...(common.extraCaPath ? { extraCa: readFileSync(common.extraCaPath, 'utf8') } : {}),
  });
  const hub = hubWebhooks({
    egress: outward,
    baseUrl: config.hubBaseUrl,
    tokenPath: config.hubTokenPath,
    timeoutMs: config.hubTimeout,
  });
  const registrations: Registrations = { db, secrets, hub, clients, url };
  const outbound = () => platform.peer('outbound');
  const enrich = enrichment({
    accessOf: accessCache({ accessOf, people, bus, ttlMs: config.elevatedTtlSeconds * 1_000 }),
    clients,
    metrics,
    targetBytes: config.targetBytes,
    maxBytes: config.maxResponseBytes,
    customClaimsFor: customClaims({
      schemasOf: claimSchemas({ outbound, bus }),
      outbound,
      people,
      organizations: organizations({ peer: () => platform.peer('directory'), bus }),
      validatorOf: claimValidators(),
      platformDomain: common.platformDomain.replace(/^\./, ''),
      metrics,
    }),
  });
  bus.consume('token-claims', ['client.deleted'], async ({ tenantId, event }, held) => {
    clients.forget(tenantId, event.subject.id);
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isFirstTime(tx, 'token-claims', event.id))
        await removeRegistration(registrations, tx, event.subject.id);
    });
  });
  return {
    mounts: [serve(tokenClaimsOperations, tokenClaimsHandlers(registrations))],
    surfaces: [
      enrichmentSurface({
        db,
        secrets,
        enrich,
        metrics,
        toleranceSeconds: config.toleranceSeconds,
        isFirst: replayGuard({
          bus,
          lifeMs: 2 * config.toleranceSeconds * 1_000,
          metrics,
          deadlineFactor: common.deadlineFactor,
        }),
      }),
    ],
    workers: [
      reconciliation(registrations, log, sweepMs),
      {
        start: () => undefined,
        async stop() {
          hub.stop();
          await outward.close();
        },
      },
    ],
  };
}
