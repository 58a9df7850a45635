import { channelVerifier, tenantLabel } from '@platform/kit/auth';
import type { RpcMount } from '@platform/kit/grpc';
import type { Platform, Worker } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { ipRules } from '../ip-rules/ip-rules.ts';
import { tenantCallers } from '../rpc/tenant-callers.ts';
import { tenantsRpc } from '../rpc/tenants-rpc.ts';
import {
  checkRequestId,
  resetTenantAdmin,
  tenantCreation,
  tenantLimits,
  hubTenantPurge,
  lockExistingTenant,
  tenantStates,
} from '../tenants/tenants.ts';
import { issuerContext } from './issuer-context.ts';
import { composeTenantMoves } from './tenant-moves.ts';

function tenancyChannel(platform: Platform, config: HubConfig) {
  return channelVerifier(
    'platform.tenancy.service-identity.cluster',
    {
      enabled: config.tenancyEnabled,
      issuer: config.tenancyIssuer,
      jwksUri: config.tenancyJwksUri,
      audience: config.tenancyAudience,
      allowedSub: config.tenancyAllowedSub,
      caPath: config.tenancyCaPath,
      tokenPath: config.tenancyTokenPath,
      connectTimeout: config.tenancyConnectTimeout,
      readTimeout: config.tenancyReadTimeout,
    },
    platform.log,
    platform.trust.review,
  );
}

/** Serves the tenants to operators, and purges deleted ones. */
export function composeTenants(
  platform: Platform,
  config: HubConfig,
): { rpc: RpcMount[]; worker: Worker } {
  const { db, bus, secrets, trust, log } = platform;
  const { issuers, getTenant, keys } = issuerContext(platform, config);
  const configuredLimits = {
    tenantRequestsPerMinute: config.apiRatePerTenant,
    clientRequestsPerMinute: config.apiRatePerClient,
    oauthTenantRequestsPerMinute: config.ratePerTenant,
    oauthClientRequestsPerMinute: config.ratePerClient,
  };
  const options = { db, bus, secrets, issuers, configuredLimits };
  const create = tenantCreation(options);
  const change = tenantStates(options);
  const setLimits = tenantLimits(options);
  const rules = ipRules({ maxPerTenant: config.maxIpRules });
  // This pod drops its cached tenant immediately; other pods do so on the event.
  const forget = <T extends { id: string; slug: string; mode: 'live' | 'test' }>(tenant: T): T => {
    trust.tenants.drop(tenant.id);
    trust.tenants.drop(tenantLabel(tenant));
    return tenant;
  };
  const rpc = tenantsRpc({
    db,
    issuers,
    getTenant,
    keys,
    cursors: platform.cursors,
    createTenant: async (creation, actor) => {
      const made = await create(creation, actor);
      forget(made.tenant);
      return made;
    },
    changeState: async (wanted) => forget(await change(wanted)),
    setLimits: async (wanted) => forget(await setLimits(wanted)),
    clearIpRules: (tenantId, call) =>
      platform.rpcRunner.write(
        call,
        tenantId,
        {
          operationId: 'tenantIpRulesClear',
          subject: { type: 'tenant', id: tenantId },
          request: { tenantId },
        },
        async (tx, audit) => {
          await lockExistingTenant(tx);
          const cleared = await rules.clear(tx);
          audit({ details: { cleared } });
          return cleared;
        },
      ),
    async resetAdminClient({ tenantId, requestId }, call) {
      checkRequestId(requestId);
      return platform.rpcRunner.write(
        call,
        tenantId,
        {
          operationId: 'tenantAdminClientReset',
          subject: { type: 'tenant', id: tenantId },
          idempotencyKey: requestId,
          isSecret: true,
          request: { tenantId },
        },
        resetTenantAdmin,
      );
    },
    authenticate: tenantCallers({
      verifyOperator: tenancyChannel(platform, config),
      verifyBearer: trust.verifyBearer,
      platformIssuer: issuers.platformIssuer,
    }),
  });
  const moves = composeTenantMoves(platform, { issuers, getTenant, rules, forget });
  return { rpc: [rpc, ...moves], worker: hubTenantPurge({ ...options, changeState: change, log }) };
}
