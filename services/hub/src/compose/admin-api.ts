import {
  applicationOperations,
  ipRuleOperations,
  overviewOperations,
  tenantSettingsOperations,
} from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { applicationHandlers } from '../applications/application-handlers.ts';
import { applicationSweep } from '../applications/application-sweep.ts';
import { applications } from '../applications/applications.ts';
import { claimsWebhookHandlers } from '../applications/claims-webhook-handlers.ts';
import { claimsWebhooks } from '../applications/claims-webhooks.ts';
import { claimsWebhookEgress } from './claims-webhook.ts';
import type { HubConfig } from '../config.ts';
import { composeApiResources } from './api-resources.ts';
import { internalApplications } from '../internal/internal-applications.ts';
import { ipRuleHandlers } from '../ip-rules/ip-rule-handlers.ts';
import { ipRuleWorkers } from '../ip-rules/ip-rule-workers.ts';
import { ipRules } from '../ip-rules/ip-rules.ts';
import { clientsRpc } from '../rpc/clients-rpc.ts';
import { ipRulesRpc } from '../rpc/ip-rules-rpc.ts';
import { hubOverview } from '../overview/hub-overview.ts';
import { overviewHandlers } from '../overview/overview-handlers.ts';
import { tenantSettingsHandlers } from '../tenants/tenants.ts';
import { issuerContext } from './issuer-context.ts';

/** What administrators and siblings manage at the hub: applications, APIs and IP rules. */
export function composeAdminApi(
  platform: Platform,
  config: HubConfig,
): Required<Omit<ServiceParts, 'ready' | 'singletons' | 'jobs'>> {
  const { db, bus, secrets, cursors, log, metrics, peer, rpcRunner } = platform;
  const clients = platform.egress('clients');
  const applicationRules = applications({
    platformClientIds: config.platformClientIds,
    checkUrl: clients.checkUrl,
  });
  const onApplications = applicationHandlers(applicationRules, cursors);
  const onWebhooks = claimsWebhookHandlers(
    claimsWebhooks({ secrets, egress: claimsWebhookEgress(platform, config) }),
  );
  const apis = composeApiResources(platform, config);
  const rules = ipRules({ maxPerTenant: config.maxIpRules });
  return {
    mounts: [
      serve(applicationOperations, onApplications),
      serve(ipRuleOperations, ipRuleHandlers(rules, cursors)),
      serve(
        tenantSettingsOperations,
        tenantSettingsHandlers(issuerContext(platform, config).issuers),
      ),
      serve(
        overviewOperations,
        overviewHandlers({
          sources: hubOverview,
          peers: {
            people: () => peer('directory'),
            signIn: () => peer('identity-facade'),
            access: () => peer('fga'),
            integrations: () => peer('outbound'),
            privacy: () => peer('compliance'),
          },
          log,
        }),
      ),
      ...apis.mounts,
    ],
    surfaces: [
      internalApplications(platform, config, {
        applications: onApplications,
        claimsWebhooks: onWebhooks,
      }),
    ],
    rpc: [clientsRpc({ db, rpcRunner }), ipRulesRpc(rpcRunner), ...apis.rpc],
    workers: [
      applicationSweep(db, log),
      ...ipRuleWorkers({ db, bus, rules, log, metrics }),
      ...apis.workers,
    ],
  };
}
