import type { Egress } from '@platform/kit/egress';
import type { Platform } from '@platform/kit/service';
import { requireUnusedByClaims } from '../claim-schemas/claim-schema-rules.ts';
import type { OutboundConfig } from '../config.ts';
import { cancelRecoveries } from '../recoveries/recovery-store.ts';
import type { EndpointDependents } from '../webhooks/endpoint-dependents.ts';
import { endpointSeals } from '../webhooks/endpoint-seals.ts';
import type { EndpointSeals } from '../webhooks/endpoint-seals.ts';
import { endpointTargets } from '../webhooks/endpoint-target.ts';
import type { EndpointTargets } from '../webhooks/endpoint-target.ts';
import { endpointView } from '../webhooks/endpoint-view.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';

type EndpointPlatform = Pick<Platform, 'secrets' | 'egress' | 'log' | 'common'>;

/** The areas that prevent or follow the deletion of endpoints. */
export const endpointDependents: EndpointDependents = {
  requireUnused: requireUnusedByClaims,
  async cancelWork(tx, endpointId, now) {
    await cancelRecoveries(tx, endpointId, now);
  },
};

/** An endpoint may get hundreds of requests per second, and each would query its name servers. */
const addressesTtlMs = 1_000;

/** Returns the egress client for endpoints. */
export const endpointEgress = ({ egress }: EndpointPlatform, config: OutboundConfig): Egress =>
  egress('webhooks', {
    allowedHosts: config.allowedInternalHosts,
    allowInsecureHttp: config.allowInsecureHttp,
    addressesTtlMs,
  });

/** Endpoints for senders and readers. */
export interface ComposedEndpoints {
  origin: string;
  seals: EndpointSeals;
  view: EndpointView;
  targets: EndpointTargets;
}

export function composeEndpoints(
  { secrets, log, common }: EndpointPlatform,
  config: OutboundConfig,
  clock: () => number,
): ComposedEndpoints {
  const origin = config.origin || common.platformDomain.replace(/^\./, '');
  const seals = endpointSeals(secrets);
  const { maxRatePerEndpoint, sourceAddresses } = config;
  return {
    origin,
    seals,
    view: endpointView({ sourceAddresses, clock }),
    targets: endpointTargets({ seals, origin, maxRatePerEndpoint, log, clock }),
  };
}
