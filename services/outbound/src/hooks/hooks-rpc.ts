import { HookStage, isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { findHook, listEnabledHooks } from './hook-store.ts';
import type { HookTargets } from './hook-target.ts';

function requireTenant(tenantId: string): void {
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'tenant_id is required' });
}

/** Inline hooks for callers. Only the hub's service account gets secrets. */
export const hooksRpc = ({
  rpcRunner,
  targets,
}: {
  rpcRunner: Pick<RpcRunner, 'read'>;
  targets: HookTargets;
}): RpcMount =>
  serveRpc(
    'platform.outbound.v1.Hooks',
    {
      async ListForStage({ tenantId, stage }, call) {
        requireTenant(tenantId);
        const known = HookStage.safeParse(stage);
        if (!known.success)
          throw problem('invalid_parameter', {
            detail: `stage must be one of ${HookStage.options.join(', ')}`,
          });
        const hooks = await rpcRunner.read(call, tenantId, async (tx) => {
          const found = await listEnabledHooks(tx, known.data);
          const opened = await targets(tx, found);
          return found.map((hook) => ({ ...hook, ...opened.get(hook.id) }));
        });
        return {
          hooks: hooks.map(
            ({ id, url, headers, secrets, position, clientIds, failureMode, timeoutMs }) => ({
              id,
              url,
              headers: { ...(headers as Record<string, string>) },
              secrets: [...(secrets ?? [])],
              position,
              clientIds,
              failureMode,
              timeoutMs: timeoutMs ?? 0,
            }),
          ),
        };
      },

      async GetHook({ tenantId, hookId }, call) {
        requireTenant(tenantId);
        const hook = await rpcRunner.read(call, tenantId, (tx) => findHook(tx, hookId));
        return hook
          ? { found: true, stage: hook.stage, enabled: hook.enabled }
          : { found: false, stage: '', enabled: false };
      },
    },
    { ListForStage: ['hub'], GetHook: ['identity-service', 'hub'] },
  );
