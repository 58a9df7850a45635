import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { ruleSetOf } from '../ip-rules/ip-rules.ts';

/** IP rules of one tenant, whole; a tenant without any has version 0. */
export const ipRulesRpc = (db: Database): RpcMount =>
  serveRpc(
    'platform.hub.v1.IpRules',
    {
      async Snapshot({ tenantId }, { actor }) {
        if (!isId('tenant', tenantId)) return { version: 0, rules: [] };
        const { version, rules } = await db.read({ tenantId, actor }, ruleSetOf);
        return {
          version,
          rules: rules.map((rule) => ({ ...rule, expiresAt: rule.expiresAt ?? '' })),
        };
      },
    },
    { Snapshot: ['product-api', 'directory'] },
  );
