import { claimSchemas, claimValidators } from '@platform/siblings/claims';
import type { Egress } from '@platform/kit/egress';
import type { Platform, Worker } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { claimsEnrichment } from '../claims-webhook/claims-enrichment.ts';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import { failureNotice } from '../claims-webhook/failure-notice.ts';
import { webhookBreakers } from '../claims-webhook/webhook-breakers.ts';
import { webhookCall } from '../claims-webhook/webhook-call.ts';

/** Creates the egress to claims webhooks, with the same rules at registration and at each call. */
export const claimsWebhookEgress = (
  { egress }: Pick<Platform, 'egress'>,
  config: HubConfig,
): Egress =>
  egress('claims-webhook', {
    allowedHosts: config.webhookInternalHosts,
    plainHttpHosts: config.webhookPlainHttpHosts,
  });

/** Creates the hub's calls of claims webhooks. */
export function composeClaimsWebhooks(
  platform: Platform,
  config: HubConfig,
): { enrich: EnrichClaims; worker: Worker } {
  const { db, bus, secrets, log, metrics, common } = platform;
  const egress = claimsWebhookEgress(platform, config);
  const breakers = webhookBreakers();
  const enrich = claimsEnrichment({
    ask: webhookCall({ egress, maxResponseBytes: config.webhookMaxResponseBytes }),
    breakers,
    secrets,
    metrics,
    schemasOf: claimSchemas({ outbound: () => platform.peer('outbound'), bus }),
    validatorOf: claimValidators(),
    notice: failureNotice({ db, log }),
    platformUrls: config.webhookPlatformUrls,
    platformDomain: common.platformDomain.replace(/^\./, ''),
    maxClaimsBytes: config.webhookMaxClaimsBytes,
  });
  return {
    enrich,
    worker: {
      start: () => undefined,
      async stop() {
        breakers.stop();
        await egress.close();
      },
    },
  };
}
