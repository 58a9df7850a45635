import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { ruleSetOf } from '../ip-rules/ip-rules.ts';

/** Returns all IP rules of a tenant. A tenant that never had any has version 0. */
export const ipRulesRpc = (rpcRunner: RpcRunner): RpcMount =>
  serveRpc(
    'platform.hub.v1.IpRules',
    {
      async Snapshot({ tenantId }, call) {
        if (!isId('tenant', tenantId)) return { version: 0, rules: [] };
        const { version, rules } = await rpcRunner.read(call, tenantId, ruleSetOf);
        return {
          version,
          rules: rules.map((rule) => ({ ...rule, expiresAt: rule.expiresAt ?? '' })),
        };
      },
    },
    { Snapshot: ['product-api', 'directory'] },
  );
