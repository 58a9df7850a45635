import { PutEntitlementRequest } from '@platform/contracts';
import type { EntitlementResource } from '@platform/contracts';
import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { parseBody } from '@platform/kit/http';
import type { Platform } from '@platform/kit/service';
import type { EntitlementMessage } from '@platform/protos';
import { checkedEnd } from './entitlements.ts';
import type { Entitlements } from './entitlements.ts';
import { knownTenant } from './known-tenant.ts';

const operators = ['platform-operator'];

const toMessage = (entitlement: EntitlementResource): EntitlementMessage => ({
  ...entitlement,
  reason: entitlement.reason ?? '',
  since: entitlement.since ?? '',
  expiresAt: entitlement.expiresAt ?? '',
});

/**
 * Serves the entitlements of a tenant: the gateway and the hub read them, operators change them.
 */
export const entitlementsRpc = (
  entitled: Entitlements,
  { rpcRunner, trust }: Pick<Platform, 'rpcRunner' | 'trust'>,
): RpcMount =>
  serveRpc(
    'platform.fga.v1.Entitlements',
    {
      async Get({ tenantId }, call) {
        rpcContext(call, tenantId);
        const { revision, entitlements } = await entitled.of(tenantId);
        return {
          revision,
          families: entitlements.map(({ family, entitled: isOn, areas }) => ({
            family,
            entitled: isOn,
            areas,
          })),
        };
      },
      async List(request) {
        const tenantId = await knownTenant(trust.tenants, request.tenantId);
        return { entitlements: (await entitled.of(tenantId)).entitlements.map(toMessage) };
      },
      async Set(request, call) {
        const { family, entitled: isOn, reason, expiresAt } = request;
        const tenantId = await knownTenant(trust.tenants, request.tenantId);
        const change = parseBody(PutEntitlementRequest, {
          entitled: isOn,
          reason,
          expiresAt: expiresAt || null,
        });
        const audited = {
          operationId: 'entitlementSet',
          subject: { type: 'entitlement', id: family },
          request,
        };
        const changed = await rpcRunner.write(call, tenantId, audited, (tx) =>
          entitled.put(tx, family, { ...change, expiresAt: checkedEnd(change.expiresAt) }),
        );
        return toMessage(changed);
      },
    },
    { Get: ['product-api', 'hub'], List: operators, Set: operators },
  );
